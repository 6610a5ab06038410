//! Best-first search with a learned evaluation (PUCT, Rosin 2011; Silver et al. 2017) for any number of
//! seats: every node keeps the mean value of each seat, and each seat chooses by its own.
//!
//! - expanding a node evaluates all moves at once; what the best of them is worth travels up, and how
//!   good each looks says how much of the search it gets;
//! - the solver proves results: what is proven is exactly the maxⁿ value, ties included;
//! - [`Habits`] say what others do besides what is best for them: so often the search follows them.
//!
//! Nothing is random: the same limits of nodes or evaluations give the same result.

mod tree;

use rules::{Game, PerSeat};

use self::tree::Tree;
use crate::Search;
use crate::all_moves::AllMoves;
use crate::deepening::{opening, over};
use crate::evaluation::{Bounds, Evaluation};
use crate::limits::{Budget, Limits, Stopped};
use crate::report::Report;

/// The number of expansions of a search without any other limit.
const ENOUGH: u64 = 10_000;

/// The number of expansions at the first progress report; later ones follow each time it has doubled.
const FIRST_REPORT: u64 = 64;

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How much is tried that looks worse.
    pub exploration: f32,
    /// How much worse than the best a move may look and still get a share: by this much, as a part
    /// of all there is to win, it gets e times less.
    pub temperature: f32,
    /// The most plies that a walk goes on while the best move is loud, see [`Evaluation::is_loud`].
    pub quiescence: u32,
    /// The most nodes of the tree; when it is full, the search continues without growing it.
    pub capacity: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            exploration: 0.1,
            temperature: 0.08,
            quiescence: 0,
            capacity: 1 << 20,
        }
    }
}

/// What seats do by habit, whatever it is worth to them.
pub trait Habits<G: Game> {
    /// Adds how often the seat to move plays each of the moves of a position by habit to `often`, which has as many
    /// zeros. Their sum is at most 1; the rest is what it finds best.
    fn habit(&mut self, position: &G, moves: &[G::Move], often: &mut [f32]);
}

/// PUCT with an evaluation. A limit of depth limits the tree.
pub struct Puct<E> {
    evaluation: E,
    options: Options,
}

impl<E> Puct<E> {
    /// Creates a search with these options.
    pub const fn new(evaluation: E, options: Options) -> Self {
        Self {
            evaluation,
            options,
        }
    }

    /// Searches, and returns the value of every root move for every seat. Moves that were tried less
    /// are known less well; one that was never tried has the value it seemed to have.
    pub fn all_moves<G: Game>(&self, root: &G, limits: &Limits) -> AllMoves<G::Move, PerSeat<i32>>
    where
        E: Evaluation<G>,
    {
        let Some(mut report) = opening(root, &self.evaluation) else {
            let report = over(root, &self.evaluation);
            let values = Vec::new();
            return AllMoves { values, report };
        };
        let tree = self.run(root, limits, None, &mut report, &mut |_| ());
        let values = tree.moves(0).collect();
        AllMoves { values, report }
    }

