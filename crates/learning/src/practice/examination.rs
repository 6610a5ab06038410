//! What weights are worth: matches, and whether what they expect happens.

use serde::{Deserialize, Serialize};
use statistics::{Estimate, Level};

/// What was found out about the weights of one generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Examination {
    /// How many games it has learned from, all generations together.
    pub games: u64,
    /// How far the ranks that came in games of its own were from those expected on the way, on
    /// average; 1 for nothing expected.
    pub error: f64,
    /// Matches of one against three.
    pub matches: Vec<Match>,
    /// Whether ranks come as expected.
    pub calibration: Vec<Bin>,
}

/// One against three of another player, without looking ahead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// The three others.
    pub against: String,
    /// The mean rank of each opening, which was played in all rotations of the seats.
    pub ranks: Vec<f64>,
}

/// Positions of which about the same rank was expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// How many seats of positions there were.
    pub count: u64,
    /// The sum of the ranks expected.
    pub expected: f64,
    /// The sum of the ranks that came, equal seats sharing theirs.
    pub came: f64,
}

/// Ranks from 1 to 4 in bins of this width.
pub const BIN: f64 = 0.25;

/// How many bins there are.
pub const BINS: usize = 12;

impl Match {
    /// The mean rank with its interval: openings are independent, games of one are not.
    #[must_use]
    pub fn mean_rank(&self) -> Option<Estimate> {
        Estimate::mean(&self.ranks, Level::P95)
    }
}

impl Bin {
    /// Adds a seat of a position.
    pub fn add(bins: &mut [Self], expected: f64, came: f64) {
        let bin = ((expected - 1.0) / BIN) as usize;
        let bin = &mut bins[bin.min(BINS - 1)];
        bin.count += 1;
        bin.expected += expected;
        bin.came += came;
    }

    /// The mean rank that was expected, and the one that came.
    #[must_use]
    pub fn means(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        (self.count > 0).then(|| (self.expected / count, self.came / count))
    }
}
