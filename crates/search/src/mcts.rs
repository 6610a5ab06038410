//! Monte-Carlo tree search (UCT, Kocsis and Szepesvári 2006) for any number of seats: every node
//! keeps the mean utility of each seat, and each seat chooses by its own (Sturtevant 2008).
//!
//! - the solver proves results: what is proven is exactly the maxⁿ value, ties included;
//! - progressive history (Nijssen and Winands 2011) prefers moves that did well anywhere;
//! - a leaf is worth what a random playout ends with, or what the evaluation says.
//!
//! Without a tree beyond the root it is flat UCB: UCB1 (Auer et al. 2002) over the root's moves.
//! The same seed and limits of nodes or evaluations give the same result.

mod history;
mod playout;
pub mod policy;
mod squash;
mod tree;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Game, PerSeat};

use self::playout::Run;
use self::policy::{Policy, Uniform};
pub use self::squash::Squash;
use crate::Search;
use crate::all_moves::AllMoves;
use crate::deepening::{opening, over};
use crate::evaluation::Evaluation;
use crate::limits::{Budget, Limits};
use crate::report::Report;

/// The number of playouts of a search without any other limit.
const ENOUGH: u64 = 10_000;

/// The number of playouts at the first progress report; later ones follow each time it has doubled.
const FIRST_REPORT: u64 = 256;

/// What a leaf of the tree is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The end of a random playout, or the evaluation after this many plies.
    Playout {
        /// The most plies; `None` for the end of the game.
        plies: Option<u32>,
    },
    /// The evaluation of the leaf.
    Evaluation,
}

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How much is tried that looks worse; √2 in the theory of utilities from 0 to 1, in practice
    /// mostly less.
    pub exploration: f64,
    /// What a leaf is worth.
    pub leaf: Leaf,
    /// How values become utilities from 0 to 1.
    pub squash: Squash,
    /// Proves results where possible.
    pub solver: bool,
    /// The weight of progressive history.
    pub history: Option<f64>,
    /// How often in a hundred times the others move as playouts do, and not as the tree says: a
    /// model of others who look less far ahead. Unless it is 0, nothing can be proven against them.
    pub others_follow_policy: u32,
    /// Grows a tree; otherwise it is flat UCB over the root's moves.
    pub tree: bool,
    /// The most nodes of the tree; when it is full, the search continues without growing it.
    pub capacity: usize,
    /// The seed of random decisions.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            leaf: Leaf::Playout { plies: None },
            squash: Squash::Linear,
            solver: true,
            history: Some(3.0),
            others_follow_policy: 0,
            tree: true,
            capacity: 1 << 19,
            seed: 0,
        }
    }
}

impl Options {
    /// UCB1 over the root's moves with random playouts.
    #[must_use]
    pub fn flat_ucb(seed: u64) -> Self {
        Self {
            exploration: std::f64::consts::SQRT_2,
            solver: false,
            history: None,
            tree: false,
            seed,
            ..Self::default()
        }
    }
}

/// Monte-Carlo tree search with an evaluation, which values the ends of games, and leaves where
/// that is wanted. A limit of depth limits the tree, not the playouts.
pub struct Mcts<E, P = Uniform> {
    evaluation: E,
    policy: P,
    options: Options,
}

impl<E> Mcts<E> {
    /// Creates a search with these options, whose playouts take any move.
    pub const fn new(evaluation: E, options: Options) -> Self {
        Self::with_policy(evaluation, Uniform, options)
    }
}

impl<E, P> Mcts<E, P> {
    /// Creates a search with these options, whose playouts follow a policy.
    pub const fn with_policy(evaluation: E, policy: P, options: Options) -> Self {
        Self {
            evaluation,
            policy,
            options,
        }
    }
}

impl<E, P> Mcts<E, P> {
    /// Searches, and returns the value of every root move for every seat: the mean of its playouts.
    /// Moves that were tried less are known less well; one that was never tried has the least value
    /// possible.
    pub fn all_moves<G: Game>(
        &mut self,
        root: &G,
        limits: &Limits,
    ) -> AllMoves<G::Move, PerSeat<i32>>
    where
        E: Evaluation<G>,
        P: Policy<G>,
    {
        let Some(mut report) = opening(root, &self.evaluation) else {
            let report = over(root, &self.evaluation);
            let values = Vec::new();
            return AllMoves { values, report };
        };
        let run = self.run(root, limits, &mut report, &mut |_| ());
        let values = run.moves();
        AllMoves { values, report }
    }

    /// Plays out until a limit is met.
    fn run<'a, G: Game>(
        &'a self,
        root: &'a G,
        limits: &Limits,
        report: &mut Report<G::Move>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Run<'a, G, E, P>
    where
        E: Evaluation<G>,
        P: Policy<G>,
    {
        let endless = Limits {
            depth: None,
            ..limits.clone()
        }
        .is_endless();
        let most = if endless { ENOUGH } else { u64::MAX };
        let depth = match limits.depth {
            _ if !self.options.tree => 1,
            Some(plies) => plies.max(1),
            None => u32::MAX,
        };
        let mut budget = Budget::new(limits);
        let random = Xoshiro256PlusPlus::seed_from_u64(self.options.seed);
        let mut run = Run::new(
            root,
            &self.evaluation,
            &self.policy,
            &self.options,
            depth,
            random,
        );
        let mut playouts = 0;
        let mut next_report = FIRST_REPORT;
        while playouts < most && !run.is_proven() {
            if run.playout(&mut budget).is_err() {
                report.stopped = true;
                break;
            }
            playouts += 1;
            if playouts == next_report {
                run.report(report);
                report.account(&budget);
                progress(report);
                next_report *= 2;
            }
        }
        run.report(report);
        report.account(&budget);
        run
    }
}

impl<G: Game, E: Evaluation<G>, P: Policy<G>> Search<G> for Mcts<E, P> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let Some(mut report) = opening(root, &self.evaluation) else {
            return over(root, &self.evaluation);
        };
        self.run(root, limits, &mut report, progress);
        report
    }
}
