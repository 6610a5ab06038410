//! What a search found, and the effort it took.

use std::time::Duration;

use rules::{PerSeat, Seat};

use crate::limits::Budget;

/// The result of a search, or of one iteration of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// What the root is worth to each seat, in the units of the evaluation.
    pub values: PerSeat<i32>,
    /// The expected line from the root; empty only if the game is over. It may end early where a
    /// value came from memory.
    pub line: Vec<M>,
    /// Plies looked ahead in the last finished iteration.
    pub depth: u32,
    /// Whether the value is that of the whole game: no line was cut off by a limit.
    pub exact: bool,
    /// In percent, how sure each guess was by which lines were cut short; 100 if nothing was guessed.
    pub confidence: u8,
    /// Positions visited, the root and repeated visits included.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions visited below moves that had to be searched again, part of `nodes`.
    pub researched: u64,
    /// Time since the search started.
    pub time: Duration,
    /// Whether a limit other than depth ended the search.
    pub stopped: bool,
}

impl<M: Copy> Report<M> {
    /// Returns a report of what was known before the first iteration.
    #[must_use]
    pub fn before(values: PerSeat<i32>, line: Vec<M>) -> Self {
        Self {
            values,
            line,
            depth: 0,
            exact: false,
            confidence: 100,
            nodes: 0,
            evaluations: 0,
            researched: 0,
            time: Duration::ZERO,
            stopped: false,
        }
    }

    /// Returns the move to play, unless the game is over.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }

    /// Returns what the root is worth to this seat.
    #[must_use]
    pub fn value(&self, seat: Seat) -> i32 {
        self.values[seat]
    }

    /// Records what was used so far.
    pub fn account(&mut self, budget: &Budget) {
        self.nodes = budget.nodes();
        self.evaluations = budget.evaluations();
        self.time = budget.elapsed();
    }
}
