//! Searches for any game: how to look ahead.
//!
//! ```
//! use kaesu_search::{Limits, MaxN, RankUtility, Search, maxn};
//! use rules::Game;
//! use rules::yonin::{Rules, Yonin};
//!
//! // Four seats, each for itself: one point for each seat beaten.
//! let position = Yonin::start(&Rules::default());
//! let evaluation = RankUtility::seats_beaten(4);
//! let mut search = MaxN::new(evaluation, maxn::Options::fast());
//! let report = search.search(&position, &Limits::depth(5), &mut |_iteration| ());
//! assert_eq!(report.depth, 5);
//! assert!(position.legal().contains(&report.best().unwrap()));
//!
//! // Sound pruning finds the value and the move of the full search, in fewer nodes.
//! let mut full = MaxN::new(RankUtility::seats_beaten(4), maxn::Options::full());
//! let whole = full.search(&position, &Limits::depth(5), &mut |_iteration| ());
//! assert_eq!((report.values, report.best()), (whole.values, whole.best()));
//! assert!(report.nodes < whole.nodes);
//! ```
//!
//! - [`limits`], [`report`], [`evaluation`], [`utility`]: the inputs and outputs of every search
//! - [`maxn`]: every seat for itself, with pruning; [`paranoid`], [`best_reply`]: other models of
//!   the opponents; [`mcts`]: Monte-Carlo tree search; [`puct`]: best first, by a learned evaluation
//! - [`minimax`], [`alphabeta`], [`pvs`]: for two seats; [`all_moves`]: the value of every move
//! - [`table`]: a transposition table
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
pub mod puct;
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
pub use puct::Puct;
pub use pvs::Pvs;
pub use report::Report;
pub use utility::{RankUtility, Shares};

use rules::Game;

/// A way to look ahead.
pub trait Search<G: Game> {
    /// Searches until a limit is reached or the value is known for certain, and calls `progress`
    /// after every finished iteration. A search may reuse what it learnt in later calls.
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;
}
