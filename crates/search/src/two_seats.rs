//! What the searches for two seats have in common: windows, leaves, lines and the root.
//!
//! Of equally good root moves the one of the lowest rank is chosen, whatever the order they
//! were searched in. So value and move are a function of position, depth, score and seed alone, and
//! every sound pruning can be compared with plain minimax.

pub(crate) mod root;
pub(crate) mod window;

use rules::Game;

use crate::evaluation::{Score, Worth};
use crate::limits::{Budget, Limits, Stopped};

use self::window::Window;
use crate::line::Lines;

/// A search on its way through the tree: what it counts, and the lines it has found.
#[derive(Debug)]
pub(crate) struct Walk<G: Game> {
    pub(crate) budget: Budget,
    pub(crate) lines: Lines<G::Move>,
    /// Values that hold only because a limit of depth cut the game off. A part of the tree in
    /// which this does not grow is known to its end.
    pub(crate) cut_off: u64,
    /// The most plies after which a game was over.
    pub(crate) longest_game: u32,
    /// See [`Report::researched`](crate::Report::researched).
    pub(crate) researched: u64,
    /// Whether what is visited now was visited before.
    researching: bool,
}

/// Where a search of something again began, unless that was part of a larger one.
#[must_use]
pub(crate) struct Again(Option<u64>);

impl<G: Game> Walk<G> {
    /// Starts the clock.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            budget: Budget::new(limits),
            lines: Lines::new(),
            cut_off: 0,
            longest_game: 0,
            researched: 0,
            researching: false,
        }
    }

    /// Marks the start of searching something again.
    #[inline]
    pub(crate) fn search_again(&mut self) -> Again {
        let outermost = !self.researching;
        self.researching = true;
        Again(outermost.then(|| self.budget.nodes()))
    }

    /// Marks its end, finished or stopped.
    #[inline]
    pub(crate) fn searched_again(&mut self, again: Again) {
        if let Again(Some(start)) = again {
            self.researched += self.budget.nodes() - start;
            self.researching = false;
        }
    }

    /// Visits and values a position where the limit of depth is reached.
    #[inline(always)]
    pub(crate) fn leaf(
        &mut self,
        score: &impl Score<G>,
        position: &G,
        ply: u32,
    ) -> Result<i32, Stopped> {
        self.budget.node()?;
        self.budget.evaluation()?;
        match score.of(position) {
            Worth::Running(value) => {
                self.cut_off += 1;
                Ok(value)
            }
            Worth::Finished(value) => {
                self.longest_game = self.longest_game.max(ply);
                Ok(value)
            }
        }
    }

    /// Values a position, already visited, where the game is over.
    #[inline]
    pub(crate) fn end(
        &mut self,
        score: &impl Score<G>,
        position: &G,
        ply: u32,
    ) -> Result<i32, Stopped> {
        self.budget.evaluation()?;
        self.longest_game = self.longest_game.max(ply);
        Ok(score.result(position, position.turn()))
    }
}

/// One of the searches, as the [root] sees it.
pub(crate) trait Descent<G: Game> {
    /// Whether a move that is not expected to be better than the best so far is first asked
    /// whether it is, and only then how much.
    const SCOUTS: bool;

    /// Returns the walk with its counters.
    fn walk(&mut self) -> &mut Walk<G>;

    /// Begins an iteration, given the line that the last one found.
    fn begin(&mut self, line: &[G::Move]);

    /// Returns what the position after this root move is worth to the seat to move there: exactly
    /// within the window, outside of it a bound on the same side.
    fn child(
        &mut self,
        m: G::Move,
        position: &G,
        remaining: u32,
        window: Window,
    ) -> Result<i32, Stopped>;
}
