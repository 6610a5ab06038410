//! The position line: one line for one position, and nothing of the position missing from it.
//!
//! Eight fields with one blank between them, in the manner of SFEN:
//!
//! ```text
//! line    = board " " hands " " turn " " outs " " mates " " rules " " ply " " seen
//! board   = row { "/" row }             nine rows, top down; columns from left to right
//! row     = { empties | piece | wall }  nine squares; never two empties side by side
//! empties = "1" … "9"                   so many empty squares
//! piece   = [ "+" ] owner kind [ arrow ]
//! owner   = "s" | "w" | "n" | "e"       or "x": inert, nobody's
//! kind    = "P" | "S" | "G" | "R" | "K" with "+" before the owner: promoted
//! arrow   = "^" | ">" | "v" | "<"       where it looks; left out if that is its owner's way
//! wall    = "#" ( "s" | "w" | "n" | "e" )   what was this seat's king
//! hands   = hand "/" hand "/" hand "/" hand South, West, North, East
//! hand    = "-" | [ [ n ] "R" ] [ [ n ] "G" ] [ [ n ] "S" ] [ [ n ] "P" ]   n from 2
//! turn    = "S" | "W" | "N" | "E"
//! outs    = "-" | out { out }           in the order they went
//! out     = turn ( "x" | "r" )          mated, or resigned
//! mates   = four digits                 how many kings each seat has mated
//! rules   = "iemoto" | "survivor" | "doubles"
//! ply     = "0" … "1000"
//! seen    = "1" … "4"                   how often the position has occurred; 4 stopped the game
//! ```
//!
//! The start: `2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwRwP3ePeReK/wGwP5ePeG/wS3sP3eS/3sPsRsP3/2sSsGsKsGsS2
//! -/-/-/- S - 0000 iemoto 0 1` (in one line).
//!
//! Reading accepts exactly what writing can produce, and only positions that can be played.

use crate::game::Game;
use crate::notation::PositionError;
use crate::seat::Seat;

use super::board::{Board, SEATS};
use super::hand::Hand;
use super::piece::{Kind, Piece};
use super::square::{SIDE, Square};
use super::{Out, YoninShogi};

mod reader;
mod setup;
#[cfg(test)]
mod tests;

/// By seat: the letter of an owner.
pub(super) const OWNERS: [char; SEATS] = ['s', 'w', 'n', 'e'];
/// The letter in place of the owner of an inert piece.
pub(super) const INERT: char = 'x';
/// By seat: where its pieces look.
pub(super) const ARROWS: [char; SEATS] = ['^', '>', 'v', '<'];
/// By seat: the letter in the fields after the hands.
pub(super) const NAMES: [char; SEATS] = ['S', 'W', 'N', 'E'];
/// What comes before the letter of a seat whose king is a wall.
pub(super) const WALL: char = '#';

/// Reads a position line.
pub(super) fn read(line: &str) -> Result<YoninShogi, PositionError> {
    setup::read(line)
}

/// Returns the position in one line.
pub(super) fn write(position: &YoninShogi) -> String {
    let mut line = board_text(&position.board);
    line.push(' ');
    let hands: Vec<String> = Seat::all(SEATS)
        .map(|seat| hand_text(position.board.hand(seat)))
        .collect();
    line.push_str(&hands.join("/"));
    line.push(' ');
    line.push(NAMES[position.turn.index()]);
    line.push(' ');
    if position.outs.is_empty() {
        line.push('-');
    }
    for &Out { seat, mated } in &position.outs {
        line.push(NAMES[seat.index()]);
        line.push(if mated { 'x' } else { 'r' });
    }
    line.push(' ');
    for seat in Seat::all(SEATS) {
        line.push_str(&position.mates(seat).to_string());
    }
    let (rules, ply, seen) = (position.rules().name(), position.ply, position.seen);
    line + &format!(" {rules} {ply} {seen}")
}

fn board_text(board: &Board) -> String {
    let rows: Vec<String> = (0..SIDE).map(|row| row_text(board, row)).collect();
    rows.join("/")
}

fn row_text(board: &Board, row: usize) -> String {
    let mut text = String::new();
    let mut empties = 0;
    for column in 0..SIDE {
        let Some(piece) = board.piece(Square::new(row, column)) else {
            empties += 1;
            continue;
        };
        if empties > 0 {
            text += &empties.to_string();
            empties = 0;
        }
        text += &piece_text(piece);
    }
    if empties > 0 {
        text += &empties.to_string();
    }
    text
}

fn piece_text(piece: Piece) -> String {
    let (kind, facing) = (piece.kind(), piece.facing());
    if piece.is_wall() {
        return format!("{WALL}{}", OWNERS[facing.index()]);
    }
    let mut text = String::new();
    if kind.demoted() != kind {
        text.push('+');
    }
    text.push(piece.owner().map_or(INERT, |owner| OWNERS[owner.index()]));
    text.push(kind.letter());
    if piece.owner() != Some(facing) {
        text.push(ARROWS[facing.index()]);
    }
    text
}

/// Returns a hand as the position line has it.
pub(super) fn hand_text(hand: Hand) -> String {
    if hand.is_empty() {
        return "-".to_owned();
    }
    let mut text = String::new();
    for kind in Kind::IN_HAND {
        let count = hand.count(kind);
        if count > 1 {
            text += &count.to_string();
        }
        if count > 0 {
            text.push(kind.letter());
        }
    }
    text
}
