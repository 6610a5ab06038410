//! One playout after the other: down the tree, on to a leaf's worth, and back up.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Game, PerSeat, Seat};

use super::history::History;
use super::policy::Policy;
use super::squash::Squasher;
use super::tree::Tree;
use super::{Leaf, Options};
use crate::evaluation::{Bounds, Evaluation};
use crate::limits::{Budget, Stopped};
use crate::report::Report;

/// A running search.
pub(super) struct Run<'a, G: Game, E, P> {
    root: &'a G,
    evaluation: &'a E,
    policy: &'a P,
    options: &'a Options,
    /// How deep the tree may grow.
    deepest: u32,
    tree: Tree<G::Move>,
    history: Option<History>,
    squasher: Squasher,
    /// The most a seat can get.
    most: i32,
    /// Whether what one of two seats gains the other loses.
    zero_sum: bool,
    random: Xoshiro256PlusPlus,
    /// The nodes from the root to the leaf of the current playout.
    path: Vec<usize>,
    /// How deep the tree is.
    depth: u32,
}

impl<'a, G: Game, E: Evaluation<G>, P: Policy<G>> Run<'a, G, E, P> {
    pub(super) fn new(
        root: &'a G,
        evaluation: &'a E,
        policy: &'a P,
        options: &'a Options,
        deepest: u32,
        random: Xoshiro256PlusPlus,
    ) -> Self {
        let seats = root.facts().seats;
        let mut tree = Tree::new(seats, options.capacity);
        tree.expand(0, root);
        Self {
            root,
            evaluation,
            policy,
            options,
            deepest,
            tree,
            history: options.history.map(|_| History::new::<G>(seats)),
            squasher: Squasher::new(options.squash, evaluation, seats),
            most: Bounds::anywhere(evaluation, seats).high[Seat::new(0)],
            zero_sum: seats == 2 && evaluation.is_constant_sum(),
            random,
            path: Vec::new(),
            depth: 0,
        }
    }

    /// Reports whether the value of the root is proven.
    pub(super) fn is_proven(&self) -> bool {
        self.tree.nodes[0].proven.is_some()
    }

    /// Makes one playout. If it is stopped on the way, its result is discarded.
    pub(super) fn playout(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let mut position = self.root.clone();
        if let Some(history) = &mut self.history {
            history.begin();
        }
        self.path.clear();
        self.path.push(0);
        budget.node()?;
        let mut node = 0;
        while self.grown(node, &position) {
            node = match self.followed(node, &position) {
                Some(child) => child,
                None => self.select(node),
            };
            self.path.push(node);
            let m = self.tree.nodes[node].m.expect("only the root has no move");
            self.play(&mut position, m, budget)?;
        }
        let (values, over) = self.worth(&mut position, budget)?;
        // A playout that began at the end of the game is a proof.
        if over && self.options.solver && self.options.others_follow_policy == 0 {
            self.tree.nodes[node].proven = Some(values);
        }
        self.back_up(values);
        self.depth = self.depth.max(self.path.len() as u32 - 1);
        Ok(())
    }

    /// Returns the child that the policy draws, where it and not the tree decides.
    fn followed(&mut self, node: usize, position: &G) -> Option<usize> {
        let often = self.options.others_follow_policy;
        if often == 0
            || position.turn() == self.root.turn()
            || often < 100 && self.random.random_range(0..100) >= often
        {
            return None;
        }
        let drawn = self.policy.next(position, &mut self.random);
        let mut children = self.tree.children(node);
        children.find(|&child| self.tree.nodes[child].m == drawn)
    }

    /// Reports whether the playout continues through this node's children, which are created on its
    /// second visit.
    fn grown(&mut self, node: usize, position: &G) -> bool {
        let level = self.path.len() as u32 - 1;
        if !self.tree.nodes[node].has_children()
            && self.tree.nodes[node].visits > 0
            && level < self.deepest
            && !position.is_finished()
        {
            self.tree.expand(node, position);
        }
        self.tree.nodes[node].has_children()
    }

    fn play(&mut self, position: &mut G, m: G::Move, budget: &mut Budget) -> Result<(), Stopped> {
        budget.node()?;
        if let Some(history) = &mut self.history {
            history.play::<G>(position.turn(), m);
        }
        position.play_unchecked(m);
        Ok(())
    }

