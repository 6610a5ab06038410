//! How to look ahead, for any game.
//!
//! - [`limits`], [`report`], [`evaluation`], [`utility`]: what every search is given and gives back
//! - [`maxn`]: every seat for itself, with pruning
//! - [`table`]: what is known of positions
//! - [`trees`]: pruning measured and tested on synthetic trees
//!
//! A search is deterministic: the same root, seed and limits of depth, nodes and evaluations give
//! the same report, time apart.

#![forbid(unsafe_code)]

pub mod evaluation;
pub mod limits;
pub mod maxn;
pub mod report;
pub mod table;
pub mod trees;
pub mod utility;

pub use evaluation::{AsEvaluation, AsScore, Bounds, Evaluation, Score};
pub use limits::{Budget, Limits, Stopped};
pub use maxn::MaxN;
pub use report::Report;
pub use utility::{RankUtility, Shares};

use rules::Game;

/// A way to look ahead.
pub trait Search<G: Game> {
    /// Looks ahead until a limit is met or nothing is left to find; `progress` hears of every
    /// finished iteration. A search may keep what it learnt for the next call.
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;
}
