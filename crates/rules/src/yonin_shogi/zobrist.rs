//! The random numbers of the position key, made when the program is compiled.
//!
//! A position is the set of its features; the key is the exclusive or of the features' numbers. A
//! piece has two features, kind on square and side on square, which keeps the tables small.

use crate::hash::mix;

use super::piece::Piece;
use super::square::{SLOTS, Square};

/// Returns the number of the feature with this serial number, the next of a SplitMix64 stream.
const fn number(serial: u64) -> u64 {
    mix((serial + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

const fn table<const N: usize>(first: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = number(first + i as u64);
        i += 1;
    }
    numbers
}

const fn tables<const M: usize, const N: usize>(first: u64) -> [[u64; N]; M] {
    let mut rows = [[0; N]; M];
    let mut i = 0;
    while i < M {
        rows[i] = table(first + (i * N) as u64);
        i += 1;
    }
    rows
}

static KINDS: [[u64; SLOTS]; 8] = tables(0);
static SIDES: [[u64; SLOTS]; 32] = tables(0x1000);
static HANDS: [[u64; 16]; 16] = tables(0x3000);
static TURNS: [u64; 4] = table(0x4000);
static MATES: [[u64; 4]; 4] = tables(0x4100);
static OUTS: [[u64; 8]; 4] = tables(0x4200);
static RULES: [u64; 3] = table(0x4300);

/// Returns a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    KINDS[piece.kind() as usize][square.slot()] ^ SIDES[piece.side()][square.slot()]
}

/// A number of pieces of a kind in a seat's hand; an empty hand has no feature.
#[inline]
pub(super) fn hand(seat: usize, kind: usize, count: usize) -> u64 {
    if count == 0 {
        0
    } else {
        HANDS[seat % 4 * 4 + kind % 4][count % 16]
    }
}

/// Returns the seat to move.
#[inline]
pub(super) fn turn(seat: usize) -> u64 {
    TURNS[seat % 4]
}

/// Returns a seat's mates; none is no feature.
pub(super) fn mates(seat: usize, count: usize) -> u64 {
    if count == 0 {
        0
    } else {
        MATES[seat % 4][count % 4]
    }
}

/// Returns the number of the seat that went out as number `order`, mated or resigned.
pub(super) fn out(order: usize, seat: usize, mated: bool) -> u64 {
    OUTS[order % 4][seat % 4 * 2 + usize::from(mated)]
}

/// Returns the rule set.
pub(super) fn rules(number: usize) -> u64 {
    RULES[number % 3]
}
