//! Pruning on synthetic trees: the experiment of P3, and the standing test that sound methods are
//! sound.
//!
//! The conventions under which P3's tables come out: all nodes are counted, inner nodes and the
//! root too; a method succeeds on a tree if it finds the same values at the root as the full
//! search; the percentage of nodes is averaged over successes.
//!
//! Every tree is a job of its own, so any number of threads gives the same result.

mod soundness;

use rules::tree::{Branch, Parameters, Rules, RulesError, Tree};
use rules::{Game, PerSeat};

pub use self::soundness::{Disagreement, prove};
use crate::Search;
use crate::evaluation::{Bounds, Evaluation};
use crate::limits::Limits;
use crate::maxn::{MaxN, Options};
use crate::report::Report;

/// The values that the nodes of a tree carry.
#[derive(Clone, Copy, Debug)]
pub struct TreeValues {
    sum: i32,
    floor: i32,
}

impl TreeValues {
    /// Returns the values of trees under these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let (low, _) = Tree::start(rules).reach(u32::MAX);
        Self {
            sum: rules.parameters().sum,
            // Values are known to be positive unless the changes are large; what the changes say
            // beyond that is for `reach`, so that its worth can be measured.
            floor: low.iter().copied().min().unwrap_or(0).min(0),
        }
    }
}

impl Evaluation<Tree> for TreeValues {
    #[inline]
    fn values(&self, tree: &Tree) -> PerSeat<i32> {
        tree.values()
    }

    #[inline]
    fn result(&self, tree: &Tree) -> PerSeat<i32> {
        tree.values()
    }

    fn sum(&self) -> Option<i32> {
        Some(self.sum)
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        self.floor
    }

    #[inline]
    fn reach(&self, tree: &Tree, plies: u32) -> Option<Bounds> {
        let (low, high) = tree.reach(plies);
        Some(Bounds { low, high })
    }
}

/// Returns the rules of one tree of a series: tree `number` of series `seed` has the seed `seed` ×
/// 1 000 000 + `number`, so that any of them can be looked at by its name.
///
/// # Errors
/// Returns an error if there is no such tree.
pub fn nth(series: &Parameters, number: u64) -> Result<Rules, RulesError> {
    Parameters {
        seed: series.seed.wrapping_mul(1_000_000).wrapping_add(number),
        ..*series
    }
    .check()
}

/// A method on one tree, beside the full search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether it found the same values at the root.
    pub same_values: bool,
    /// Whether it found the same move.
    pub same_move: bool,
    /// Nodes it visited.
    pub nodes: u64,
    /// Of these, nodes below moves that it searched again.
    pub researched: u64,
    /// Nodes of the full search.
    pub full_nodes: u64,
}

/// Searches a node of a tree by the values that its nodes carry. Whoever searches trees does it
/// here, so that the searches are compiled for them once.
pub fn search(
    tree: &Tree,
    options: Options,
    limits: &Limits,
    progress: &mut dyn FnMut(&Report<Branch>),
) -> Report<Branch> {
    MaxN::new(TreeValues::new(&tree.rules()), options).search(tree, limits, progress)
}

/// Searches a whole tree to its leaves, so that the last ply is known to be the last.
#[must_use]
pub fn search_all(rules: &Rules, options: Options) -> Report<Branch> {
    let limits = Limits::depth(rules.parameters().depth as u32);
    search(&Tree::start(rules), options, &limits, &mut |_| ())
}

/// Runs methods on a tree, each to its leaves.
#[must_use]
pub fn compare<const N: usize>(rules: &Rules, methods: [Options; N]) -> [Comparison; N] {
    let run = |options| search_all(rules, options);
    let full = run(Options::full());
    methods.map(|options| {
        let report = run(options);
        Comparison {
            same_values: report.values == full.values,
            same_move: report.best() == full.best(),
            nodes: report.nodes,
            researched: report.researched,
            full_nodes: full.nodes,
        }
    })
}

/// A method on a series of trees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many trees there were.
    pub trees: u64,
    /// How often the values were right.
    pub successes: u64,
    /// How often the move was right.
    pub same_moves: u64,
    /// Nodes in percent of the full search, averaged over successes; `None` without any.
    pub percent: Option<f64>,
    /// Nodes searched again in percent of the full search, averaged over successes.
    pub researched: Option<f64>,
}

impl Summary {
    /// Sums up comparisons, which have to come in the order of their trees.
    pub fn of(comparisons: impl IntoIterator<Item = Comparison>) -> Self {
        let mut summary = Self::default();
        let (mut nodes, mut researched) = (0.0, 0.0);
        for c in comparisons {
            summary.trees += 1;
            summary.same_moves += u64::from(c.same_move);
            if c.same_values {
                summary.successes += 1;
                nodes += c.nodes as f64 / c.full_nodes as f64;
                researched += c.researched as f64 / c.full_nodes as f64;
            }
        }
        if summary.successes > 0 {
            summary.percent = Some(100.0 * nodes / summary.successes as f64);
            summary.researched = Some(100.0 * researched / summary.successes as f64);
        }
        summary
    }
}
