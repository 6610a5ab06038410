//! Player files: what a player is made of, in TOML.
//!
//! A file that is wrong in any way is refused with its name, the line and what would be right.

use std::path::Path;
use std::time::Duration;

use search::Limits;
use serde::Deserialize;
use thiserror::Error;

use crate::evaluation::EvaluationSpec;
use crate::number::{count, ranged, seconds};
use crate::personality::PersonalitySpec;
use crate::searching::SearchSpec;

/// A player before it knows which game it plays.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerFile {
    /// One line for lists.
    pub about: String,
    /// The games it can play, without options; none given means any.
    #[serde(default)]
    pub games: Vec<String>,
    /// What its random decisions start from, together with the game's own seed.
    #[serde(default)]
    pub seed: u64,
    /// What it may use for a move unless somebody else sets limits.
    #[serde(default)]
    pub limits: LimitsSpec,
    /// How it looks ahead.
    pub search: SearchSpec,
    /// What it thinks a position is worth; some searches need none.
    pub evaluation: Option<EvaluationSpec>,
    /// What else it does.
    pub personality: Option<PersonalitySpec>,
}

/// Limits of a move as a file gives them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitsSpec {
    /// Plies.
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, deserialize_with = "count")]
    pub nodes: Option<u64>,
    /// Positions evaluated.
    #[serde(default, deserialize_with = "count")]
    pub evaluations: Option<u64>,
    /// Seconds.
    #[serde(default, deserialize_with = "seconds")]
    pub time: Option<Duration>,
}

impl LimitsSpec {
    /// The limits for a move: these, unless the caller sets some; a stop flag is always the
    /// caller's.
    #[must_use]
    pub fn or(&self, asked: &Limits) -> Limits {
        let set = asked.depth.is_some()
            || asked.nodes.is_some()
            || asked.evaluations.is_some()
            || asked.time.is_some();
        if set {
            return asked.clone();
        }
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            evaluations: self.evaluations,
            time: self.time,
            stop: asked.stop.clone(),
        }
    }
}

impl PlayerFile {
    /// Reads a player from the text of a file that has this name.
    ///
    /// # Errors
    /// If anything in it is unknown, missing or out of range.
    pub fn parse(name: &str, text: &str) -> Result<Self, FileError> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start);
            FileError::Content {
                file: name.to_owned(),
                line: 1 + text[..before].matches('\n').count(),
                problem: error.message().replace('\n', " "),
            }
        })
    }

    /// Reads a player file.
    ///
    /// # Errors
    /// If it cannot be read, or anything in it is wrong.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) => Err(FileError::Unreadable {
                file,
                problem: error.to_string(),
            }),
        }
    }

    /// Whether it says that it can play this game, named without options.
    #[must_use]
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|name| name == game)
    }
}

/// A player file that is of no use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file itself cannot be read.
    #[error("the player file {file} cannot be read: {problem}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        problem: String,
    },
    /// Something in it is wrong.
    #[error("{file}, line {line}: {problem}")]
    Content {
        /// The file.
        file: String,
        /// Where it is wrong, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
}
