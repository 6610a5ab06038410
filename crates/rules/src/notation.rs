//! How a game is written: its seats, moves, transcripts and positions, and the board as people see
//! it.

use std::fmt;

use thiserror::Error;

use crate::game::Game;
use crate::seat::Seat;

/// The written form of a game.
///
/// `Display` draws the board as a person wants to see it.
pub trait Notation: Game + fmt::Display {
    /// What stands between two moves of a transcript. [`Notation::split_move`] cuts them apart again.
    const SEPARATOR: &'static str = " ";

    /// Returns the seat's name, as short as the game writes it.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// Returns the move as people write it.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads a move, legal or not.
    ///
    /// # Errors
    /// Returns an error if the text is no move of this game.
    fn parse_move(&self, text: &str) -> Result<Self::Move, UnreadableMove>;

    /// Cuts the first move off a text that holds at least one character other than blanks. By
    /// default moves are separated by blanks.
    fn split_move(text: &str) -> (&str, &str) {
        let text = text.trim_start();
        text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
    }

    /// Returns whether the move is a pass. By default the game has none.
    fn is_pass(_: Self::Move) -> bool {
        false
    }

    /// Returns the pass that has to be played here, if transcripts of this game leave such passes
    /// out.
    fn omitted_pass(&self) -> Option<Self::Move> {
        None
    }

    /// Returns the position in one line, from which [`Notation::parse_position`] makes it again.
    fn position_text(&self) -> String;

    /// Reads a position line. Options that the line carries win over `rules`.
    ///
    /// # Errors
    /// Returns an error if the line is malformed, or the position cannot be played; the error says
    /// where.
    fn parse_position(rules: &Self::Rules, line: &str) -> Result<Self, PositionError>;
}

/// A text that is no move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a move is written like {example}")]
pub struct UnreadableMove {
    /// What moves look like.
    pub example: &'static str,
}

/// A position line that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {at} of the position: {problem}")]
pub struct PositionError {
    /// The first character that is wrong, counted from 1.
    pub at: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl PositionError {
    /// Reports a problem at this character, counted from 1.
    pub fn new(at: usize, problem: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
        }
    }
}
