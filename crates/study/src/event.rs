//! What happens in a study. Events are only ever added; everything else is derived from them.

use players::{Note, NoteKind};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::text::Language;

/// An event with when and to whom it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// To whom; to nobody in particular if `None`.
    pub person: Option<Code>,
    /// At which table, if at one.
    pub table: Option<String>,
    /// The request that caused it, so that a repeated request changes nothing.
    pub request: Option<String>,
    /// What happened.
    pub event: Event,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// Somebody did not agree, and left nothing else behind.
    Declined,
    /// Somebody agreed and got a code.
    Consented {
        /// In which language.
        language: Language,
        /// How they came.
        link: Link,
        /// To which version of the study.
        version: u32,
        /// Counted from 1; what is drawn for a person follows from it.
        number: u32,
        /// Whether somebody had come before with the same id of another service.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// A question was answered, skipped or timed out.
    Answered {
        /// Which question.
        question: String,
        /// In which game, where it is about one; 0 is the practice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<u8>,
        /// After which ply of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
        /// The answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// Why there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Missing>,
        /// From when it was shown until it was answered, in milliseconds.
        ms: u32,
    },
    /// A cell was drawn.
    Allocated {
        /// Its number.
        cell: u32,
    },
    /// There was no place left.
    TurnedAway {
        /// Because of a quota; else because all cells were full.
        quota: bool,
    },
    /// Somebody has read on.
    WentOn {
        /// Past what.
        page: String,
    },
    /// Everything was answered.
    Finished,
    /// Nothing was heard for too long: the cell is free again.
    Lost,
    /// Somebody who was lost is back.
    Returned,
    /// The experimenter ended somebody's part, and the cell is free again.
    Freed,
    /// The experimenter marked somebody as a test.
    Marked,
    /// The experimenter gave somebody more time.
    Extended,
    /// Something about the page: reloaded, hidden, shown, opened on another device.
    Diary {
        /// What.
        what: String,
    },
    /// A table was opened.
    Opened {
        /// Which game of these people.
        game: u8,
        /// The arm by name.
        arm: String,
        /// Who sits where: people by code, `None` for a player.
        people: Vec<Option<Code>>,
        /// The player of every seat that no person has.
        players: Vec<Option<String>>,
        /// The seed of the game.
        #[serde(with = "as_text")]
        seed: u64,
    },
    /// A move was played.
    Moved {
        /// Its number, from 1.
        ply: u32,
        /// By which seat.
        seat: u8,
        /// The move.
        text: String,
        /// How long it took, in milliseconds.
        ms: u32,
        /// Who decided it.
        by: Mover,
        /// What the position was worth to each seat, by a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        values: Option<Vec<i32>>,
        /// What the player did on purpose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        act: Option<Act>,
    },
    /// The game is over.
    Ended {
        /// Ranks of the seats.
        ranks: Vec<u8>,
        /// Scores of the seats.
        scores: Vec<i32>,
    },
    /// The game was given up, since somebody was away for too long.
    Abandoned,
    /// A player took the seat of somebody who left.
    StoodIn {
        /// Which seat.
        seat: u8,
        /// The player.
        player: String,
    },
    /// Everything stands still.
    Paused,
    /// Everything goes on.
    Continued,
    /// The data was exported with outcomes while people could still begin.
    Looked,
    /// Nobody else may begin, and outcomes may be seen.
    Closed,
}

/// How somebody came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Link {
    /// By the link of the study.
    Real,
    /// By the link for trying it out: never counted.
    Test,
    /// A simulated person.
    Simulated,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// The person skipped it.
    Skipped,
    /// It was not answered in time.
    TimeOut,
    /// The rule of the study did not ask at this move.
    NotAsked,
    /// There was no move of the opponent yet.
    NothingToJudge,
    /// The person left before.
    Left,
    /// The person has not come so far.
    NotReached,
    /// It was given, and left out of data that is shared.
    NotShared,
}

impl Missing {
    /// Returns the word in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::TimeOut => "time-out",
            Self::NotAsked => "not-asked",
            Self::NothingToJudge => "nothing-to-judge",
            Self::Left => "left",
            Self::NotReached => "not-reached",
            Self::NotShared => "not-shared",
        }
    }

    /// All reasons, with what they mean.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Skipped, "the person skipped the question"),
        (Self::TimeOut, "the question was not answered in time"),
        (
            Self::NotAsked,
            "the rule of the study did not ask at this move",
        ),
        (
            Self::NothingToJudge,
            "there was no move of the opponent yet",
        ),
        (Self::Left, "the person left the study before"),
        (Self::NotReached, "the person has not come so far yet"),
        (
            Self::NotShared,
            "the answer was given, and left out of shared data",
        ),
    ];
}

/// Who decided a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// A person.
    Person,
    /// A player.
    Player,
    /// Nobody: it was the only one, a pass; or part of the opening.
    Rules,
}

/// What a player did on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// `expectation` or `surprise`.
    pub kind: String,
    /// What it cost, by its own evaluation.
    pub cost: i32,
}

impl Act {
    /// Returns what a player noted.
    #[must_use]
    pub fn of(note: &Note) -> Self {
        Self {
            kind: note.kind.name().to_owned(),
            cost: note.cost,
        }
    }

    /// Returns the note again, for the player who made it after so many plies.
    #[must_use]
    pub fn note(&self, ply: usize) -> Note {
        Note {
            ply,
            kind: NoteKind::named(&self.kind).unwrap_or(NoteKind::Surprise),
            cost: self.cost,
        }
    }
}

/// Writes 64-bit numbers as text, so that no reader rounds them.
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
    pub(super) fn serialize<S: Serializer>(value: &u64, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&value.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
        String::deserialize(d)?.parse().map_err(D::Error::custom)
    }
}
