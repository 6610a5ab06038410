//! The tree that grows, and what is proven of it.

use rules::{PerSeat, Seat};

use super::Options;
use crate::report::Report;

/// A position that was reached.
struct Node<M> {
    /// The move that leads here; `None` for the root.
    m: Option<M>,
    /// Whose turn it is, once the node has children.
    mover: Seat,
    first_child: u32,
    children: u16,
    /// Whether `mean` is the value of the position under best play.
    proven: bool,
    /// Of the children that are proven, the one that the mover would play; 0 for none, because the
    /// root is nobody's child.
    known: u32,
    visits: u32,
    /// How often the one who moves here plays by habit, and how often this very move is played so.
    by_habit: f32,
    usual: f32,
    asked: bool,
    /// The share of the search that it gets as long as nothing else is known.
    prior: f32,
    /// What it seemed to be worth and all visits found, from 0 to 1 for each seat.
    mean: PerSeat<f32>,
}

/// All nodes, the root first; the children of a node lie side by side, in the game's order.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    options: Options,
    /// The most a seat can get.
    scale: f32,
    depth: u32,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(seats: usize, scale: f32, options: &Options) -> Self {
        let root = Node {
            m: None,
            mover: Seat::new(0),
            first_child: 0,
            children: 0,
            proven: false,
            known: 0,
            visits: 0,
            by_habit: 0.0,
            usual: 0.0,
            asked: false,
            prior: 1.0,
            mean: PerSeat::all(seats, 0.0),
        };
        Self {
            nodes: vec![root],
            options: *options,
            scale,
            depth: 0,
        }
    }

    pub(super) fn is_proven(&self, node: usize) -> bool {
        self.nodes[node].proven
    }

    pub(super) fn is_expanded(&self, node: usize) -> bool {
        self.nodes[node].children > 0
    }

    pub(super) fn mean(&self, node: usize) -> PerSeat<f32> {
        self.nodes[node].mean
    }

    /// Returns the move that leads to a node below the root.
    pub(super) fn leads_to(&self, node: usize) -> M {
        self.nodes[node].m.expect("only the root has no move")
    }

    pub(super) fn has_room(&self, moves: usize) -> bool {
        self.nodes.len() == 1 || self.nodes.len() + moves <= self.options.capacity
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node {
            first_child,
            children,
            ..
        } = self.nodes[node];
        first_child as usize..first_child as usize + usize::from(children)
    }

    fn share(&self, values: &PerSeat<i32>) -> PerSeat<f32> {
        values.map(|value| value as f32 / self.scale)
    }

    /// Notes that the game ends here.
    pub(super) fn end(&mut self, node: usize, result: &PerSeat<i32>) -> PerSeat<f32> {
        let mean = self.share(result);
        self.nodes[node].mean = mean;
        self.nodes[node].proven = true;
        mean
    }

    /// Begins to expand a node.
    pub(super) fn begin(&mut self, node: usize, mover: Seat) {
        self.nodes[node].mover = mover;
        self.nodes[node].first_child = self.nodes.len() as u32;
    }

    /// Adds a child of the node that is being expanded.
    pub(super) fn add(&mut self, m: M, values: &PerSeat<i32>) {
        let mean = self.share(values);
        self.nodes.push(Node {
            m: Some(m),
            mover: Seat::new(0),
            first_child: 0,
            children: 0,
            proven: false,
            known: 0,
            visits: 0,
            by_habit: 0.0,
            usual: 0.0,
            asked: false,
            prior: 0.0,
            mean,
        });
    }

    /// Reports whether nobody has asked for habits at this node yet.
    pub(super) fn begins_to_ask(&mut self, node: usize) -> bool {
        !std::mem::replace(&mut self.nodes[node].asked, true)
    }

    /// Notes how often each child of a node that was expanded is played by habit.
    pub(super) fn expect(&mut self, node: usize, often: &[f32]) {
        let children = self.children(node);
        self.nodes[node].by_habit = often.iter().sum();
        for (child, &often) in self.nodes[children].iter_mut().zip(often) {
            child.usual = often;
        }
    }

    /// Ends expanding a node, and returns what its best move is worth.
    pub(super) fn expanded(&mut self, node: usize) -> PerSeat<f32> {
        let first = self.nodes[node].first_child as usize;
        self.nodes[node].children = (self.nodes.len() - first) as u16;
        let mover = self.nodes[node].mover;
        let children = &mut self.nodes[first..];
        let mut best = 0;
        for child in 1..children.len() {
            if children[child].mean[mover] > children[best].mean[mover] {
                best = child;
            }
        }
        let most = children[best].mean[mover];
        let mut sum = 0.0;
        for child in &mut *children {
            child.prior = ((child.mean[mover] - most) / self.options.temperature).exp();
            sum += child.prior;
        }
        for child in &mut *children {
            child.prior /= sum;
        }
        children[best].mean
    }

    /// Returns the child that seems to be worth most to the mover of a node that was just expanded.
    pub(super) fn most_promising(&self, node: usize) -> Option<usize> {
        let mover = self.nodes[node].mover;
        self.children(node).reduce(|best, next| {
            if self.nodes[next].mean[mover] > self.nodes[best].mean[mover] {
                next
            } else {
                best
            }
        })
    }

    /// Returns the child that the mover plays by habit, as often as it does, otherwise the one that promises
    /// most to it, of those that are not proven.
    pub(super) fn select(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        if parent.by_habit > 0.0
            && let Some(usual) = self.missing(node)
        {
            return usual;
        }
        let explore = self.options.exploration * ((parent.visits + 1) as f32).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for at in self.children(node) {
            let child = &self.nodes[at];
            let promise =
                child.mean[parent.mover] + explore * child.prior / (child.visits + 1) as f32;
            if !child.proven && promise > best.1 {
                best = (at, promise);
            }
        }
        // All may be proven and their parent not, if its mover has a habit.
        if best.0 == 0 {
            parent.known as usize
        } else {
            best.0
        }
    }

    /// Returns the child that was visited least beside how often it is played by habit, if any was visited
    /// less.
    fn missing(&self, node: usize) -> Option<usize> {
        let visits = (self.nodes[node].visits + 1) as f32;
        let mut most = (None, 0.0);
        for at in self.children(node) {
            let child = &self.nodes[at];
            let missing = child.usual * visits - child.visits as f32;
            if missing > most.1 {
                most = (Some(at), missing);
            }
        }
        most.0
    }

    /// Tells all nodes of a path what was found at its end, and proves what can be proven. Nobody
    /// plays a move that found less than another is proven to be worth.
    pub(super) fn back_up(&mut self, path: &[usize], mut values: PerSeat<f32>) {
        self.depth = self.depth.max(path.len() as u32);
        let mut below = None;
        for &at in path.iter().rev() {
            if let Some(below) = below.filter(|&below| self.nodes[below as usize].proven) {
                self.learn_of(at, below);
            }
            let node = &self.nodes[at];
            if node.known > 0 && node.by_habit == 0.0 {
                let known = self.nodes[node.known as usize].mean;
                if known[node.mover] > values[node.mover] {
                    values = known;
                }
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            if node.proven {
                values = node.mean;
            } else {
                // What it seemed to be worth counts as one visit more.
                let part = 1.0 / (node.visits + 1) as f32;
                for (mean, value) in node.mean.iter_mut().zip(values.iter()) {
                    *mean += (value - *mean) * part;
                }
            }
            below = Some(at as u32);
        }
    }

    /// Notes that a child is proven, which may prove its parent. The value is that of maxⁿ where the
    /// first of equal moves is played: a move that gives its mover all there is proves the parent only
    /// if all moves before it are proven.
    fn learn_of(&mut self, parent: usize, child: u32) {
        let mover = self.nodes[parent].mover;
        let worth = |at: u32| self.nodes[at as usize].mean[mover];
        let known = self.nodes[parent].known;
        let better = |one: u32, other: u32| {
            worth(one) > worth(other) || worth(one) == worth(other) && one < other
        };
        let known = if known == 0 || better(child, known) {
            child
        } else {
            known
        };
        let (all, most) = (self.children(parent), worth(known) >= 1.0);
        let needed = if most { all.start..known as usize } else { all };
        let proven = needed.into_iter().all(|child| self.nodes[child].proven);
        let mean = self.nodes[known as usize].mean;
        let parent = &mut self.nodes[parent];
        parent.known = known;
        if proven && parent.by_habit == 0.0 {
            parent.proven = true;
            parent.mean = mean;
        }
    }

    /// Returns the child that will be played: of those visited most and those that are proven, the
    /// one that is worth most.
    fn favourite(&self, node: usize) -> Option<usize> {
        let mover = self.nodes[node].mover;
        let key = |child: &usize| {
            let child = &self.nodes[*child];
            (child.visits, child.mean[mover])
        };
        let better = |one: (u32, f32), other: (u32, f32)| {
            one.0 > other.0 || one.0 == other.0 && one.1 > other.1
        };
        let open = self
            .children(node)
            .filter(|&child| !self.nodes[child].proven);
        let open = open.reduce(|best, next| {
            if better(key(&next), key(&best)) {
                next
            } else {
                best
            }
        });
        let known = self
            .children(node)
            .filter(|&child| self.nodes[child].proven);
        let known = known.reduce(|best, next| {
            if key(&next).1 > key(&best).1 {
                next
            } else {
                best
            }
        });
        match (known, open) {
            (Some(known), Some(open)) => Some(if key(&known).1 >= key(&open).1 {
                known
            } else {
                open
            }),
            (known, open) => known.or(open),
        }
    }

    fn values(&self, node: usize) -> PerSeat<i32> {
        let scale = self.scale;
        self.nodes[node]
            .mean
            .map(|share| (share * scale).round() as i32)
    }

    /// Returns every move of a node with what it is worth.
    pub(super) fn moves(&self, node: usize) -> impl Iterator<Item = (M, PerSeat<i32>)> {
        self.children(node)
            .map(|child| (self.leads_to(child), self.values(child)))
    }

    /// Reports what is known so far.
    pub(super) fn report(&self, report: &mut Report<M>) {
        let Some(best) = self.favourite(0) else {
            return;
        };
        report.values = self.values(if self.nodes[0].proven { 0 } else { best });
        report.line.clear();
        let mut node = best;
        loop {
            report.line.push(self.leads_to(node));
            match self.favourite(node) {
                Some(next) if self.nodes[next].visits > 0 => node = next,
                _ => break,
            }
        }
        report.depth = self.depth;
        report.exact = self.nodes[0].proven;
    }
}
