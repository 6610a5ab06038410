//! Maxⁿ (Luckhardt and Irani 1986): every seat chooses what is best for itself, and one value per
//! seat travels up.
//!
//! Of equally good moves the one that the game generates first is chosen, whatever the order they
//! were searched in. So the value of a position and the move are a function of position, depth and
//! evaluation alone, and every sound pruning can be compared with the full search bit by bit.
//!
//! - [`plain`](Pruning::None), the full search;
//! - [`sdp`](Pruning::Sdp), sound for any number of seats; immediate and shallow pruning are its
//!   two special cases;
//! - [`cut_array`](Pruning::CutArray), P3's, which errs.

mod cut_array;
mod last_ply;
mod memo;
mod path;
mod plain;
mod sdp;
mod two;
mod worker;

use rules::Game;

use self::memo::Memo;
use self::worker::{Kept, Worker};
use crate::Search;
use crate::deepening::{Deepening, Iteration};
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::report::Report;

/// Which parts of the tree need not be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pruning {
    /// Searches everything.
    None,
    /// Stops once the seat to move has all it can get.
    Immediate,
    /// Also stops once the seat above will not choose this position (Korf 1991).
    Shallow,
    /// P3's array of cut values. Not sound: for three and more seats it can change value and move.
    CutArray,
    /// Sound deep pruning: positions that some seat further above will not choose are put off, and
    /// searched again only if it matters.
    Sdp,
}

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The parts of the tree that are left out.
    pub pruning: Pruning,
    /// Remembers positions in a table with 2 to the power of this many slots. It must not be used
    /// where the value of a position depends on the way to it.
    pub memo: Option<u8>,
    /// Prunes by [`Evaluation::reach`] too.
    pub bounds: bool,
    /// Searches what looks best for the mover first, except at the last ply.
    pub ordering: bool,
    /// Searches only this many moves of every position: those after which the mover's static value
    /// is best, the earlier one among equals.
    pub width: Option<usize>,
    /// Root-value pruning (P3): stops at the first root move that is worth this much to the mover.
    pub enough: Option<i32>,
    /// Deepens iteratively, 1, 2, 3 and so on; otherwise searches to the full depth at once.
    pub iterate: bool,
}

impl Options {
    /// Returns the options of the full search, without iterations.
    #[must_use]
    pub const fn full() -> Self {
        Self {
            pruning: Pruning::None,
            memo: None,
            bounds: false,
            ordering: false,
            width: None,
            enough: None,
            iterate: false,
        }
    }

    /// Returns the options that find the result of the full search in the least time.
    #[must_use]
    pub const fn fast() -> Self {
        Self {
            pruning: Pruning::Sdp,
            memo: Some(16),
            bounds: true,
            ordering: true,
            iterate: true,
            ..Self::full()
        }
    }

    /// Returns the same options for a search to the end of the game, which needs no iterations: one
    /// pass with a large table, in which transpositions meet.
    #[must_use]
    pub const fn solve() -> Self {
        Self {
            memo: Some(20),
            iterate: false,
            ..Self::fast()
        }
    }

    /// Reports whether a search to the end of the game finds its value.
    fn finds_truth(&self) -> bool {
        self.width.is_none() && self.enough.is_none() && self.pruning != Pruning::CutArray
    }
}

/// Maxⁿ with an evaluation.
pub struct MaxN<G: Game, E> {
    evaluation: E,
    options: Options,
    kept: Kept<G>,
}

impl<G: Game, E: Evaluation<G>> MaxN<G, E> {
    /// Creates a search with these options.
    pub fn new(evaluation: E, options: Options) -> Self {
        Self {
            evaluation,
            options,
            kept: Kept::new(options.memo.map(Memo::new)),
        }
    }

    /// Returns the options.
    pub const fn options(&self) -> &Options {
        &self.options
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for MaxN<G, E> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.kept.forget();
        let Self {
            evaluation,
            options,
            kept,
        } = self;
        let deepening = Deepening {
            limits,
            iterate: options.iterate,
            finds_truth: options.finds_truth(),
            enough: options.enough,
        };
        let seats = root.facts().seats;
        deepening.run(root, evaluation, progress, |depth, budget| {
            let mut worker = Worker::new(evaluation, options, budget, kept, seats);
            let found = worker.root(root, depth);
            let (partial, cut_off, researched) =
                (worker.partial, worker.cut_off, worker.researched);
            Iteration {
                found: found.map(|values| (values, kept.line(root, depth))),
                partial,
                cut_off,
                researched,
            }
        })
    }
}
