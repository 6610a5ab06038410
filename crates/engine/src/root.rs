//! The first moves of a search: their order from stage to stage, and the window around the guess.

use crate::board::Board;
use crate::compiled::Compiled;
use crate::evaluation::Node;
use crate::leaf;
use crate::score::{ALL, INFINITE};
use crate::stage::Stage;
use crate::worker::Worker;

/// A first move; `square` is `None` for a pass.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) square: Option<u32>,
    node: Node,
    /// What the last search that looked at it found: a bound, unless it was the best.
    pub(crate) value: i32,
}

/// The first moves of a position that is not over.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    /// The move that the last search found to be better than the one it began with, and a bound of
    /// its value: what a search that had to stop knows nevertheless.
    pub(crate) better: Option<(u32, i32)>,
}

impl Root {
    pub(crate) fn new<K: Compiled>(kernel: K, worker: &mut Worker<'_>, board: Board) -> Self {
        let node = Node::new(board);
        let root_move = |square, node| RootMove {
            square,
            node,
            value: -INFINITE,
        };
        let mut moves: Vec<RootMove> = (0..64)
            .filter(|&square| board.moves() >> square & 1 == 1)
            .map(|square| {
                let flips = kernel.flips(board.own, board.other, square);
                root_move(Some(square), node.placed(square, flips))
            })
            .collect();
        if moves.is_empty() {
            moves.push(root_move(None, node.passed()));
        }
        let wide = INFINITE * crate::evaluation::PARTS;
        for first in &mut moves {
            let depth = leaf::MOST.min(first.node.board.empty_count());
            first.value = -leaf::to_discs(kernel.leaf(worker, &first.node, -wide, wide, depth));
        }
        moves.sort_by_key(|first| -first.value);
        Self {
            moves,
            better: None,
        }
    }

    /// Returns the value of the best of the moves from `from` on, which is brought to that place.
    /// The others keep their order. If the search has to stop, it has left [`Root::better`].
    pub(crate) fn search<K: Compiled>(
        &mut self,
        kernel: K,
        worker: &mut Worker<'_>,
        from: usize,
        stage: Stage,
        (lowest, highest): (i32, i32),
    ) -> Option<i32> {
        self.better = None;
        let guess = self.moves[from].value.clamp(lowest + 1, highest - 1);
        let to_the_end = stage.depth > self.moves[from].node.board.empty_count();
        // Final scores are even.
        let guess = if to_the_end { guess & !1 } else { guess };
        let (mut alpha, mut beta) = ((guess - 1).max(lowest), (guess + 1).min(highest));
        let mut step = 2;
        loop {
            let value = self.within(kernel, worker, from, stage, alpha, beta)?;
            if value <= alpha && alpha > lowest {
                beta = value + 1;
                alpha = (value - step).max(lowest);
            } else if value >= beta && beta < highest {
                alpha = value - 1;
                beta = (value + step).min(highest);
            } else {
                return Some(value);
            }
            step *= 2;
            // Selective searches may contradict each other: then everything is asked at once.
            if step > ALL {
                (alpha, beta) = (lowest, highest);
            }
        }
    }

    fn within<K: Compiled>(
        &mut self,
        kernel: K,
        worker: &mut Worker<'_>,
        from: usize,
        stage: Stage,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let Stage { depth, level } = stage;
        worker.nodes += 1;
        let mut best = (-INFINITE, from);
        for at in from..self.moves.len() {
            let first = &mut self.moves[at];
            // A pass takes no ply.
            let below = if first.square.is_some() {
                depth - 1
            } else {
                depth
            };
            let mut value = alpha;
            if at > from {
                value = -kernel.null_window(worker, &first.node, -alpha - 1, below, level);
                if !worker.stopped && value > alpha {
                    self.better = first.square.map(|square| (square, value));
                }
            }
            if !worker.stopped && (at == from || (value > alpha && value < beta)) {
                value = -kernel.principal(worker, &first.node, -beta, -alpha, below, level);
            }
            if worker.stopped {
                return None;
            }
            first.value = value;
            if value > best.0 {
                best = (value, at);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.moves[from..=best.1].rotate_right(1);
        Some(best.0)
    }
}

/// The whole range of values.
pub(crate) const EVERYTHING: (i32, i32) = (-ALL - 1, ALL + 1);