    /// Returns the child to follow: any that was never visited, or the one that promises most.
    fn select(&mut self, node: usize) -> usize {
        let parent = &self.tree.nodes[node];
        let mover = parent.mover;
        let log = f64::from(parent.visits.max(1)).ln();
        let mut best = None;
        let mut equals = 0;
        for child in self.tree.children(node) {
            let n = &self.tree.nodes[child];
            if n.proven.is_some() {
                continue;
            }
            let past = match (&self.history, n.m) {
                (Some(history), Some(m)) => history.mean::<G>(mover, m),
                _ => 0.0,
            };
            let promise = if n.visits == 0 {
                // All unvisited ones come first, in the order of their history.
                f64::MAX / 2.0 * (1.0 + past)
            } else {
                let (mean, visits) = (n.mean(mover), f64::from(n.visits));
                let bonus = past * self.options.history.unwrap_or(0.0);
                mean + self.options.exploration * (log / visits).sqrt()
                    + bonus / (visits * (1.0 - mean) + 1.0)
            };
            let better = match best {
                Some((_, most)) if promise < most => false,
                // Each of several equals is chosen with the same probability.
                Some((_, most)) if promise == most => {
                    equals += 1;
                    self.random.random_range(0..=equals) == 0
                }
                _ => {
                    equals = 0;
                    true
                }
            };
            if better {
                best = Some((child, promise));
            }
        }
        best.expect("a node whose children are all proven is proven")
            .0
    }

    /// Returns what a leaf is worth, and whether the game is over there.
    fn worth(
        &mut self,
        position: &mut G,
        budget: &mut Budget,
    ) -> Result<(PerSeat<i32>, bool), Stopped> {
        let over = position.is_finished();
        if let Leaf::Playout { plies } = self.options.leaf {
            let mut left = plies.unwrap_or(u32::MAX);
            while left > 0
                && let Some(m) = self.policy.next(position, &mut self.random)
            {
                self.play(position, m, budget)?;
                left -= 1;
            }
        }
        budget.evaluation()?;
        Ok((self.evaluation.of(position), over))
    }

    /// Updates all nodes of the path, from the leaf up, and proves what has become provable.
    fn back_up(&mut self, values: PerSeat<i32>) {
        let mut values = values;
        let mut utilities = self.squasher.utilities(&values);
        if let Some(history) = &mut self.history {
            history.end(&utilities);
        }
        let mut proving = self.options.solver && self.options.others_follow_policy == 0;
        for place in (0..self.path.len()).rev() {
            let node = self.path[place];
            if proving && self.tree.nodes[node].has_children() {
                self.tree.prove(node, self.most, self.zero_sum);
            }
            match self.tree.nodes[node].proven {
                // From here up, the proven values replace the playout's.
                Some(proven) if proven != values => {
                    values = proven;
                    utilities = self.squasher.utilities(&values);
                }
                Some(_) => {}
                None => proving = false,
            }
            let node = &mut self.tree.nodes[node];
            node.visits += 1;
            for (total, utility) in node.totals.iter_mut().zip(utilities.iter()) {
                *total += utility;
            }
        }
    }

    /// Writes the current result into a report.
    pub(super) fn report(&self, report: &mut Report<G::Move>) {
        let utility = |values: &PerSeat<i32>, seat| self.squasher.utilities(values)[seat];
        let mut line = Vec::new();
        let mut node = 0;
        while let Some(child) = self.tree.favourite(node, utility) {
            line.extend(self.tree.nodes[child].m);
            if node == 0 {
                report.values = self.values(child);
            }
            node = child;
        }
        if !line.is_empty() {
            report.line = line;
        }
        report.exact = self.is_proven();
        report.depth = self.depth;
        if let Some(values) = self.tree.nodes[0].proven {
            report.values = values;
        }
    }

    /// Returns what every move of the root is worth to every seat, as far as it is known.
    pub(super) fn moves(&self) -> Vec<(G::Move, PerSeat<i32>)> {
        let children = self.tree.children(0);
        let valued = children.map(|child| {
            let m = self.tree.nodes[child].m.expect("only the root has no move");
            (m, self.values(child))
        });
        valued.collect()
    }

    /// Returns what a node is worth: what is proven, or the mean of its playouts, or the least if
    /// there was none.
    fn values(&self, node: usize) -> PerSeat<i32> {
        let node = &self.tree.nodes[node];
        let seats = node.totals.len();
        match node.proven {
            Some(proven) => proven,
            None if node.visits == 0 => PerSeat::all(seats, self.evaluation.floor()),
            None => PerSeat::from_fn(seats, |seat| self.squasher.value(node.mean(seat))),
        }
    }
}
