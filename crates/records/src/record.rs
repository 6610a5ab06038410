//! One lossless JSON object for every game. Every other format is import to it or export from it.

use rules::{Game, GameName, Notation, Seat, with_game};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What the `format` field says.
pub const FORMAT: &str = "kaesu-record";
/// The only version there is so far.
pub const VERSION: u32 = 1;

/// A game as it was played, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The game with its options.
    pub game: String,
    /// Who sat where when the game ended, or sits there now.
    pub seats: Vec<RecordSeat>,
    /// How time was counted; nothing if it was not.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// The position line the game started from; nothing for the game's own start.
    #[serde(default)]
    pub start: Option<String>,
    /// What everything random followed from.
    #[serde(default, with = "option_text")]
    pub seed: Option<u64>,
    /// When it began, in milliseconds since 1970.
    #[serde(default, with = "option_text")]
    pub started: Option<u64>,
    /// When it ended.
    #[serde(default, with = "option_text")]
    pub ended: Option<u64>,
    /// What was played.
    pub moves: Vec<Entry>,
    /// How it ended; nothing if it did not.
    #[serde(default)]
    pub result: Option<Result>,
}

/// Who sat on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordSeat {
    /// The person's name, or the player's.
    pub name: String,
    /// The player file, if it was an AI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Its level, if it was chosen by level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// How time was counted, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Clock {
    /// Time for the game, and more after every move.
    Increment {
        /// For the game.
        main: u32,
        /// After every move.
        increment: u32,
    },
    /// Time for the game, and then periods.
    Byoyomi {
        /// For the game.
        main: u32,
        /// Of a period.
        period: u32,
        /// How many.
        periods: u8,
    },
}

/// A move, or a seat that went out between moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Who moved or went out.
    pub seat: u8,
    /// The move in the game's notation, a pass included.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why the seat went out, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Out>,
    /// Milliseconds of thought.
    pub ms: u32,
    /// What the mover thought the position was worth to each seat, in its own units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<i32>>,
    /// What it did on purpose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Note>,
}

/// Why a seat went out between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Out {
    /// It gave up.
    Resigned,
    /// Its time was over.
    Time,
}

/// What a player did on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// What kind of thing.
    pub kind: String,
    /// What it cost by the player's own evaluation.
    pub cost: i32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Result {
    /// 1 for the best, per seat.
    pub ranks: Vec<u8>,
    /// What the game counts, per seat.
    pub scores: Vec<i32>,
    /// What ended it.
    pub reason: Reason,
    /// Whose resignation or time it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<u8>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// It was played to its end.
    Played,
    /// Somebody resigned.
    Resigned,
    /// Somebody's time was over.
    Time,
}

impl Record {
    /// Reads a record and replays it: whatever this accepts can be played.
    ///
    /// # Errors
    /// If it is no record of a known version, or does not follow the rules of its game.
    pub fn parse(json: &str) -> std::result::Result<Self, RecordError> {
        let record: Self =
            serde_json::from_str(json).map_err(|error| RecordError::Json(error.to_string()))?;
        record.check()?;
        Ok(record)
    }

    /// Whether this version reads it, and its moves and its result follow the rules of its game.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self) -> std::result::Result<(), RecordError> {
        if self.format != FORMAT || self.version != VERSION {
            return Err(RecordError::Version(self.format.clone(), self.version));
        }
        self.replay()
    }

    /// The record as a file holds it.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and texts can be written as JSON")
    }

    /// Plays the game again and compares the result.
    fn replay(&self) -> std::result::Result<(), RecordError> {
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

    fn replay_from<G: Notation>(&self, mut position: G) -> std::result::Result<(), RecordError> {
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

/// Numbers of 64 bits as texts, so that no reader rounds them.
mod option_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde wants it so")]
    pub(super) fn serialize<S: Serializer>(value: &Option<u64>, s: S) -> Result<S::Ok, S::Error> {
        value.map(|value| value.to_string()).serialize(s)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
        Option::<String>::deserialize(d)?
            .map(|text| text.parse().map_err(D::Error::custom))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: "reversi-8x8".to_owned(),
            seats: vec![
                RecordSeat {
                    name: "Aya <b>".to_owned(),
                    ..RecordSeat::default()
                },
                RecordSeat {
                    name: "level 3".to_owned(),
                    player: Some("random".to_owned()),
                    level: Some(3),
                },
            ],
            clock: Some(Clock::Byoyomi {
                main: 60,
                period: 10,
                periods: 3,
            }),
            start: None,
            seed: Some(u64::MAX),
            started: Some(1_767_225_600_000),
            ended: None,
            moves: vec![
                Entry {
                    text: Some("f5".to_owned()),
                    ms: 7,
                    ..Entry::default()
                },
                Entry {
                    seat: 1,
                    text: Some("d6".to_owned()),
                    values: Some(vec![-3, 3]),
                    note: Some(Note {
                        kind: "surprise".to_owned(),
                        cost: 4,
                    }),
                    ..Entry::default()
                },
                Entry {
                    out: Some(Out::Resigned),
                    ..Entry::default()
                },
            ],
            result: Some(Result {
                ranks: vec![2, 1],
                scores: vec![3, 3],
                reason: Reason::Resigned,
                by: Some(0),
            }),
        }
    }

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let record = record();
        assert_eq!(Record::parse(&record.to_json()), Ok(record));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refuse = |change: &dyn Fn(&mut Record)| {
            let mut record = record();
            change(&mut record);
            Record::parse(&record.to_json()).unwrap_err().to_string()
        };
        assert!(refuse(&|r| r.version = 2).contains("version 2"));
        assert!(refuse(&|r| r.game = "chess".to_owned()).contains("no game \"chess\""));
        assert!(refuse(&|r| r.seats.truncate(1)).contains("1 seats, the game 2"));
        assert!(refuse(&|r| r.moves[1].seat = 0).contains("move 2 of the record"));
        assert!(refuse(&|r| r.moves[1].text = Some("a1".to_owned())).contains("not legal"));
        assert!(refuse(&|r| r.moves.truncate(2)).contains("result"));
        assert!(
            Record::parse("{}")
                .unwrap_err()
                .to_string()
                .contains("missing field")
        );
    }
}
