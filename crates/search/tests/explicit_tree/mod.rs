//! A game whose whole tree is given: any shape, any order of turns, any values, and positions
//! that can be reached in several ways. What synthetic trees are too regular to show.

use std::sync::Arc;

use kaesu_search::{Bounds, Evaluation};
use rand::{Rng, RngExt};
use rules::{Facts, Game, Outcome, PerSeat, Seat};

/// A node: its values, whose turn it is, and where its moves lead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) values: PerSeat<i32>,
    pub(crate) mover: Seat,
    pub(crate) children: Vec<usize>,
}

/// A node of a given tree. The first node is the root, and children come after their parents.
#[derive(Clone, Debug)]
pub(crate) struct ExplicitTree {
    nodes: Arc<Vec<Node>>,
    at: usize,
}

impl PartialEq for ExplicitTree {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && self.nodes == other.nodes
    }
}

impl ExplicitTree {
    pub(crate) fn new(nodes: Vec<Node>) -> Self {
        Self {
            nodes: Arc::new(nodes),
            at: 0,
        }
    }

    /// A tree of one width with these leaves, where the seats take turns.
    pub(crate) fn from_leaves<const N: usize>(width: usize, leaves: &[[i32; N]]) -> Self {
        let depth = leaves.len().ilog(width) as usize;
        assert_eq!(
            width.pow(depth as u32),
            leaves.len(),
            "all leaves are given"
        );
        let mut nodes = Vec::new();
        for level in 0..=depth {
            let count = width.pow(level as u32);
            let first_below = nodes.len() + count;
            let branches = if level == depth { 0 } else { width };
            nodes.extend((0..count).map(|place| {
                Node {
                    values: PerSeat::from(if branches == 0 { leaves[place] } else { [0; N] }),
                    mover: Seat::new(level % N),
                    children: (0..branches)
                        .map(|branch| first_below + place * width + branch)
                        .collect(),
                }
            }));
        }
        Self::new(nodes)
    }

    /// A tree of random shape in layers, where turns jump and positions are shared; values add up
    /// to `sum`, or to at most `sum`.
    pub(crate) fn random(random: &mut impl Rng, seats: usize, sum: i32, constant: bool) -> Self {
        let depth = random.random_range(1..=6);
        let layers: Vec<usize> = (0..=depth)
            .map(|level: u32| match level {
                0 => 1,
                _ => random.random_range(2..=3_usize.pow(level).min(40)),
            })
            .collect();
        let mut nodes = Vec::new();
        let mut first_below = 0;
        for (level, &count) in layers.iter().enumerate() {
            first_below += count;
            let below = layers.get(level + 1).copied().unwrap_or(0);
            for _ in 0..count {
                let ends = below == 0 || level > 0 && random.random_bool(0.1);
                let width = if ends { 0 } else { random.random_range(1..=4) };
                nodes.push(Node {
                    values: random_values(random, seats, sum, constant),
                    mover: Seat::new(random.random_range(0..seats)),
                    children: (0..width)
                        .map(|_| first_below + random.random_range(0..below))
                        .collect(),
                });
            }
        }
        Self::new(nodes)
    }

    pub(crate) fn node(&self) -> &Node {
        &self.nodes[self.at]
    }

    /// The maxⁿ value and the index of the move, straight from the definition.
    pub(crate) fn maxn(&self, depth: u32) -> (PerSeat<i32>, usize) {
        let node = self.node();
        let mut best = (node.values, 0);
        if depth == 0 {
            return best;
        }
        for (index, &child) in node.children.iter().enumerate() {
            let values = self.at(child).maxn(depth - 1).0;
            if index == 0 || values[node.mover] > best.0[node.mover] {
                best = (values, index);
            }
        }
        best
    }

    pub(crate) fn at(&self, at: usize) -> Self {
        Self {
            nodes: Arc::clone(&self.nodes),
            at,
        }
    }
}

fn random_values(random: &mut impl Rng, seats: usize, sum: i32, constant: bool) -> PerSeat<i32> {
    let mut left = sum;
    let mut values = PerSeat::all(seats, 0);
    let start = random.random_range(0..seats);
    for step in 0..seats {
        let seat = Seat::new((start + step) % seats);
        let take = if constant && step + 1 == seats {
            left
        } else {
            random.random_range(0..=left)
        };
        values[seat] = take;
        left -= take;
    }
    values
}

/// The values the nodes carry, which add up to (at most) a number; bounds as tight as can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExplicitValues {
    pub(crate) sum: Option<i32>,
    pub(crate) constant: bool,
}

impl Evaluation<ExplicitTree> for ExplicitValues {
    fn values(&self, position: &ExplicitTree) -> PerSeat<i32> {
        position.node().values
    }

    fn result(&self, position: &ExplicitTree) -> PerSeat<i32> {
        position.node().values
    }

    fn sum(&self) -> Option<i32> {
        self.sum
    }

    fn is_constant_sum(&self) -> bool {
        self.constant
    }

    fn floor(&self) -> i32 {
        0
    }

    fn reach(&self, position: &ExplicitTree, plies: u32) -> Option<Bounds> {
        let own = position.node().values;
        let mut bounds = Bounds {
            low: own,
            high: own,
        };
        if plies > 0 {
            for &child in &position.node().children {
                let below = self.reach(&position.at(child), plies - 1)?;
                for seat in Seat::all(own.len()) {
                    bounds.low[seat] = bounds.low[seat].min(below.low[seat]);
                    bounds.high[seat] = bounds.high[seat].max(below.high[seat]);
                }
            }
        }
        Some(bounds)
    }
}

impl Game for ExplicitTree {
    type Rules = ();
    type Move = usize;
    type Moves = arrayvec::ArrayVec<usize, 64>;

    const MOVE_INDICES: usize = 64;

    fn start((): &()) -> Self {
        Self::from_leaves(2, &[[1, 0], [0, 1]])
    }

    fn rules(&self) {}

    fn facts(&self) -> Facts {
        Facts {
            seats: self.nodes[0].values.len(),
            longest: 64,
            score_sum: None,
        }
    }

    fn turn(&self) -> Seat {
        self.node().mover
    }

    fn generate(&self, moves: &mut Self::Moves) {
        moves.extend(0..self.node().children.len());
    }

    fn play_unchecked(&mut self, m: usize) {
        self.at = self.node().children[m];
    }

    fn resign(&mut self, _: Seat) {}

    fn is_out(&self, _: Seat) -> bool {
        false
    }

    fn is_finished(&self) -> bool {
        self.node().children.is_empty()
    }

    fn standing(&self) -> Outcome {
        Outcome::by_score(self.node().values)
    }

    fn key(&self) -> u64 {
        (self.at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn move_index(m: usize) -> usize {
        m
    }
}
