//! Replaying records: whatever passes [`Record::check`] can be played.

use rules::line::{GameLine, Ply};
use rules::{GameName, Notation, Seat, with_game};
use thiserror::Error;

use crate::record::{Entry, FORMAT, Record, VERSION};

impl Record {
    /// Checks that this version reads the record, and that its moves and its result follow the rules
    /// of its game.
    ///
    /// # Errors
    /// Returns an error if the record is of another version, or if a move or the result does not
    /// fit.
    pub fn check(&self) -> Result<(), RecordError> {
        if self.format != FORMAT || self.version != VERSION {
            return Err(RecordError::Version(self.format.clone(), self.version));
        }
        with_game!(&self.name()?, G, rules => self.check_line::<G>(rules))
    }

    /// Returns the game and its options.
    pub(crate) fn name(&self) -> Result<GameName, RecordError> {
        self.game
            .parse()
            .map_err(|error: rules::name::NameError| RecordError::Game(error.to_string()))
    }

    fn check_line<G: Notation>(&self, rules: &G::Rules) -> Result<(), RecordError> {
        let line = line::<G>(rules, self.start.as_deref(), &self.moves, |_, _| ())?;
        let seats = line.start().facts().seats;
        if self.seats.len() != seats {
            return Err(RecordError::Seats(self.seats.len(), seats));
        }
        let Some(result) = &self.result else {
            return Ok(());
        };
        let same = line.outcome().is_some_and(|outcome| {
            *outcome.ranks == *result.ranks && *outcome.scores == *result.scores
        });
        same.then_some(()).ok_or(RecordError::Result)
    }
}

/// Plays the entries of a record from its start, and calls `played` for every ply with the entry it
/// came from. A seat going out without effect is not a ply.
///
/// # Errors
/// Returns an error if the start cannot be read, or an entry does not follow the rules.
pub fn line<G: Notation>(
    rules: &G::Rules,
    start: Option<&str>,
    entries: &[Entry],
    mut played: impl FnMut(Ply<'_, G>, &Entry),
) -> Result<GameLine<G>, RecordError> {
    let mut line = GameLine::<G>::from_line(rules, start)
        .map_err(|error| RecordError::Game(error.to_string()))?;
    for (index, entry) in entries.iter().enumerate() {
        let before = line.events().len();
        play(&mut line, entry).map_err(|problem| RecordError::Move {
            ply: index + 1,
            problem,
        })?;
        if line.events().len() > before
            && let Some(ply) = line.plies().next_back()
        {
            played(ply, entry);
        }
    }
    Ok(line)
}

fn play<G: Notation>(line: &mut GameLine<G>, entry: &Entry) -> Result<(), String> {
    let position = line.position();
    if usize::from(entry.seat) >= position.facts().seats {
        return Err("there is no such seat".to_owned());
    }
    let seat = Seat::new(entry.seat.into());
    match (&entry.text, entry.out) {
        (Some(text), None) => {
            let m = position.parse_move(text).map_err(|why| why.to_string())?;
            if position.is_finished() {
                return Err("the game was over before".to_owned());
            }
            if position.turn() != seat {
                return Err("it was another seat's turn".to_owned());
            }
            line.play(m).map_err(|why| why.to_string())
        }
        (None, Some(out)) => {
            line.put_out(seat, out.into());
            Ok(())
        }
        _ => Err("an entry holds either a move or why a seat is out".to_owned()),
    }
}

/// Why a text is not a valid record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It does not have the shape of a record.
    #[error("this is no record of a game: {0}")]
    Json(String),
    /// It is of another format or version.
    #[error("this is \"{0}\" version {1}; a record is \"kaesu-record\" version 1")]
    Version(String, u32),
    /// There is no such game, or no such position.
    #[error("{0}")]
    Game(String),
    /// It has too many seats or too few.
    #[error("the record has {0} seats, the game {1}")]
    Seats(usize, usize),
    /// A move cannot be played.
    #[error("move {ply} of the record: {problem}")]
    Move {
        /// The ply, counted from 1.
        ply: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The moves lead to another result.
    #[error("the result of the record is not what its moves lead to")]
    Result,
}
