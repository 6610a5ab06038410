//! A position of a run that every contender thought about: one line of JSON.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::run::line::{LineError, is_sealed, seal};
use crate::run::why::Why;

/// What contenders found in a position, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Its number in the plan.
    pub number: u64,
    /// The position line it started from, or the tree; `None` for the game's own start.
    pub start: Option<String>,
    /// The moves that lead to the position.
    pub moves: String,
    /// What each contender found, or how it failed.
    pub searches: Vec<Result<Searched, Why>>,
}

/// What one contender found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// What the position is worth to each seat; empty if the contender does not say.
    pub values: Vec<i32>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// How long it took, in microseconds. Only this differs when the run is repeated.
    pub micros: u64,
}

impl Searched {
    /// Reports whether another search found the same values; what is not said is not the same.
    #[must_use]
    pub fn same_values(&self, other: &Self) -> bool {
        !self.values.is_empty() && self.values == other.values
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    position: u64,
    #[serde(default)]
    start: Option<String>,
    moves: String,
    searches: Vec<Result<Searched, Why>>,
    #[serde(rename = "check")]
    _check: String,
}

impl Measured {
    /// Reports whether a contender found the same values as another.
    #[must_use]
    pub fn same_values(&self, one: usize, other: usize) -> bool {
        match (&self.searches[one], &self.searches[other]) {
            (Ok(one), Ok(other)) => one.same_values(other),
            _ => false,
        }
    }

    /// Reports whether a contender found the same move as another.
    #[must_use]
    pub fn same_move(&self, one: usize, other: usize) -> bool {
        let chosen = |index: usize| self.searches[index].as_ref().ok().map(|s| &s.chosen);
        chosen(one).is_some() && chosen(one) == chosen(other)
    }

    /// Returns the same without the times, which differ when the run is repeated.
    #[must_use]
    pub fn without_times(&self) -> Self {
        let mut copy = self.clone();
        for searched in copy.searches.iter_mut().flatten() {
            searched.micros = 0;
        }
        copy
    }

    pub(crate) fn write(&self, line: &mut String) {
        let from = line.len();
        let text = |value: &str| serde_json::to_string(value).expect("texts can be JSON");
        let _ = write!(line, "{{\"position\":{}", self.number);
        if let Some(start) = &self.start {
            let _ = write!(line, ",\"start\":{}", text(start));
        }
        let searches = serde_json::to_string(&self.searches).expect("it can be JSON");
        let _ = write!(
            line,
            ",\"moves\":{},\"searches\":{searches}",
            text(&self.moves)
        );
        seal(line, from);
    }

    /// Reads a line without its end.
    ///
    /// # Errors
    /// Returns an error if it was changed, or is no measurement.
    pub fn read(line: &str) -> Result<Self, LineError> {
        if !is_sealed(line) {
            return Err(LineError::Changed);
        }
        Self::parse(line)
    }

    /// Reads a line whose seal was checked.
    pub(crate) fn parse(line: &str) -> Result<Self, LineError> {
        let read: Line =
            serde_json::from_str(line).map_err(|error| LineError::Shape(error.to_string()))?;
        Ok(Self {
            number: read.position,
            start: read.start,
            moves: read.moves,
            searches: read.searches,
        })
    }
}
