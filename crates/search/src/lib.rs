//! How to look ahead, for any game.
//!
//! - [`limits`], [`report`], [`evaluation`], [`utility`]: what every search is given and gives back
//! - [`maxn`]: every seat for itself, with pruning; [`paranoid`], [`best_reply`]: other
//!   beliefs about the others; [`mcts`]: by chance and counting
//! - [`minimax`], [`alphabeta`], [`pvs`]: for two seats; [`all_moves`] says what they make of each move
//! - [`table`]: what is known of positions
//! - [`trees`]: pruning measured and tested on synthetic trees
//!
//! A search is deterministic: the same root, seed and limits of depth, nodes and evaluations give
//! the same report, time apart.

#![forbid(unsafe_code)]

pub mod all_moves;
pub mod alphabeta;
pub mod best_reply;
mod children;
mod deepening;
pub mod evaluation;
pub mod limits;
mod line;
pub mod maxn;
pub mod mcts;
pub mod minimax;
pub mod one_side;
pub mod paranoid;
pub mod pvs;
pub mod report;
pub mod table;
pub mod trees;
mod two_seats;
pub mod utility;
mod window;
mod workspace;

pub use all_moves::{AllMoves, SearchAll};
pub use alphabeta::AlphaBeta;
pub use best_reply::BestReply;
pub use evaluation::{AsEvaluation, AsScore, Bounds, Evaluation, Score, Worth};
pub use limits::{Budget, Limits, Stopped};
pub use maxn::MaxN;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use paranoid::Paranoid;
pub use pvs::Pvs;
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
