//! Written lists of moves: playing them, and the header that says what game they are of.

use std::fmt;

use thiserror::Error;

use crate::game::{Game, IllegalMove};
use crate::name::{GameName, NameError};
use crate::notation::{Notation, UnreadableMove};
use crate::seat::Seat;
use crate::with_game;

/// Cuts a text into its moves, read or not.
pub fn split<G: Notation>(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (first, tail) = G::split_move(rest);
        rest = tail.trim_start();
        Some(first)
    })
}

/// A move in a list that could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptError {
    /// Which ply it would have been, counted from 1, passes included.
    pub ply: usize,
    /// The move as written.
    pub text: String,
    /// What is wrong with it.
    pub problem: Problem,
    /// The moves that would have been legal.
    pub legal: Vec<String>,
}

/// Why a written move could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is no move of this game.
    Unreadable(UnreadableMove),
    /// It is a move, but not legal here.
    Illegal,
    /// The game was over before it.
    Finished,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => why.fmt(f),
            Self::Illegal => IllegalMove.fmt(f),
            Self::Finished => f.write_str("the game was over before"),
        }
    }
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, text, .. } = self;
        match self.problem {
            Problem::Unreadable(why) => write!(f, "move {ply} \"{text}\" cannot be read: {why}")?,
            Problem::Illegal => write!(f, "move {ply} \"{text}\" is not legal")?,
            Problem::Finished => {
                return write!(f, "move {ply} \"{text}\" comes after the end of the game");
            }
        }
        write!(f, "; legal here: {}", self.legal.join(" "))
    }
}

impl std::error::Error for TranscriptError {}

/// What a self-contained transcript starts with: the game with its options and the first seat (from
/// 1), as in `[yonin:start=own 1]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The game.
    pub game: GameName,
    /// Whose move is the first.
    pub first: Seat,
}

impl Header {
    /// Returns the header of a text and the moves after it; `None` if the text has no header.
    pub fn split(text: &str) -> Option<Result<(Self, &str), HeaderError>> {
        let (header, moves) = text.trim_start().strip_prefix('[')?.split_once(']')?;
        Some(Self::parse(header).map(|header| (header, moves)))
    }

    fn parse(header: &str) -> Result<Self, HeaderError> {
        let mut words = header.split_whitespace();
        let (Some(game), Some(seat), None) = (words.next(), words.next(), words.next()) else {
            return Err(HeaderError::Shape);
        };
        let game: GameName = game.parse()?;
        let seat = seat.parse::<usize>().map_err(|_| HeaderError::Shape)?;
        let seats = with_game!(&game, G, rules => G::start(rules).facts().seats);
        if !(1..=seats).contains(&seat) {
            return Err(HeaderError::Seat { seat, seats });
        }
        Ok(Self {
            game,
            first: Seat::new(seat - 1),
        })
    }
}

/// Writes the header of a game.
pub(crate) fn header(game: &impl fmt::Display, first: Seat) -> String {
    format!("[{game} {}]", first.index() + 1)
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&header(&self.game, self.first))
    }
}

/// A header that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// It does not hold a game and a seat.
    #[error("it holds a game and the number of the first seat, as in [yonin:start=own 1]")]
    Shape,
    /// The game has no such seat.
    #[error("there is no seat {seat}, only 1 to {seats}")]
    Seat {
        /// The number as written.
        seat: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] NameError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::line::GameLine;
    use crate::reversi::Othello;

    #[test]
    fn passes_may_be_left_out_where_the_game_says_so() {
        let mut games_with_passes = 0;
        for game in 0..40 {
            let mut position = Othello::start(&());
            let mut written = Vec::new();
            while let Some(&m) = position.legal().iter().cycle().nth(game) {
                written.push(position.move_text(m));
                position.play(m).unwrap();
            }
            games_with_passes += usize::from(written.iter().any(|m| m == "--"));
            let mut with_passes = GameLine::new(Othello::start(&()));
            with_passes.play_transcript(&written.concat()).unwrap();
            written.retain(|m| m != "--");
            let mut without = GameLine::new(Othello::start(&()));
            without.play_transcript(&written.join(" ")).unwrap();
            assert!(without.moves().eq(with_passes.moves()));
            assert_eq!(without.position(), &position);
        }
        assert!(games_with_passes > 5);
    }

    #[test]
    fn a_mistake_leaves_the_line_alone_and_names_the_move() {
        let mut line = GameLine::new(Othello::start(&()));
        let error = line.play_transcript("f5 d6 a1").unwrap_err();
        assert_eq!((error.ply, error.text.as_str()), (3, "a1"));
        assert!(error.to_string().contains("is not legal; legal here: "));
        assert_eq!(line.position(), &Othello::start(&()));
        let error = line.play_transcript("f5 x").unwrap_err();
        assert!(error.to_string().starts_with("move 2 \"x\" cannot be read"));
        let endless = format!("f5 {}", "あ".repeat(1 << 20));
        let error = line.play_transcript(&endless).unwrap_err();
        assert!(error.to_string().len() < 400);
    }

    #[test]
    fn a_header_is_read_as_it_is_written() {
        let (header, moves) = Header::split(" [yonin:start=own 1]d3--").unwrap().unwrap();
        assert_eq!(header.to_string(), "[yonin:start=own 1]");
        assert_eq!(moves, "d3--");
        assert!(Header::split("d3--").is_none());
        assert_eq!(Header::split("[yonin]d3"), Some(Err(HeaderError::Shape)));
        assert!(Header::split("[chess 1]e4").unwrap().is_err());
        let no_seat = HeaderError::Seat { seat: 5, seats: 4 };
        assert_eq!(Header::split("[yonin 5]d3"), Some(Err(no_seat)));
    }
}
