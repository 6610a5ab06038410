//! The search above small endgames and leaves: principal variation search with the shared table,
//! cut-offs from the table's knowledge of children, stable discs, and selective cuts.
//!
//! `depth` counts plies; as many as there are empty squares means to the end. `level` is a level of
//! [`crate::selectivity`].

use crate::children::{Child, Children, list_children, pick, rate};
use crate::compiled::Compiled;
use crate::endgame::{fastest, ordered};
use crate::evaluation::Node;
use crate::leaf::{self, fine, to_discs};
use crate::local_table::{LocalTable, NO_SQUARE};
use crate::score::{ALL, INFINITE};
use crate::selectivity::{EXACT, SUREST, check_depth};
use crate::stability::worth_asking;
use crate::table::Found;
use crate::threads::Shared;
use crate::worker::Worker;

/// Checks of selective search within checks.
const MOST_CHECKS: u32 = 2;

/// Returns the least depth whose children are worth dividing among threads.
#[inline(always)]
const fn smallest_split(empties: u32, depth: u32) -> u32 {
    if depth == empties { 15 } else { 6 }
}

/// Returns the value in the window (`alpha`, `alpha` + 1).
#[inline(always)]
pub(crate) fn null_window<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
    depth: u32,
    level: u8,
) -> i32 {
    let board = node.board;
    let empties = board.empty_count();
    let depth = depth.min(empties);
    if depth == empties && empties <= fastest::MOST {
        return ordered::solve(kernel, worker, node, alpha);
    }
    if depth <= leaf::MOST {
        if level < EXACT
            && depth == leaf::MOST
            && let Some(value) = cut_at_a_glance(kernel, worker, node, alpha)
        {
            return value;
        }
        let fine = fine(alpha);
        return to_discs(kernel.leaf(worker, node, fine, fine + 1, depth));
    }
    worker.nodes += 1;
    if worker.must_stop_large() {
        return alpha;
    }
    if worth_asking(board.other, alpha, empties) {
        let most = ALL - 2 * kernel.stable(worker.edges, board.other, board.own) as i32;
        if most <= alpha {
            return most;
        }
    }
    let moves = kernel.moves(board.own, board.other);
    if moves == 0 {
        if kernel.moves(board.other, board.own) == 0 {
            return board.final_score();
        }
        return -kernel.null_window(worker, &node.passed(), -alpha - 1, depth, level);
    }
    let hash = board.hash();
    let mut remembered = [NO_SQUARE; 2];
    if let Some(entry) = worker.table.get(board, hash) {
        if entry.serves(depth, level) {
            if i32::from(entry.lower) > alpha {
                return i32::from(entry.lower);
            }
            if i32::from(entry.upper) <= alpha {
                return i32::from(entry.upper);
            }
        }
        remembered = entry.moves;
    }
    if level < EXACT
        && worker.checks < MOST_CHECKS
        && let Some(value) = selective_cut(kernel, worker, node, alpha, depth, level)
    {
        return value;
    }

    let mut children = Children::new();
    if list_children(kernel, board, moves, &mut children) {
        return ALL;
    }
    if let Some(value) = cut_by_children(worker, &children, alpha, depth, level) {
        return value;
    }
    let mut best = -INFINITE;
    let mut best_square = NO_SQUARE;
    let mut at = 0;
    let mut rated = false;
    while at < children.len() {
        let known = remembered.get(at).and_then(|&square| {
            let rest = children[at..].iter();
            rest.into_iter().position(|child| child.square == square)
        });
        match known {
            Some(place) if !rated => children.swap(at, at + place),
            _ => {
                if !rated {
                    rate(kernel, worker, node, &mut children[at..], depth);
                    rated = true;
                }
                if at > 0
                    && depth >= smallest_split(empties, depth)
                    && let Some(team) = worker.team
                    && team.has_idle()
                {
                    children[at..].sort_by_key(|child| -child.key);
                    let shared = Shared {
                        alpha,
                        depth,
                        level,
                        checks: worker.checks,
                    };
                    let (value, square) =
                        team.search(kernel, worker, node, &children[at..], shared);
                    if worker.stopped {
                        return alpha;
                    }
                    if value > best {
                        (best, best_square) = (value, square);
                    }
                    break;
                }
                pick(&mut children, at);
            }
        }
        let child = &children[at];
        let next = child.node(node);
        let value = -kernel.null_window(worker, &next, -alpha - 1, depth - 1, level);
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
        at += 1;
    }
    let found = Found {
        alpha,
        beta: alpha + 1,
        value: best,
        depth,
        level,
        best: best_square,
    };
    worker.table.put(board, hash, &found);
    best
}

