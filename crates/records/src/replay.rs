//! Records played again: whatever passes [`Record::check`] can be played.

use rules::{Game, GameName, Notation, Seat, with_game};
use thiserror::Error;

use crate::record::{FORMAT, Record, VERSION};

impl Record {
    /// Checks that this version reads the record, and that its moves and its result follow the rules
    /// of its game.
    ///
    /// # Errors
    /// If it is of another version, or a move or the result does not fit.
    pub fn check(&self) -> Result<(), RecordError> {
        if self.format != FORMAT || self.version != VERSION {
            return Err(RecordError::Version(self.format.clone(), self.version));
        }
        self.replay()
    }

    /// Plays the game again and compares the result.
    fn replay(&self) -> Result<(), RecordError> {
        let name: GameName = self.game.parse().map_err(|error| {
            let error: rules::name::NameError = error;
            RecordError::Game(error.to_string())
        })?;
        with_game!(&name, G, rules => {
            let start = match &self.start {
                Some(line) => G::parse_position(rules, line)
                    .map_err(|error| RecordError::Game(error.to_string()))?,
                None => G::start(rules),
            };
            self.replay_from(start)
        })
    }

    fn replay_from<G: Notation>(&self, mut position: G) -> Result<(), RecordError> {
        let seats = position.facts().seats;
        if self.seats.len() != seats {
            return Err(RecordError::Seats(self.seats.len(), seats));
        }
        for (index, entry) in self.moves.iter().enumerate() {
            let wrong = |problem: &str| RecordError::Move {
                ply: index + 1,
                problem: problem.to_owned(),
            };
            if usize::from(entry.seat) >= seats {
                return Err(wrong("there is no such seat"));
            }
            let seat = Seat::new(entry.seat.into());
            match (&entry.text, entry.out) {
                (Some(text), None) => {
                    let m = position
                        .parse_move(text)
                        .map_err(|error| wrong(&error.to_string()))?;
                    if position.is_finished() {
                        return Err(wrong("the game was over before"));
                    }
                    if position.turn() != seat {
                        return Err(wrong("it was another seat's turn"));
                    }
                    position
                        .play(m)
                        .map_err(|error| wrong(&error.to_string()))?;
                }
                (None, Some(_)) => position.resign(seat),
                _ => return Err(wrong("an entry holds either a move or why a seat is out")),
            }
        }
        match &self.result {
            None => Ok(()),
            Some(result) => {
                let outcome = position.outcome().ok_or(RecordError::Result)?;
                let same = *outcome.ranks == *result.ranks && *outcome.scores == *result.scores;
                same.then_some(()).ok_or(RecordError::Result)
            }
        }
    }
}

/// A text that is no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// Not of the right shape.
    #[error("this is no record of a game: {0}")]
    Json(String),
    /// Of another format or version.
    #[error("this is \"{0}\" version {1}; a record is \"kaesu-record\" version 1")]
    Version(String, u32),
    /// No such game, or no such position.
    #[error("{0}")]
    Game(String),
    /// Too many seats or too few.
    #[error("the record has {0} seats, the game {1}")]
    Seats(usize, usize),
    /// A move that cannot be played.
    #[error("move {ply} of the record: {problem}")]
    Move {
        /// Which, from 1.
        ply: usize,
        /// What is wrong.
        problem: String,
    },
    /// The moves lead to another result.
    #[error("the result of the record is not what its moves lead to")]
    Result,
}
