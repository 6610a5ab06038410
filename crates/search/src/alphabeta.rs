//! Alpha-beta for two seats, in the form that negates (negamax), fail-soft, without memory: the
//! value is that of plain minimax.
//!
//! It is the search of P4: iterations under a limit of time, each beginning with the line that the
//! last one found. P4 measures with and without that line, so it can be switched off.

use rules::Game;

use crate::Search;
use crate::all_moves::{AllMoves, SearchAll};
use crate::evaluation::Score;
use crate::limits::{Limits, Stopped};
use crate::report::Report;
use crate::two_seats::root::{Plan, Root};
use crate::two_seats::window::Window;
use crate::two_seats::{Descent, Walk};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Deepens iteratively, 1, 2, 3 and so on; otherwise searches to the full depth at once.
    pub iterate: bool,
    /// Searches the line of the last iteration first; other moves keep the game's order.
    pub last_line_first: bool,
    /// Chooses among equal root moves by this seed, each as likely as the others; without it, the
    /// first in the game's order.
    pub shuffle: Option<u64>,
}

impl Default for Options {
    /// Returns the options of P4, without its seed.
    fn default() -> Self {
        Self {
            iterate: true,
            last_line_first: true,
            shuffle: None,
        }
    }
}

/// Alpha-beta with a score.
#[derive(Clone, Debug)]
pub struct AlphaBeta<S> {
    score: S,
    options: Options,
}

impl<S> AlphaBeta<S> {
    /// Creates a search with these options.
    pub const fn new(score: S, options: Options) -> Self {
        Self { score, options }
    }

    /// Returns the options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    fn root<'a, G: Game>(&'a self, root: &'a G) -> Root<'a, G, S>
    where
        S: Score<G>,
    {
        let plan = Plan {
            iterate: self.options.iterate,
            best_first: self.options.last_line_first,
            shuffle: self.options.shuffle,
        };
        Root::new(root, &self.score, plan)
    }

    fn worker<'a, G: Game>(&'a self, limits: &Limits) -> Worker<'a, G, S> {
        Worker {
            score: &self.score,
            last_line_first: self.options.last_line_first,
            walk: Walk::new(limits),
            last_line: Vec::new(),
        }
    }
}

impl<G: Game, S: Score<G>> Search<G> for AlphaBeta<S> {
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

impl<G: Game, S: Score<G>> SearchAll<G> for AlphaBeta<S> {
    fn all_moves(&mut self, root: &G, limits: &Limits) -> AllMoves<G::Move> {
        self.root(root).all_moves(&mut self.worker(limits), limits)
    }
}

struct Worker<'a, G: Game, S> {
    score: &'a S,
    last_line_first: bool,
    walk: Walk<G>,
    /// The line that the last iteration found.
    last_line: Vec<G::Move>,
}

impl<G: Game, S: Score<G>> Worker<'_, G, S> {
    /// Searches a position; `on_line` means that it is on the last iteration's line.
    fn value(
        &mut self,
        position: &G,
        remaining: u32,
        ply: u32,
        mut window: Window,
        on_line: bool,
    ) -> Result<i32, Stopped> {
        if remaining == 0 {
            return self.walk.leaf(self.score, position, ply);
        }
        self.walk.budget.node()?;
        self.walk.lines.clear(ply);
        let mut moves = G::Moves::default();
        position.generate(&mut moves);
        if moves.is_empty() {
            return self.walk.end(self.score, position, ply);
        }
        let first = self
            .last_line
            .get(ply as usize)
            .filter(|_| on_line)
            .copied();
        if let Some(place) = first.and_then(|first| moves.iter().position(|&m| m == first)) {
            moves[..=place].rotate_right(1);
        }
        let mut best = Window::OPEN.low;
        for &m in moves.iter() {
            let value = window.look(position, m, |child, window| {
                self.value(child, remaining - 1, ply + 1, window, first == Some(m))
            })?;
            if value <= best {
                continue;
            }
            best = value;
            if value >= window.high {
                break;
            }
            if value > window.low {
                window.low = value;
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

    fn begin(&mut self, line: &[G::Move]) {
        if self.last_line_first {
            self.last_line = line.to_vec();
        }
    }

    fn child(
        &mut self,
        m: G::Move,
        position: &G,
        remaining: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        let on_line = self.last_line.first() == Some(&m);
        self.value(position, remaining, 1, window, on_line)
    }
}
