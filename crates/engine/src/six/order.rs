//! Which moves of 6×6 look promising.

use super::{BOARD, Compiled, end};
use crate::board::Board;

const CORNERS: u64 = 0x0042_0000_0000_4200;
/// The squares next to corners; whoever takes them gives the corner away.
const BESIDE: u64 = 0x0024_6600_0066_2400;

/// Nothing looks better.
pub(super) const FAR: i32 = 100_000;

/// Corners, the rest, and squares beside corners.
pub(super) const ORDER: [u64; 3] = [CORNERS, BOARD & !CORNERS & !BESIDE, BESIDE];

/// The quarters with an odd number of empty squares.
pub(super) fn odd(empties: u64) -> u64 {
    const QUARTERS: [u64; 4] = [
        0x0e0e_0e00,
        0x7070_7000,
        0x0e0e_0e00 << 24,
        0x7070_7000 << 24,
    ];
    let odd = QUARTERS
        .iter()
        .filter(|&quarter| (empties & quarter).count_ones() % 2 == 1);
    odd.fold(0, |all, quarter| all | quarter)
}

/// The empty squares next to discs: where the other side may come to reply.
#[inline(always)]
const fn beside(discs: u64, empties: u64) -> u64 {
    let rows = discs | discs << 8 | discs >> 8;
    (rows | rows << 1 | rows >> 1) & empties
}

/// What a position looks like to the side to move so many plies ahead, by moves, squares that may become
/// moves, and corners.
#[inline(always)]
pub(super) fn ahead<K: Compiled>(
    kernel: K,
    own: u64,
    other: u64,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let board = Board { own, other };
    let moves = kernel.moves(own, other) & BOARD;
    let replies = kernel.moves(other, own) & BOARD;
    if moves == 0 {
        return match replies {
            0 => 1_000 * end(board),
            _ => -kernel.ahead(other, own, depth, -beta, -alpha),
        };
    }
    if depth == 0 {
        let empties = board.empties() & BOARD;
        let more = |one: u64, two: u64| one.count_ones() as i32 - two.count_ones() as i32;
        return 8 * more(moves, replies)
            + 2 * more(beside(other, empties), beside(own, empties))
            + 40 * more(own & CORNERS, other & CORNERS);
    }
    let mut best = -FAR;
    for part in ORDER {
        let mut set = moves & part;
        while set != 0 {
            let square = set.trailing_zeros();
            set &= set - 1;
            let next = board.placed(square, kernel.flips(own, other, square));
            let value = -kernel.ahead(next.own, next.other, depth - 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                return best;
            }
        }
    }
    best
}

/// Moves with where they lead, the most promising first: the known best, corners, few replies.
#[inline(always)]
pub(super) fn sort<K: Compiled>(
    kernel: K,
    board: Board,
    moves: u64,
    first: u8,
) -> arrayvec::ArrayVec<(i32, u32, Board), 32> {
    let odd = odd(board.empties() & BOARD);
    let mut sorted = arrayvec::ArrayVec::new();
    let mut set = moves;
    while set != 0 {
        let square = set.trailing_zeros();
        set &= set - 1;
        let next = board.placed(square, kernel.flips(board.own, board.other, square));
        let place = 1u64 << square;
        let replies = kernel.moves(next.own, next.other) & BOARD;
        // A reply into a corner counts twice.
        let mut worth = 4 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        worth += 2 * beside(next.other, next.empties() & BOARD).count_ones() as i32;
        worth -= if place & CORNERS != 0 { 4 } else { 0 };
        worth += if place & BESIDE != 0 { 2 } else { 0 };
        worth -= if place & odd != 0 { 1 } else { 0 };
        if square == u32::from(first) {
            worth = i32::MIN;
        }
        sorted.push((worth, square, next));
    }
    sorted.sort_unstable_by_key(|&(worth, square, _)| (worth, square));
    sorted
}
