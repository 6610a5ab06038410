//! The last four empty squares, without a list of moves or a table. All windows are of one point; a
//! returned value is a bound on the side it falls, as in every search here.

use super::flip_count::turned_by_last;
use crate::board::Board;
use crate::compiled::Compiled;
use crate::squares::{NEIGHBOURS, QUARTERS};
use crate::worker::Worker;

#[inline(always)]
fn may_turn(other: u64, square: u32) -> bool {
    other & NEIGHBOURS[square as usize & 63] != 0
}

/// Solves a position with one empty square.
#[inline(always)]
fn last_one(worker: &mut Worker<'_>, own: u64, alpha: i32, square: u32) -> i32 {
    worker.nodes += 1;
    // With a disc there that turns nothing; each turned disc counts twice.
    let placed = 2 * own.count_ones() as i32 - 62;
    let turned = turned_by_last(own, square);
    if turned != 0 {
        return placed + turned;
    }
    // Without a move of ours the value is at most that.
    if placed <= alpha {
        return placed;
    }
    worker.nodes += 1;
    let turned = turned_by_last(!own, square);
    if turned != 0 || placed <= 0 {
        placed - 2 - turned
    } else {
        placed
    }
}

/// Solves a position with two empty squares; `None` if the side to move has to pass.
#[inline(always)]
fn try_two<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    [a, b]: [u32; 2],
) -> Option<i32> {
    worker.nodes += 1;
    let mut best = None;
    if may_turn(other, a) {
        let flips = kernel.flips(own, other, a);
        if flips != 0 {
            let value = -last_one(worker, other ^ flips, -alpha - 1, b);
            if value > alpha {
                return Some(value);
            }
            best = Some(value);
        }
    }
    if may_turn(other, b) {
        let flips = kernel.flips(own, other, b);
        if flips != 0 {
            let value = -last_one(worker, other ^ flips, -alpha - 1, a);
            return Some(best.map_or(value, |best: i32| best.max(value)));
        }
    }
    best
}

#[inline(always)]
fn last_two<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    squares: [u32; 2],
) -> i32 {
    match try_two(kernel, worker, own, other, alpha, squares) {
        Some(value) => value,
        None => kernel.passed_two(worker, own, other, alpha, squares),
    }
}

/// Solves the position after a pass with two empty squares; the discs are still those of the side
/// that passed.
#[inline(always)]
pub(crate) fn passed_two<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    squares: [u32; 2],
) -> i32 {
    match try_two(kernel, worker, other, own, -alpha - 1, squares) {
        Some(value) => -value,
        None => Board { own, other }.final_score(),
    }
}

/// Solves a position with three empty squares; `None` if the side to move has to pass.
#[inline(always)]
fn try_three<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    squares: [u32; 3],
) -> Option<i32> {
    worker.nodes += 1;
    let mut best = None;
    let [a, b, c] = alone_first(squares);
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if !may_turn(other, square) {
            continue;
        }
        let flips = kernel.flips(own, other, square);
        if flips == 0 {
            continue;
        }
        let next = Board { own, other }.placed(square, flips);
        let value = -last_two(kernel, worker, next.own, next.other, -alpha - 1, rest);
        if value > alpha {
            return Some(value);
        }
        best = Some(best.map_or(value, |best: i32| best.max(value)));
    }
    best
}

/// Orders three squares, one that is alone in its quarter before a pair.
#[inline(always)]
fn alone_first([a, b, c]: [u32; 3]) -> [u32; 3] {
    let (qa, qb, qc) = (quarter(a), quarter(b), quarter(c));
    if qa == qb && qc != qa {
        [c, a, b]
    } else if qa == qc && qb != qa {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

#[inline(always)]
const fn quarter(square: u32) -> u32 {
    square & 0b10_0100
}

/// Solves a position with three empty squares.
#[inline(always)]
pub(crate) fn last_three<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    squares: [u32; 3],
) -> i32 {
    match try_three(kernel, worker, own, other, alpha, squares) {
        Some(value) => value,
        None => kernel.passed_three(worker, own, other, alpha, squares),
    }
}

/// Solves the position after a pass with three empty squares; the discs are still those of the side
/// that passed.
#[inline(always)]
pub(crate) fn passed_three<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    squares: [u32; 3],
) -> i32 {
    match try_three(kernel, worker, other, own, -alpha - 1, squares) {
        Some(value) => -value,
        None => Board { own, other }.final_score(),
    }
}

/// Solves a position with four empty squares; `None` if the side to move has to pass.
#[inline(always)]
fn try_four<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
) -> Option<i32> {
    worker.nodes += 1;
    let mut best = None;
    let [a, b, c, d] = in_order(!(own | other));
    let tries = [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ];
    for (square, rest) in tries {
        if !may_turn(other, square) {
            continue;
        }
        let flips = kernel.flips(own, other, square);
        if flips == 0 {
            continue;
        }
        let next = Board { own, other }.placed(square, flips);
        let value = -kernel.last_three(worker, next.own, next.other, -alpha - 1, rest);
        if value > alpha {
            return Some(value);
        }
        best = Some(best.map_or(value, |best: i32| best.max(value)));
    }
    best
}

/// Returns the four squares, those alone in their quarters first.
#[inline(always)]
fn in_order(empties: u64) -> [u32; 4] {
    let mut alone = 0;
    for quarter in QUARTERS {
        let here = empties & quarter;
        if here & here.wrapping_sub(1) == 0 {
            alone |= here;
        }
    }
    let mut squares = [0; 4];
    let mut count = 0;
    for mut set in [alone, empties & !alone] {
        while set != 0 {
            squares[count & 3] = set.trailing_zeros();
            set &= set - 1;
            count += 1;
        }
    }
    squares
}

/// Solves a position with four empty squares.
#[inline(always)]
pub(crate) fn last_four<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
) -> i32 {
    match try_four(kernel, worker, own, other, alpha) {
        Some(value) => value,
        None => kernel.passed_four(worker, own, other, alpha),
    }
}

/// Solves the position after a pass with four empty squares; the discs are still those of the side
/// that passed.
#[inline(always)]
pub(crate) fn passed_four<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
) -> i32 {
    match try_four(kernel, worker, other, own, -alpha - 1) {
        Some(value) => -value,
        None => Board { own, other }.final_score(),
    }
}
