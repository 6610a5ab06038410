//! What weights are worth.

use serde::{Deserialize, Serialize};
use statistics::pairs::{Ending, PairedMatch};

use crate::fit::PhaseError;

/// How much is done to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Positions that are solved for each distance from the end; fewer where it takes long.
    pub positions: u32,
    /// Positions of the fixed suite whose nodes are counted.
    pub suite: u32,
    /// Pairs of games against the last weights.
    pub pairs: u32,
    /// What openings and games follow from.
    pub seed: u64,
}

/// What was found out about the weights of one generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Examination {
    /// The error on the labels of games held out, phase by phase.
    pub phases: Vec<PhaseError>,
    /// The error against exact scores on games held out.
    pub exact: Vec<ExactError>,
    /// How often a best move was sorted first.
    pub sorted: Sorted,
    /// Nodes that the fixed suite took.
    pub nodes: u64,
    /// Pairs of games against the last weights: the endings as first and as second player.
    pub games: Vec<(Half, Half)>,
}

/// The error at one distance from the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactError {
    /// Empty squares, or whatever measures the distance.
    pub left: u32,
    /// Positions solved.
    pub count: u64,
    /// The mean absolute error.
    pub error: f64,
    /// The mean error with its sign.
    pub bias: f64,
}

/// How often a best move was sorted first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sorted {
    /// Positions where it was.
    pub first: u64,
    /// Positions asked.
    pub count: u64,
}

/// 0 for a loss, 1 for a draw, 2 for a win.
pub type Half = u8;

impl Examination {
    /// The games against the last weights.
    #[must_use]
    pub fn paired(&self) -> PairedMatch {
        let ending = |half| match half {
            0 => Ending::Loss,
            1 => Ending::Draw,
            _ => Ending::Win,
        };
        let mut played = PairedMatch::default();
        for &(first, second) in &self.games {
            played.add(ending(first), ending(second));
        }
        played
    }
}
