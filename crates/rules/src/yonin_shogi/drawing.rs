//! The board drawn for a person.
//!
//! A piece is an arrow for where it looks, its letter (`+` before it if promoted) and, if it is
//! not the owner's own way, the owner's letter: `^P`, `v+R`, `>Gs`, `<Sx` for an inert one.

use std::fmt;

use crate::notation::Notation;
use crate::seat::Seat;

use super::YoninShogi;
use super::board::SEATS;
use super::notation::{ARROWS, INERT, OWNERS, hand_text};
use super::piece::Piece;
use super::square::{SIDE, Square};

impl fmt::Display for YoninShogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: String = (0..SIDE)
            .map(|column| format!("  {:<3}", SIDE - column))
            .collect();
        writeln!(f, " {}", files.trim_end())?;
        for row in 0..SIDE {
            let mut line = String::from((b'a' + row as u8) as char);
            for column in 0..SIDE {
                let piece = self.board.piece(Square::new(row, column));
                let text = piece.map_or_else(|| " .".to_owned(), piece_text);
                line += &format!(" {text:<4}");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        for seat in Seat::all(SEATS) {
            self.write_seat(seat, f)?;
        }
        write!(f, "ply {}", self.ply)?;
        if self.seen > 1 {
            write!(f, ", seen {} times", self.seen)?;
        }
        Ok(())
    }
}

impl YoninShogi {
    fn write_seat(&self, seat: Seat, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.seat_name(seat))?;
        match self.outs.iter().position(|out| out.seat == seat) {
            Some(order) => {
                let how = if self.outs[order].mated {
                    "mated"
                } else {
                    "resigned"
                };
                write!(f, "{how}, out as number {}", order + 1)?;
            }
            None => {
                write!(f, "hand {}", hand_text(self.board.hand(seat)))?;
                if self.is_in_check(seat) {
                    write!(f, ", in check")?;
                }
            }
        }
        if self.mates(seat) > 0 {
            write!(f, ", mates {}", self.mates(seat))?;
        }
        writeln!(f)
    }
}

fn piece_text(piece: Piece) -> String {
    if piece.is_wall() {
        return "##".to_owned();
    }
    let (kind, facing) = (piece.kind(), piece.facing());
    let mut text = String::from(ARROWS[facing.index()]);
    if kind.demoted() != kind {
        text.push('+');
    }
    text.push(kind.letter());
    match piece.owner() {
        Some(owner) if owner == facing => {}
        Some(owner) => text.push(OWNERS[owner.index()]),
        None => text.push(INERT),
    }
    text
}
