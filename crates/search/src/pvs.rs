//! Principal variation search for two seats, with memory: the value and the move are those of plain
//! minimax to the same depth, found in a small part of its nodes.
//!
//! The first move of a position is searched in full; of the others it is only asked whether they
//! are better, which a good order makes rare (Marsland and Campbell 1982). Positions are remembered
//! during one search and forgotten before the next, so that a search depends on nothing but what it
//! is given.
//!
//! [`Options::endgame`] searches to the end of the game at once, and is exact.

mod memo;
mod ordering;
mod worker;

use rules::Game;

use self::memo::Memo;
use self::ordering::Ordering;
use self::worker::Worker;
use crate::Search;
use crate::all_moves::{AllMoves, SearchAll};
use crate::evaluation::Score;
use crate::limits::Limits;
use crate::report::Report;
use crate::two_seats::Walk;
use crate::two_seats::root::{Plan, Root};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Deepens iteratively, 1, 2, 3 and so on; otherwise searches to the full depth at once.
    pub iterate: bool,
    /// Remembers positions in a table of 2 to the power of so many slots of 24 bytes.
    pub table: u8,
    /// Chooses among equal root moves by this seed, each as likely as the others; without it, the
    /// first in the game's order.
    pub shuffle: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            iterate: true,
            table: 18,
            shuffle: None,
        }
    }
}

impl Options {
    /// Returns the options of a search to the end of the game without iterations. It pays where the
    /// score knows which moves are [promising](Score::move_hint) and knows how
    /// [near](Score::plies_left) the end is.
    #[must_use]
    pub fn endgame() -> Self {
        Self {
            iterate: false,
            ..Self::default()
        }
    }
}

/// Principal variation search with a score.
#[derive(Debug)]
pub struct Pvs<G: Game, S> {
    score: S,
    options: Options,
    memo: Memo,
    ordering: Ordering<G>,
}

impl<G: Game, S: Score<G>> Pvs<G, S> {
    /// Creates a search with these options.
    pub fn new(score: S, options: Options) -> Self {
        Self {
            score,
            options,
            memo: Memo::new(options.table),
            ordering: Ordering::new(),
        }
    }

    /// Returns the options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    fn start<'a>(&'a mut self, root: &'a G, limits: &Limits) -> (Root<'a, G, S>, Worker<'a, G, S>) {
        let plan = Plan {
            iterate: self.options.iterate,
            best_first: true,
            shuffle: self.options.shuffle,
        };
        self.memo.forget();
        self.ordering.forget();
        let worker = Worker {
            score: &self.score,
            most: self.score.most(),
            walk: Walk::new(limits),
            memo: &mut self.memo,
            ordering: &mut self.ordering,
        };
        (Root::new(root, &self.score, plan), worker)
    }
}

impl<G: Game, S: Score<G>> Search<G> for Pvs<G, S> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let (root, mut worker) = self.start(root, limits);
        root.search(&mut worker, limits, progress)
    }
}

impl<G: Game, S: Score<G>> SearchAll<G> for Pvs<G, S> {
    fn all_moves(&mut self, root: &G, limits: &Limits) -> AllMoves<G::Move> {
        let (root, mut worker) = self.start(root, limits);
        root.all_moves(&mut worker, limits)
    }
}
