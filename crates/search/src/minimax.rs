//! Plain minimax for two seats, in the form that negates (negamax): everything is searched, so it
//! is slow, and every pruning for two seats has to agree with it.
//!
//! It is the search of P2, and the one that P4 compares its own with.

use rules::Game;

use crate::Search;
use crate::all_moves::{AllMoves, SearchAll};
use crate::evaluation::Score;
use crate::limits::{Limits, Stopped};
use crate::report::Report;
use crate::two_seats::root::{Plan, Root};
use crate::two_seats::window::Window;
use crate::two_seats::{Descent, Walk};

/// Plain minimax to the depth of the limits at once; without one, to the end of the game.
#[derive(Clone, Debug)]
pub struct Minimax<S> {
    score: S,
    shuffle: Option<u64>,
}

impl<S> Minimax<S> {
    /// Creates a search by this score. Of equal root moves the first in the game's order is chosen.
    pub const fn new(score: S) -> Self {
        Self {
            score,
            shuffle: None,
        }
    }

    /// Chooses among equal root moves by this seed, each as likely as the others.
    #[must_use]
    pub fn shuffled(mut self, seed: Option<u64>) -> Self {
        self.shuffle = seed;
        self
    }

    fn root<'a, G: Game>(&'a self, root: &'a G) -> Root<'a, G, S>
    where
        S: Score<G>,
    {
        let plan = Plan {
            iterate: false,
            best_first: false,
            shuffle: self.shuffle,
        };
        Root::new(root, &self.score, plan)
    }

    fn worker<'a, G: Game>(&'a self, limits: &Limits) -> Worker<'a, G, S> {
        Worker {
            score: &self.score,
            walk: Walk::new(limits),
        }
    }
}

impl<G: Game, S: Score<G>> Search<G> for Minimax<S> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.root(root)
            .search(&mut self.worker(limits), limits, progress)
    }
}

impl<G: Game, S: Score<G>> SearchAll<G> for Minimax<S> {
    fn all_moves(&mut self, root: &G, limits: &Limits) -> AllMoves<G::Move> {
        self.root(root).all_moves(&mut self.worker(limits), limits)
    }
}

struct Worker<'a, G: Game, S> {
    score: &'a S,
    walk: Walk<G>,
}

impl<G: Game, S: Score<G>> Worker<'_, G, S> {
    fn value(&mut self, position: &G, remaining: u32, ply: u32) -> Result<i32, Stopped> {
        if remaining == 0 {
            return self.walk.leaf(self.score, position, ply);
        }
        self.walk.budget.node()?;
        self.walk.lines.clear(ply);
        let moves = position.legal();
        if moves.is_empty() {
            return self.walk.end(self.score, position, ply);
        }
        let mut best = Window::OPEN.low;
        for m in moves {
            let value = Window::OPEN.look(position, m, |child, _| {
                self.value(child, remaining - 1, ply + 1)
            })?;
            if value > best {
                best = value;
                self.walk.lines.adopt(ply, m, remaining == 1);
            }
        }
        Ok(best)
    }
}

impl<G: Game, S: Score<G>> Descent<G> for Worker<'_, G, S> {
    const SCOUTS: bool = false;

    fn walk(&mut self) -> &mut Walk<G> {
        &mut self.walk
    }

    fn begin(&mut self, _: &[G::Move]) {}

    fn child(
        &mut self,
        _: G::Move,
        position: &G,
        remaining: u32,
        _: Window,
    ) -> Result<i32, Stopped> {
        self.value(position, remaining, 1)
    }
}
