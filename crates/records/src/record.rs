//! The record: a game without loss. Every other format is imported into it or exported from it.

use rules::line::Exit;
use serde::{Deserialize, Serialize};

use crate::{GameResult, Sitter, TimeControl};

/// The value of the `format` field.
pub const FORMAT: &str = "kaesu-record";
/// The only version so far.
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
    /// Whose game it was, seat by seat; a move that somebody else made names them.
    pub seats: Vec<Sitter>,
    /// How time was counted, if it was.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// The position line the game started from; `None` for the game's own start.
    #[serde(default)]
    pub start: Option<String>,
    /// The seed of everything random.
    #[serde(default, with = "option_text")]
    pub seed: Option<u64>,
    /// When it began, in milliseconds since 1970.
    #[serde(default, with = "option_text")]
    pub started: Option<u64>,
    /// When it ended.
    #[serde(default, with = "option_text")]
    pub ended: Option<u64>,
    /// The moves, and the seats that went out between them.
    pub moves: Vec<Entry>,
    /// How it ended, if it did.
    #[serde(default)]
    pub result: Option<GameResult>,
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
    /// Who did it, if that was not whom the record names at the seat: a player in a person's name, or
    /// whoever sat down after somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Sitter>,
    /// Thinking time in milliseconds.
    pub ms: u32,
    /// What the mover thought the position was worth to each seat, in its own units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<i32>>,
    /// What the player did on purpose, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Note>,
}

/// Why a seat went out between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Out {
    /// It gave up.
    Resigned,
    /// It ran out of time.
    Time,
}

impl From<Exit> for Out {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Resigned => Self::Resigned,
            Exit::Time => Self::Time,
        }
    }
}

impl From<Out> for Exit {
    fn from(out: Out) -> Self {
        match out {
            Out::Resigned => Self::Resigned,
            Out::Time => Self::Time,
        }
    }
}

/// What a player did on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The kind of act.
    pub kind: String,
    /// What it cost by the player's own evaluation.
    pub cost: i32,
}

/// Serialises 64-bit numbers as strings, so that no reader rounds them.
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
