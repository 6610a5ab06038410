//! The last four empty squares, without a list of moves or a table. All windows are of one point; a
//! returned value is a bound on the side it falls, as in every search here.

use super::flip_count::turned_by_last;
use crate::board::Board;
use crate::compiled::Compiled;
use crate::score::INFINITE;
use crate::squares::NEIGHBOURS;
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

/// What the functions below return if the side to move has to pass.
const NO_MOVE: i32 = -INFINITE;

/// Solves a position with two empty squares, or returns [`NO_MOVE`].
#[inline(always)]
fn try_two<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    [a, b]: [u32; 2],
) -> i32 {
    worker.nodes += 1;
    let mut best = NO_MOVE;
    if may_turn(other, a) {
        let flips = kernel.flips(own, other, a);
        if flips != 0 {
            best = -last_one(worker, other ^ flips, -alpha - 1, b);
            if best > alpha {
                return best;
            }
        }
    }
    if may_turn(other, b) {
        let flips = kernel.flips(own, other, b);
        if flips != 0 {
            best = best.max(-last_one(worker, other ^ flips, -alpha - 1, a));
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
        NO_MOVE => kernel.passed_two(worker, own, other, alpha, squares),
        value => value,
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
        NO_MOVE => Board { own, other }.final_score(),
        value => -value,
    }
}

/// Three squares in the order in which they are tried, one in each byte: arrays would go through
/// memory on their way into a function.
#[inline(always)]
const fn three(a: u32, b: u32, c: u32) -> u32 {
    a | b << 8 | c << 16
}

/// Tries a disc on each square in turn, and ends the function with the first value above `alpha`, or
/// with the best one. Written out, every square stays in its register, and there is no closure: one
/// that is not inlined would be compiled without the kernel's instructions.
macro_rules! try_each {
    (
        $kernel:ident, $own:ident, $other:ident, $alpha:ident, $next:ident:
        $($square:ident => $value:expr;)*
    ) => {{
        let mut best = NO_MOVE;
        $(
            if may_turn($other, $square) {
                let flips = $kernel.flips($own, $other, $square);
                if flips != 0 {
                    let $next = Board { own: $own, other: $other }.placed($square, flips);
                    let value = -$value;
                    if value > $alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
        )*
        best
    }};
}

/// Solves a position with three empty squares, or returns [`NO_MOVE`].
#[inline(always)]
fn try_three<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    squares: u32,
) -> i32 {
    worker.nodes += 1;
    let (a, b, c) = (squares & 63, squares >> 8 & 63, squares >> 16 & 63);
    let below = -alpha - 1;
    try_each! {
        kernel, own, other, alpha, next:
        a => last_two(kernel, worker, next.own, next.other, below, [b, c]);
        b => last_two(kernel, worker, next.own, next.other, below, [a, c]);
        c => last_two(kernel, worker, next.own, next.other, below, [a, b]);
    }
}

/// Solves a position with three empty squares.
#[inline(always)]
pub(crate) fn last_three<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
    squares: u32,
) -> i32 {
    match try_three(kernel, worker, own, other, alpha, squares) {
        NO_MOVE => kernel.passed_three(worker, own, other, alpha, squares),
        value => value,
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
    squares: u32,
) -> i32 {
    match try_three(kernel, worker, other, own, -alpha - 1, squares) {
        NO_MOVE => Board { own, other }.final_score(),
        value => -value,
    }
}

/// Solves a position with four empty squares, or returns [`NO_MOVE`].
#[inline(always)]
fn try_four<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    own: u64,
    other: u64,
    alpha: i32,
) -> i32 {
    worker.nodes += 1;
    let ([a, b, c, d], two_pairs) = in_order(!(own | other));
    let below = -alpha - 1;
    // The rest is in its order too: one that is alone in its quarter comes before a pair.
    try_each! {
        kernel, own, other, alpha, next:
        a => kernel.last_three(worker, next.own, next.other, below, three(b, c, d));
        b => kernel.last_three(worker, next.own, next.other, below, three(a, c, d));
        c => {
            let rest = if two_pairs { three(d, a, b) } else { three(a, b, d) };
            kernel.last_three(worker, next.own, next.other, below, rest)
        };
        d => {
            let rest = if two_pairs { three(c, a, b) } else { three(a, b, c) };
            kernel.last_three(worker, next.own, next.other, below, rest)
        };
    }
}

/// For the quarters of four squares, two bits each, how far the squares are to be shifted out of
/// their bytes: those alone in their quarter first, pairs together. The highest bit says that
/// there are two pairs.
static ORDERS: [u32; 256] = {
    let mut orders = [0; 256];
    let mut quarters = 0;
    while quarters < 256 {
        let mut order = 0;
        let mut place = 0;
        let mut alone = 0;
        // One quarter after the other keeps pairs together.
        let mut pass = 0;
        while pass < 8 {
            let (quarter, size_one) = (pass % 4, pass < 4);
            let mut count = 0;
            let mut at = 0;
            while at < 4 {
                count += (quarters >> (2 * at) & 3 == quarter) as u32;
                at += 1;
            }
            at = 0;
            while at < 4 {
                let here = quarters >> (2 * at) & 3 == quarter;
                if here && (count == 1) == size_one {
                    order |= (8 * at as u32) << (8 * place);
                    place += 1;
                    alone += size_one as u32;
                }
                at += 1;
            }
            if count == 2 && alone == 0 && !size_one && place == 4 {
                order |= 1 << 31;
            }
            pass += 1;
        }
        orders[quarters] = order;
        quarters += 1;
    }
    orders
};

/// Returns the four squares, those alone in their quarters first, and whether they are two pairs.
#[inline(always)]
fn in_order(mut empties: u64) -> ([u32; 4], bool) {
    let mut squares = 0u32;
    for byte in 0..4 {
        squares |= empties.trailing_zeros() << (8 * byte);
        empties &= empties.wrapping_sub(1);
    }
    // The third bit of the row and of the column, beside each other, then all four together.
    let bits = squares >> 2 & 0x0909_0909;
    let pairs = (bits | bits >> 2) & 0x0303_0303;
    let order = ORDERS[(pairs.wrapping_mul(0x0104_1040) >> 24) as usize];
    let square = |byte: u32| squares >> (order >> (8 * byte) & 31) & 63;
    (
        [square(0), square(1), square(2), square(3)],
        order >> 31 == 1,
    )
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
        NO_MOVE => kernel.passed_four(worker, own, other, alpha),
        value => value,
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
        NO_MOVE => Board { own, other }.final_score(),
        value => -value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By definition: squares alone in their quarter come first, and pairs are not torn apart.
    #[test]
    fn four_squares_are_ordered_by_quarters() {
        let quarter = |square: u32| square & 0b10_0100;
        let mut seen = 0;
        for a in 0..64u32 {
            for b in a + 1..64 {
                for c in b + 1..64 {
                    let d = (c + 1 + (a * 7 + b * 3) % 8) % 64;
                    let set = 1u64 << a | 1 << b | 1 << c | 1 << d;
                    if set.count_ones() < 4 {
                        continue;
                    }
                    seen += 1;
                    let (order, two_pairs) = in_order(set);
                    let again = order.iter().fold(0, |all, &square| all | 1u64 << square);
                    assert_eq!(again, set);
                    let sizes = order.map(|one| {
                        let same = order.iter().filter(|&&two| quarter(one) == quarter(two));
                        same.count()
                    });
                    assert_eq!(two_pairs, sizes == [2; 4], "{order:?}");
                    assert!(sizes.is_sorted(), "{order:?}");
                    let [first, second, ..] = order;
                    assert!(!two_pairs || quarter(first) == quarter(second));
                }
            }
        }
        assert!(seen > 30_000);
    }
}
