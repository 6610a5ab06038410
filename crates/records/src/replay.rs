//! Replaying records: whatever passes [`Record::check`] can be played.

use rules::line::{Event, Exit, GameLine, LineError, Ply};
use rules::{GameName, Notation, Seat, with_game};
use thiserror::Error;

use crate::formats::quoted;
use crate::record::{Entry, FORMAT, Record, VERSION};
use crate::{GameResult, Reason, Sitter};

/// The levels that players are chosen by.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

impl Record {
    /// Checks that this version reads the record, and that its moves and its result follow the rules
    /// of its game.
    ///
    /// # Errors
    /// Returns an error if the record is of another version, or if a move or the result does not
    /// fit.
    pub fn check(&self) -> Result<(), RecordError> {
        self.clone().canonical().map(|_| ())
    }

    /// Checks the record, and returns it as this program writes it: the game by its own name, the
    /// start only if it is not the game's own, every move in the game's notation, and the result of
    /// a game that is over.
    ///
    /// # Errors
    /// Returns an error if the record is of another version, or if a move or the result does not
    /// fit.
    pub fn canonical(mut self) -> Result<Self, RecordError> {
        if self.format != FORMAT || self.version != VERSION {
            let format = quoted(&self.format);
            return Err(RecordError::Version(format, self.version));
        }
        if let (Some(started), Some(ended)) = (self.started, self.ended)
            && started > ended
        {
            return Err(RecordError::Dates { started, ended });
        }
        let name = self.name()?;
        with_game!(&name, G, rules => self.replay::<G>(rules))?;
        self.game = name.to_string();
        Ok(self)
    }

    /// Checks that only players have levels, and only levels that there are.
    ///
    /// # Errors
    /// Returns an error that names the first level that cannot be.
    pub fn check_levels(&self) -> Result<(), RecordError> {
        let movers = self.moves.iter().filter_map(|entry| entry.by.as_ref());
        let mut sitters = self.seats.iter().chain(movers);
        let wrong = |sitter: &&Sitter| {
            sitter
                .level
                .is_some_and(|level| sitter.player.is_none() || !LEVELS.contains(&level))
        };
        match sitters.find(wrong).and_then(|sitter| sitter.level) {
            Some(level) => Err(RecordError::Level(level)),
            None => Ok(()),
        }
    }

    /// Returns the record of a game of which only what happened is known.
    #[must_use]
    pub fn of_line<G: Notation>(game: &GameName, line: &GameLine<G>) -> Self {
        let entries = line.plies().map(|ply| Entry {
            seat: ply.seat.index() as u8,
            text: ply.text(),
            out: match ply.event {
                Event::Move(_) => None,
                Event::Out(_, exit) => Some(exit.into()),
            },
            ..Entry::default()
        });
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: game.to_string(),
            seats: vec![Sitter::default(); line.start().facts().seats],
            clock: None,
            start: line.start_line(),
            seed: None,
            started: None,
            ended: None,
            moves: entries.collect(),
            result: result(line),
        }
    }

    /// Returns the game and its options.
    pub(crate) fn name(&self) -> Result<GameName, RecordError> {
        self.game
            .parse()
            .map_err(|error: rules::name::NameError| RecordError::Game(error.to_string()))
    }

    fn replay<G: Notation>(&mut self, rules: &G::Rules) -> Result<(), RecordError> {
        let line = walk::<G>(
            rules,
            self.start.as_deref(),
            &self.moves,
            |line, _, before| {
                if line.events().len() > before {
                    Ok(())
                } else if line.is_finished() {
                    Err(OVER.to_owned())
                } else {
                    Err("the seat was out already".to_owned())
                }
            },
        )?;
        if line.start().rules() != *rules {
            return Err(RecordError::Game(LineError::OtherRules.to_string()));
        }
        let seats = line.start().facts().seats;
        if self.seats.len() != seats {
            return Err(RecordError::Seats(self.seats.len(), seats));
        }
        let found = result(&line);
        if let Some(said) = &self.result {
            let same = found.as_ref().is_some_and(|found| {
                // Older records do not say who resigned.
                let by = said.by.is_none() || said.by == found.by;
                let (ranks, scores) = (&said.ranks, &said.scores);
                by && (ranks, scores, said.reason) == (&found.ranks, &found.scores, found.reason)
            });
            if !same {
                return Err(RecordError::Result);
            }
        }
        self.result = found;
        self.start = line.start_line();
        for (entry, ply) in self.moves.iter_mut().zip(line.plies()) {
            entry.text = ply.text();
        }
        Ok(())
    }
}

/// Returns how a game ended, or `None` if it is not over. What happened last ended it: where others play
/// on, somebody who resigned did not.
pub fn result<G: Notation>(line: &GameLine<G>) -> Option<GameResult> {
    let outcome = line.outcome()?;
    let (reason, by) = match line.events().last() {
        Some(Event::Out(seat, Exit::Resigned)) => (Reason::Resigned, Some(seat)),
        Some(Event::Out(seat, Exit::Time)) => (Reason::Time, Some(seat)),
        _ => (Reason::Played, None),
    };
    Some(GameResult {
        ranks: outcome.ranks.to_vec(),
        scores: outcome.scores.to_vec(),
        reason,
        by: by.map(|seat| seat.index() as u8),
    })
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
    walk(rules, start, entries, |line, entry, before| {
        if line.events().len() > before
            && let Some(ply) = line.plies().next_back()
        {
            played(ply, entry);
        }
        Ok(())
    })
}

/// Plays the entries of a record, and after each calls `walked` with the line, the entry and how many
/// plies there were before it.
fn walk<G: Notation>(
    rules: &G::Rules,
    start: Option<&str>,
    entries: &[Entry],
    mut walked: impl FnMut(&GameLine<G>, &Entry, usize) -> Result<(), String>,
) -> Result<GameLine<G>, RecordError> {
    let mut line = GameLine::<G>::from_line(rules, start)
        .map_err(|error| RecordError::Game(error.to_string()))?;
    for (index, entry) in entries.iter().enumerate() {
        let before = line.events().len();
        play(&mut line, entry)
            .and_then(|()| walked(&line, entry, before))
            .map_err(|problem| RecordError::Move {
                ply: index + 1,
                problem,
            })?;
    }
    Ok(line)
}

const OVER: &str = "the game was over before";

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
                return Err(OVER.to_owned());
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
    /// It ended before it began.
    #[error("the game ended at {ended}, before it started at {started}")]
    Dates {
        /// When it began, in milliseconds since 1970.
        started: u64,
        /// When it ended.
        ended: u64,
    },
    /// A move cannot be played.
    #[error("move {ply} of the record: {problem}")]
    Move {
        /// The ply, counted from 1.
        ply: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Somebody has a level that cannot be.
    #[error(
        "a level is that of a player, from 1 to 10; the record has level {0} where that cannot be"
    )]
    Level(u8),
    /// The moves lead to another result.
    #[error("the result of the record is not what its moves lead to")]
    Result,
}
