//! First moves from a player's file, for Yonin-shogi.
//!
//! The same moves for all seats, as South writes them; the others turn the board. A seat plays them
//! in its first turns as long as the opening is quiet: every seat in its turn, no captures.

use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Notation, Seat, Symmetric};
use serde::Deserialize;

/// The `[book]` table of a player file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BookSpec {
    /// One move for each of a seat's first turns.
    pub moves: Vec<String>,
}

/// The moves of all seats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    turns: Vec<Vec<Move>>,
}

impl Book {
    /// Returns the book of a file.
    pub(crate) fn new(spec: &BookSpec) -> Result<Self, String> {
        let start = YoninShogi::start(&RuleSet::default());
        let read = |text: &String| {
            let m = start
                .parse_move(text)
                .map_err(|unreadable| format!("\"{text}\" is no move: {unreadable}"))?;
            // The symmetries are the quarter turns, which take South to each of the seats in order.
            let turned = start.symmetries().iter();
            Ok(turned
                .map(|&symmetry| start.turned_move(m, symmetry))
                .collect())
        };
        let turns: Result<_, String> = spec.moves.iter().map(read).collect();
        let book = Self { turns: turns? };
        book.check(start, &spec.moves)?;
        Ok(book)
    }

    /// Plays the whole book, which has to be possible.
    fn check(&self, mut position: YoninShogi, texts: &[String]) -> Result<(), String> {
        for text in texts {
            for seat in Seat::all(position.facts().seats) {
                let m = self.find(&position).filter(|_| position.turn() == seat);
                let m = m.ok_or_else(|| {
                    let name = position.seat_name(seat);
                    format!(
                        "\"{text}\" cannot be played by {name} when all play by the book; \
                         it has to be a legal move without check or capture"
                    )
                })?;
                position.play_unchecked(m);
            }
        }
        Ok(())
    }

    /// Returns the move to play here, if the book has one.
    pub(crate) fn find(&self, position: &YoninShogi) -> Option<Move> {
        let seats = position.facts().seats;
        let turn = self.turns.get(position.ply() / seats)?;
        let (board, seat) = (position.board(), position.turn());
        let in_turn = position.ply() % seats == seat.index();
        let quiet = Seat::all(seats).all(|seat| board.hand(seat).is_empty() && board.lives(seat));
        let m = turn.get(seat.index()).copied()?;
        (in_turn && quiet && position.is_legal(m)).then_some(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(moves: &[&str]) -> Result<Book, String> {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        Book::new(&BookSpec { moves })
    }

    #[test]
    fn every_seat_plays_its_own_view_of_the_moves() {
        let book = book(&["3i3h", "7i7h"]).unwrap();
        let mut position = YoninShogi::start(&RuleSet::default());
        let mut played = Vec::new();
        while let Some(m) = book.find(&position) {
            played.push(m.to_string());
            position.play(m).unwrap();
        }
        let expected = [
            "3i3h", "9g8g", "7a7b", "1c2c", "7i7h", "9c8c", "3a3b", "1g2g",
        ];
        assert_eq!(played, expected);
        assert!(book.find(&position).is_none());
    }

    #[test]
    fn a_position_that_has_left_the_book_is_no_longer_in_it() {
        let book = book(&["3i3h", "7i7h"]).unwrap();
        let mut position = YoninShogi::start(&RuleSet::default());
        position.play(position.parse_move("3i3h").unwrap()).unwrap();
        for _ in 0..3 {
            let m = book.find(&position).unwrap();
            position.play(m).unwrap();
        }
        let other = position.after(position.parse_move("5g5f").unwrap());
        assert!(book.find(&other).is_some(), "the others go on");
        let captured = YoninShogi::parse_position(
            &RuleSet::default(),
            "2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwRwP3ePeReK/wGwP5ePeG/wS6eS1/3sPsRsP3/2sSsGsKsGsS2 -/P/-/- S - 0000 iemoto 4 1",
        );
        assert!(book.find(&captured.unwrap()).is_none());
    }

    #[test]
    fn a_book_that_cannot_be_played_is_refused() {
        assert!(book(&["3i3"]).unwrap_err().contains("3i3"));
        let illegal = book(&["3i3h", "3i3h"]).unwrap_err();
        assert!(illegal.contains("cannot be played by S"), "{illegal}");
    }
}
