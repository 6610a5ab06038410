//! Six empty squares and more: the move that leaves the other side the fewest replies first,
//! and a small table of its own for each thread.

use super::shallow;
use crate::board::Board;
use crate::compiled::Compiled;
use crate::local_table::{LocalTable, NO_SQUARE};
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

/// How many positions are looked at together.
const EIGHT: usize = 8;

/// Bits for the place of a move in the list.
const PLACE_BITS: u32 = ROOM.next_power_of_two().ilog2();

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
        shallow::COUNT => kernel.shallow(worker, board.own, board.other, alpha),
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

/// More moves than there can be here, in whole eights.
const ROOM: usize = MOST.next_multiple_of(EIGHT as u32) as usize;

/// Solves six or more empty squares in the window (`alpha`, `alpha` + 1).
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
    let mut moves = kernel.moves(own, other);
    if moves == 0 {
        if kernel.moves(other, own) == 0 {
            return board.final_score();
        }
        return -kernel.fastest(worker, other, own, -alpha - 1);
    }

    let mut owns = [0; ROOM];
    let mut others = [0; ROOM];
    let mut squares = [NO_SQUARE; ROOM];
    let mut places = [0; ROOM];
    let mut len = 0;
    while moves != 0 && len < ROOM {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = kernel.flips(own, other, square);
        if flips == other {
            return ALL;
        }
        let child = board.placed(square, flips);
        (owns[len], others[len]) = (child.own, child.other);
        squares[len] = square as u8;
        if count >= CHILDREN_KNOWN_FROM {
            places[len] = LocalTable::place(child);
            worker.local.prefetch(places[len]);
        }
        len += 1;
    }

    // Each key ends with the place of its move, so that the highest key says which it is.
    let mut keys = [i32::MIN; ROOM];
    let odd = odd_quarters(empties);
    for from in (0..len).step_by(EIGHT) {
        let eight = from / EIGHT;
        let (owns, others) = (&owns.as_chunks().0[eight], &others.as_chunks().0[eight]);
        let replies = kernel.moves_of_eight(owns, others);
        for (lane, replies) in replies.into_iter().enumerate() {
            let at = (from + lane) % ROOM;
            let count = replies.count_ones() + (replies & CORNERS).count_ones();
            let parity = (odd >> (squares[at] & 63) & 1) as i32;
            let again = i32::from(squares[at] == remembered);
            let key = again * REMEMBERED + parity * ODD_QUARTER - REPLY * count as i32;
            // Lanes beyond the last move have no replies and must not win.
            let key = if at < len {
                key << PLACE_BITS
            } else {
                i32::MIN
            };
            keys[at] = key | at as i32;
        }
    }
    // Last, because by now they have come.
    if count >= CHILDREN_KNOWN_FROM {
        for at in 0..len {
            let child = Board {
                own: owns[at],
                other: others[at],
            };
            if let Some(known) = worker.local.get(child, places[at])
                && -i32::from(known.upper) > alpha
            {
                return -i32::from(known.upper);
            }
        }
    }

    let mut best = -INFINITE;
    let mut best_square = NO_SQUARE;
    for _ in 0..len {
        let first = keys.iter().fold(i32::MIN, |a, &b| a.max(b));
        let at = (first & ((1 << PLACE_BITS) - 1)) as usize % ROOM;
        keys[at] = i32::MIN;
        let value = if count - 1 == shallow::COUNT {
            -kernel.shallow(worker, owns[at], others[at], -alpha - 1)
        } else {
            -kernel.fastest(worker, owns[at], others[at], -alpha - 1)
        };
        if worker.stopped {
            return alpha;
        }
        if value > best {
            best = value;
            best_square = squares[at];
            if value > alpha {
                break;
            }
        }
    }
    worker.local.put(board, place, alpha, best, best_square);
    best
}
