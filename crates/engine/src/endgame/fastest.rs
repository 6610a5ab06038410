//! Seven empty squares and more: the move that leaves the other side the fewest replies first,
//! and a small table of its own for each thread.

use super::shallow;
use crate::board::Board;
use crate::compiled::Compiled;
use crate::local_table::NO_SQUARE;
use crate::score::{ALL, INFINITE};
use crate::squares::{CORNERS, odd_quarters};
use crate::stability::worth_asking;
use crate::worker::Worker;

/// The most empty squares that are searched so.
pub(crate) const MOST: u32 = 12;

/// The fewest empty squares with a look at the limits of the search.
const LOOK_FROM: u32 = 9;

/// The fewest empty squares where the table is asked for the children first.
const CHILDREN_KNOWN_FROM: u32 = 8;

/// What one reply less is worth beside a move into an odd quarter.
const REPLY: i32 = 18;
const ODD_QUARTER: i32 = 17;
const REMEMBERED: i32 = 1 << 20;

/// Solves up to [`MOST`] empty squares in the window (`alpha`, `alpha` + 1).
#[inline(always)]
pub(crate) fn solve<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
) -> i32 {
    match board.empty_count() {
        0 => {
            worker.nodes += 1;
            board.final_score()
        }
        1..=4 => kernel.few(worker, board.own, board.other, alpha),
        5..=shallow::MOST => kernel.shallow(worker, board.own, board.other, alpha),
        _ => kernel.fastest(worker, board.own, board.other, alpha),
    }
}

/// Solves positions with one to four empty squares through the general rules: only roots come here
/// with fewer than four.
#[inline(always)]
pub(crate) fn few<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
) -> i32 {
    let board = Board { own, other };
    if board.empty_count() == 4 {
        return kernel.last_four(worker, own, other, alpha);
    }
    worker.nodes += 1;
    let mut moves = kernel.moves(own, other);
    if moves == 0 {
        if kernel.moves(other, own) == 0 {
            return board.final_score();
        }
        return -kernel.few(worker, other, own, -alpha - 1);
    }
    let mut best = -INFINITE;
    while moves != 0 && best <= alpha {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let next = board.placed(square, kernel.flips(own, other, square));
        best = best.max(-kernel.few(worker, next.own, next.other, -alpha - 1));
    }
    best
}

#[derive(Clone, Copy)]
struct Child {
    board: Board,
    square: u8,
    key: i32,
}

const NO_CHILD: Child = Child {
    board: Board { own: 0, other: 0 },
    square: NO_SQUARE,
    key: 0,
};

/// Solves seven or more empty squares in the window (`alpha`, `alpha` + 1).
#[inline(always)]
pub(crate) fn fastest<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
) -> i32 {
    worker.nodes += 1;
    let board = Board { own, other };
    let empties = board.empties();
    let count = empties.count_ones();
    if worth_asking(other, alpha, count) {
        let most = ALL - 2 * kernel.stable(worker.edges, other, own) as i32;
        if most <= alpha {
            return most;
        }
    }
    if count >= LOOK_FROM && worker.must_stop() {
        return alpha;
    }
    let hash = board.hash();
    let mut remembered = NO_SQUARE;
    if let Some(known) = worker.local.get(board, hash) {
        if i32::from(known.lower) > alpha {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) <= alpha {
            return i32::from(known.upper);
        }
        remembered = known.best;
    }
    let mut moves = kernel.moves(own, other);
    if moves == 0 {
        if kernel.moves(other, own) == 0 {
            return board.final_score();
        }
        return -kernel.fastest(worker, other, own, -alpha - 1);
    }

    // More than the squares that can be empty here, and a multiple of four.
    let mut children = [NO_CHILD; 16];
    let mut len = 0;
    while moves != 0 && len < 16 {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = kernel.flips(own, other, square);
        if flips == other {
            return ALL;
        }
        children[len].board = board.placed(square, flips);
        children[len].square = square as u8;
        len += 1;
    }
    if count >= CHILDREN_KNOWN_FROM {
        for child in &children[..len] {
            if let Some(known) = worker.local.get(child.board, child.board.hash())
                && -i32::from(known.upper) > alpha
            {
                return -i32::from(known.upper);
            }
        }
    }
    let odd = odd_quarters(empties);
    let mut from = 0;
    while from < len {
        let four = &mut children[from..from + 4];
        let replies = kernel.moves_of_four(
            [0, 1, 2, 3].map(|lane: usize| four[lane].board.own),
            [0, 1, 2, 3].map(|lane: usize| four[lane].board.other),
        );
        for (child, replies) in four.iter_mut().zip(replies) {
            let count = replies.count_ones() + (replies & CORNERS).count_ones();
            child.key = -REPLY * count as i32;
            if odd >> (child.square & 63) & 1 == 1 {
                child.key += ODD_QUARTER;
            }
            if child.square == remembered {
                child.key += REMEMBERED;
            }
        }
        from += 4;
    }

    let mut best = -INFINITE;
    let mut best_square = NO_SQUARE;
    for at in 0..len {
        let mut first = at;
        for later in at + 1..len {
            if children[later].key > children[first].key {
                first = later;
            }
        }
        children.swap(at, first);
        let Child { board, square, .. } = children[at];
        let value = if count - 1 <= shallow::MOST {
            -kernel.shallow(worker, board.own, board.other, -alpha - 1)
        } else {
            -kernel.fastest(worker, board.own, board.other, -alpha - 1)
        };
        if worker.stopped {
            return alpha;
        }
        if value > best {
            best = value;
            best_square = square;
            if value > alpha {
                break;
            }
        }
    }
    worker.local.put(board, hash, alpha, best, best_square);
    best
}