    /// Searches among others who are known to have habits. A position in which somebody has one is never
    /// proven, because what is proven is for those who play best.
    pub fn search_among<G: Game>(
        &self,
        root: &G,
        limits: &Limits,
        habits: Option<&mut dyn Habits<G>>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>
    where
        E: Evaluation<G>,
    {
        let Some(mut report) = opening(root, &self.evaluation) else {
            return over(root, &self.evaluation);
        };
        self.run(root, limits, habits, &mut report, progress);
        report
    }

    /// Grows a tree until a limit is met.
    fn run<G: Game>(
        &self,
        root: &G,
        limits: &Limits,
        habits: Option<&mut dyn Habits<G>>,
        report: &mut Report<G::Move>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Tree<G::Move>
    where
        E: Evaluation<G>,
    {
        let endless = Limits {
            depth: None,
            ..limits.clone()
        }
        .is_endless();
        let most = if endless { ENOUGH } else { u64::MAX };
        let seats = root.facts().seats;
        let scale = Bounds::anywhere(&self.evaluation, seats).high[root.turn()] as f32;
        let mut tree = Tree::new(seats, scale, &self.options);
        let mut budget = Budget::new(limits);
        let mut walk = Walk {
            root,
            evaluation: &self.evaluation,
            habits,
            quiescence: self.options.quiescence,
            deepest: limits
                .depth
                .map_or(usize::MAX, |plies| plies.max(1) as usize),
            path: Vec::new(),
            values: Vec::new(),
            often: Vec::new(),
        };
        let (mut done, mut next_report) = (0, FIRST_REPORT);
        while done < most && !tree.is_proven(0) {
            if walk.once(&mut tree, &mut budget).is_err() {
                report.stopped = true;
                break;
            }
            done += 1;
            if done == next_report {
                tree.report(report);
                report.account(&budget);
                progress(report);
                next_report *= 2;
            }
        }
        tree.report(report);
        report.account(&budget);
        tree
    }
}

/// One walk after the other: down the tree, one node more, and back up.
struct Walk<'a, 'h, G, E> {
    root: &'a G,
    evaluation: &'a E,
    habits: Option<&'h mut dyn Habits<G>>,
    quiescence: u32,
    /// How deep the tree may grow.
    deepest: usize,
    /// The nodes from the root to where the walk is.
    path: Vec<usize>,
    /// What the moves of a node are worth.
    values: Vec<PerSeat<i32>>,
    /// How often each of them is played by habit.
    often: Vec<f32>,
}

impl<G: Game, E: Evaluation<G>> Walk<'_, '_, G, E> {
    /// If it is stopped on the way, nothing has changed but nodes that were added at the end.
    fn once(&mut self, tree: &mut Tree<G::Move>, budget: &mut Budget) -> Result<(), Stopped> {
        let mut position = self.root.clone();
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
        budget.node()?;
        let values = loop {
            if tree.is_proven(node) {
                // Every walk costs an evaluation, so that limits of them are always met.
                budget.evaluation()?;
                break tree.mean(node);
            }
            if !tree.is_expanded(node) {
                let values = self.expand(tree, node, &position, budget)?;
                break self.quiet(tree, node, position, values, budget);
            }
            self.ask_habits(tree, node, &position);
            node = tree.select(node);
            position.play_unchecked(tree.leads_to(node));
            self.path.push(node);
            budget.node()?;
        };
        tree.back_up(&self.path, values);
        Ok(())
    }

    /// Asks once what somebody else does here by habit: not before the second visit, because it may take
    /// longer than many evaluations, and most nodes have only one.
    fn ask_habits(&mut self, tree: &mut Tree<G::Move>, node: usize, position: &G) {
        let Some(habits) = &mut self.habits else {
            return;
        };
        if position.turn() != self.root.turn() && tree.begins_to_ask(node) {
            let moves: Vec<G::Move> = tree.moves(node).map(|(m, _)| m).collect();
            self.often.clear();
            self.often.resize(moves.len(), 0.0);
            habits.habit(position, &moves, &mut self.often);
            tree.expect(node, &self.often);
        }
    }

    /// Goes on from a node that was expanded while its best move is loud, and returns what was found
    /// at the end.
    fn quiet(
        &mut self,
        tree: &mut Tree<G::Move>,
        mut node: usize,
        mut position: G,
        mut values: PerSeat<f32>,
        budget: &mut Budget,
    ) -> PerSeat<f32> {
        for _ in 0..self.quiescence {
            let Some(best) = tree.most_promising(node) else {
                break;
            };
            let m = tree.leads_to(best);
            if !self.evaluation.is_loud(&position, m) {
                break;
            }
            position.play_unchecked(m);
            self.path.push(best);
            node = best;
            match self.expand(tree, node, &position, budget) {
                Ok(found) => values = found,
                Err(Stopped) => break,
            }
        }
        values
    }

    /// Evaluates all moves of a node, and returns what the best is worth.
    fn expand(
        &mut self,
        tree: &mut Tree<G::Move>,
        node: usize,
        position: &G,
        budget: &mut Budget,
    ) -> Result<PerSeat<f32>, Stopped> {
        let moves = position.legal();
        if moves.is_empty() {
            budget.evaluation()?;
            return Ok(tree.end(node, &self.evaluation.result(position)));
        }
        if self.path.len() > self.deepest || !tree.has_room(moves.len()) {
            budget.evaluation()?;
            return Ok(tree.mean(node));
        }
        for _ in moves.iter() {
            if budget.evaluation().is_err() && node != 0 {
                return Err(Stopped);
            }
        }
        self.evaluation
            .after_each(position, &moves, &mut self.values);
        tree.begin(node, position.turn());
        for (m, values) in moves.into_iter().zip(&self.values) {
            tree.add(m, values);
        }
        Ok(tree.expanded(node))
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for Puct<E> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.search_among(root, limits, None, progress)
    }
}

#[cfg(test)]
mod tests;
