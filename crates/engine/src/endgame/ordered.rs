//! Eleven and twelve empty squares: moves in the order of the evaluation, with the small table of
//! [`super::fastest`].
//!
//! Below, finding that order costs more than it saves: from 10 empty squares on it saves another
//! 3 % of the nodes and takes 2 to 5 % more time (AMD EPYC, November 2026).

use super::fastest;
use crate::children::{Children, list_children, pick, rate};
use crate::compiled::Compiled;
use crate::evaluation::Node;
use crate::local_table::{LocalTable, NO_SQUARE};
use crate::score::{ALL, INFINITE};
use crate::stability::worth_asking;
use crate::worker::Worker;

/// The fewest empty squares that are searched so.
pub(crate) const FEWEST: u32 = 11;

/// Solves up to [`fastest::MOST`] empty squares in the window (`alpha`, `alpha` + 1).
#[inline(always)]
pub(crate) fn solve<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
) -> i32 {
    if node.board.empty_count() < FEWEST {
        fastest::solve(kernel, worker, node.board, alpha)
    } else {
        kernel.ordered(worker, node, alpha)
    }
}

/// Solves positions of this module in the window (`alpha`, `alpha` + 1).
#[inline(always)]
pub(crate) fn ordered<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
) -> i32 {
    worker.nodes += 1;
    let board = node.board;
    let count = board.empty_count();
    if worth_asking(board.other, alpha, count) {
        let most = ALL - 2 * kernel.stable(worker.edges, board.other, board.own) as i32;
        if most <= alpha {
            return most;
        }
    }
    if worker.must_stop() {
        return alpha;
    }
    let place = LocalTable::place(board);
    let mut remembered = NO_SQUARE;
    if let Some(known) = worker.local.get(board, place) {
        if i32::from(known.lower) > alpha {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) <= alpha {
            return i32::from(known.upper);
        }
        remembered = known.best;
    }
    let moves = kernel.moves(board.own, board.other);
    if moves == 0 {
        if kernel.moves(board.other, board.own) == 0 {
            return board.final_score();
        }
        return -kernel.ordered(worker, &node.passed(), -alpha - 1);
    }
    let mut children = Children::new();
    if list_children(kernel, board, moves, &mut children) {
        return ALL;
    }
    for child in &children {
        worker.local.prefetch(LocalTable::place(child.board));
    }
    for child in &children {
        let board = child.board;
        if let Some(known) = worker.local.get(board, LocalTable::place(board))
            && -i32::from(known.upper) > alpha
        {
            return -i32::from(known.upper);
        }
    }
    // The remembered move is tried before the others are rated: it may be enough.
    let first = children.iter().position(|c| c.square == remembered);
    children.swap(0, first.unwrap_or(0));
    let mut rated = false;
    let mut best = -INFINITE;
    let mut best_square = NO_SQUARE;
    for at in 0..children.len() {
        if at > 0 || first.is_none() {
            if !rated {
                rate(kernel, worker, node, &mut children[at..], count);
                rated = true;
            }
            pick(&mut children, at);
        }
        let child = &children[at];
        let value = if count > FEWEST {
            -kernel.ordered(worker, &child.node(node), -alpha - 1)
        } else {
            -fastest::solve(kernel, worker, child.board, -alpha - 1)
        };
        if worker.stopped {
            return alpha;
        }
        if value > best {
            best = value;
            best_square = child.square;
            if value > alpha {
                break;
            }
        }
    }
    worker.local.put(board, place, alpha, best, best_square);
    best
}