/// Reports whether a table knows a child so bad for the other side that this node fails high: the
/// local one if the children are small endgames, otherwise the shared one.
#[inline(always)]
fn cut_by_children(
    worker: &Worker<'_>,
    children: &[Child],
    alpha: i32,
    depth: u32,
    level: u8,
) -> Option<i32> {
    let first = children.first()?.board;
    // Loops and no closures: those would be compiled without the kernel's instructions.
    if depth > first.empty_count() && depth <= fastest::MOST + 1 {
        for child in children {
            worker.local.prefetch(LocalTable::place(child.board));
        }
        for child in children {
            let board = child.board;
            if let Some(known) = worker.local.get(board, LocalTable::place(board))
                && -i32::from(known.upper) > alpha
            {
                return Some(-i32::from(known.upper));
            }
        }
        return None;
    }
    if depth - 1 <= leaf::MOST {
        // Leaves are never stored.
        return None;
    }
    for child in children {
        worker.table.prefetch(child.board.hash());
    }
    for child in children {
        let board = child.board;
        if let Some(entry) = worker.table.get(board, board.hash())
            && entry.serves(depth - 1, level)
            && -i32::from(entry.upper) > alpha
        {
            return Some(-i32::from(entry.upper));
        }
    }
    None
}

/// Cuts the last plies if the evaluation is so far outside the window that they hardly bring it back. Nothing is asked
/// more often, and no check follows, so the margin is the surest one.
#[inline(always)]
fn cut_at_a_glance<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
) -> Option<i32> {
    let empties = node.board.empty_count();
    let margin = worker.margins.get(empties, leaf::MOST, SUREST);
    let now = to_discs(kernel.evaluate(worker.weights.at(empties), &node.indices));
    worker.nodes += 1;
    if now > alpha + margin {
        Some(alpha + 1)
    } else if now <= alpha - margin {
        Some(alpha)
    } else {
        None
    }
}

/// Cuts if a shallow search is so far outside the window that the deep one hardly comes back.
#[inline(always)]
fn selective_cut<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
    depth: u32,
    level: u8,
) -> Option<i32> {
    let empties = node.board.empty_count();
    let margin = worker.margins.get(empties, depth, level);
    let check = check_depth(empties, depth);
    let ply = worker.weights.at(empties);
    let now = to_discs(kernel.evaluate(ply, &node.indices));
    let (high, low) = (alpha + 1 + margin, alpha - margin);
    // The evaluation says which side is worth a try.
    worker.checks += 1;
    let cut = if high <= ALL && now > alpha {
        let value = kernel.null_window(worker, node, high - 1, check, level);
        (value >= high).then_some(alpha + 1)
    } else if low >= -ALL && now <= alpha {
        let value = kernel.null_window(worker, node, low, check, level);
        (value <= low).then_some(alpha)
    } else {
        None
    };
    worker.checks -= 1;
    if worker.stopped { Some(alpha) } else { cut }
}

/// Returns the value in the window (`alpha`, `beta`), along the principal variation.
#[inline(always)]
pub(crate) fn principal<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
    beta: i32,
    depth: u32,
    level: u8,
) -> i32 {
    let board = node.board;
    let empties = board.empty_count();
    let depth = depth.min(empties);
    if depth == empties && empties <= fastest::MOST {
        return solve_window(kernel, worker, node, alpha, beta);
    }
    if depth <= leaf::MOST {
        return to_discs(kernel.leaf(worker, node, fine(alpha), fine(beta - 1) + 1, depth));
    }
    worker.nodes += 1;
    if worker.must_stop_large() {
        return alpha;
    }
    let moves = kernel.moves(board.own, board.other);
    if moves == 0 {
        if kernel.moves(board.other, board.own) == 0 {
            return board.final_score();
        }
        return -kernel.principal(worker, &node.passed(), -beta, -alpha, depth, level);
    }
    let hash = board.hash();
    let mut children = Children::new();
    if list_children(kernel, board, moves, &mut children) {
        return ALL;
    }
    rate(kernel, worker, node, &mut children, depth);
    if let Some(entry) = worker.table.get(board, hash) {
        for child in &mut children {
            for (rank, &square) in entry.moves.iter().enumerate() {
                if child.square == square {
                    child.key += 1 << (21 - rank);
                }
            }
        }
    }
    let mut best = -INFINITE;
    let mut best_square = NO_SQUARE;
    let mut floor = alpha;
    for at in 0..children.len() {
        pick(&mut children, at);
        let child = &children[at];
        let next = child.node(node);
        let mut value = floor;
        if at > 0 {
            value = -kernel.null_window(worker, &next, -floor - 1, depth - 1, level);
        }
        if !worker.stopped && (at == 0 || (value > floor && value < beta)) {
            value = -kernel.principal(worker, &next, -beta, -floor, depth - 1, level);
        }
        if worker.stopped {
            return alpha;
        }
        if value > best {
            best = value;
            best_square = child.square;
            floor = floor.max(value);
            if value >= beta {
                break;
            }
        }
    }
    let found = Found {
        alpha,
        beta,
        value: best,
        depth,
        level,
        best: best_square,
    };
    worker.table.put(board, hash, &found);
    best
}

/// Solves a small endgame in a wide window by windows of one point: small endgames are built for
/// those, and a principal variation has few of them.
#[inline(always)]
fn solve_window<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    loop {
        let value = ordered::solve(kernel, worker, node, alpha);
        if value <= alpha || value >= beta || worker.stopped {
            return value;
        }
        alpha = value;
    }
}
