//! The last plies of a search that stops before the end of the game: no table, few replies first or a fixed
//! order, values in parts of a disc.

use crate::board::Board;
use crate::compiled::Compiled;
use crate::evaluation::{Node, PARTS};
use crate::score::{ALL, INFINITE};
use crate::squares::CORNERS;
use crate::worker::Worker;

/// The most plies that are searched so.
pub(crate) const MOST: u32 = 2;

/// Squares from the best to the worst at first sight: corners, the squares that are safe, the
/// rest, C squares, X squares.
const CLASSES: [u64; 5] = [
    CORNERS,
    0x3c00_bdbd_bdbd_003c,
    0x003c_4242_4242_3c00,
    0x4281_0000_0000_8142,
    0x0042_0000_0000_4200,
];

/// Returns the value of a position `depth` plies deep, for the side to move.
#[inline(always)]
pub(crate) fn leaf<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    worker.nodes += 1;
    let board = node.board;
    if depth == 0 {
        let ply = worker.weights.at(board.empty_count());
        return kernel.evaluate(ply, &node.indices);
    }
    let moves = kernel.moves(board.own, board.other);
    if moves == 0 {
        if kernel.moves(board.other, board.own) == 0 {
            return PARTS * board.final_score();
        }
        return -kernel.leaf(worker, &node.passed(), -beta, -alpha, depth);
    }
    if depth == 1 {
        last_ply(kernel, worker, node, moves, beta)
    } else {
        two_plies(kernel, worker, node, moves, alpha, beta)
    }
}

/// Returns the best value after one of these moves, or the first that reaches `beta`.
#[inline(always)]
fn last_ply<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    moves: u64,
    beta: i32,
) -> i32 {
    let board = node.board;
    let ply = worker.weights.at(board.empty_count() - 1);
    let mut best = -INFINITE * PARTS;
    for class in CLASSES {
        let mut set = moves & class;
        while set != 0 {
            let square = set.trailing_zeros();
            set &= set - 1;
            let flips = kernel.flips(board.own, board.other, square);
            if flips == board.other {
                return ALL * PARTS;
            }
            worker.nodes += 1;
            let value = -kernel.evaluate(ply, &node.indices.placed(square, flips));
            if value > best {
                best = value;
                if value >= beta {
                    return value;
                }
            }
        }
    }
    best
}

/// Room for the moves of most positions, in whole eights; what goes beyond is tried last.
const ROOM: usize = 32;

/// How many positions are looked at together.
const EIGHT: usize = 8;

/// Returns the value two plies deep, the move that leaves the fewest replies first: what the replies are is asked
/// anyway. Lists and keys are like those of small endgames (`endgame::fastest`) and written again: what both shared in one type
/// took 4 % longer to solve (AMD EPYC Zen 5, November 2026).
#[inline(always)]
fn two_plies<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    node: &Node,
    mut moves: u64,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let board = node.board;
    let mut best = -INFINITE * PARTS;
    while moves != 0 {
        let mut owns = [0; ROOM];
        let mut others = [0; ROOM];
        let mut turned = [0; ROOM];
        let mut squares = [0; ROOM];
        let mut len = 0;
        while moves != 0 && len < ROOM {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let flips = kernel.flips(board.own, board.other, square);
            if flips == board.other {
                return ALL * PARTS;
            }
            let child = board.placed(square, flips);
            (owns[len], others[len]) = (child.own, child.other);
            (turned[len], squares[len]) = (flips, square);
            len += 1;
        }

        // Each key ends with the place of its move, so that the highest key says which it is.
        let mut replies = [0u64; ROOM];
        let mut keys = [i32::MIN; ROOM];
        for eight in 0..len.div_ceil(EIGHT) {
            let (owns, others) = (&owns.as_chunks().0[eight], &others.as_chunks().0[eight]);
            let found = kernel.moves_of_eight(owns, others);
            replies.as_chunks_mut().0[eight] = found;
            for (lane, replies) in found.into_iter().enumerate() {
                let at = EIGHT * eight + lane;
                let count = replies.count_ones() + (replies & CORNERS).count_ones();
                let key = -(count as i32) * ROOM as i32 + at as i32;
                keys[at] = if at < len { key } else { i32::MIN };
            }
        }
        for _ in 0..len {
            let first = keys.iter().fold(i32::MIN, |a, &b| a.max(b));
            let at = first as usize % ROOM;
            keys[at] = i32::MIN;
            let next = Node {
                board: Board {
                    own: owns[at],
                    other: others[at],
                },
                indices: node.indices.placed(squares[at], turned[at]),
            };
            let value = if replies[at] == 0 {
                -kernel.leaf(worker, &next, -beta, -alpha, 1)
            } else {
                worker.nodes += 1;
                -last_ply(kernel, worker, &next, replies[at], -alpha)
            };
            if value > best {
                best = value;
                if value >= beta {
                    return value;
                }
                alpha = alpha.max(value);
            }
        }
    }
    best
}

/// Returns a fine value in whole discs, the same for both sides: halves go away from zero.
#[inline(always)]
pub(crate) const fn to_discs(value: i32) -> i32 {
    (value + value.signum() * (PARTS / 2)) / PARTS
}

/// Returns the fine window whose values are above `alpha` discs exactly when the whole ones are.
#[inline(always)]
pub(crate) const fn fine(alpha: i32) -> i32 {
    alpha * PARTS + PARTS / 2 - (alpha >= 0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_every_square_once() {
        let count: u32 = CLASSES.iter().map(|class| class.count_ones()).sum();
        assert_eq!(
            (count, CLASSES.iter().fold(0, |all, class| all | class)),
            (64, !0)
        );
    }

    #[test]
    fn fine_windows_agree_with_whole_ones() {
        for value in -64 * PARTS..=64 * PARTS {
            assert!((to_discs(value) * PARTS - value).abs() <= PARTS / 2);
            assert_eq!(to_discs(-value), -to_discs(value));
            for alpha in [-64, -5, -1, 0, 7, 63] {
                assert_eq!(to_discs(value) > alpha, value > fine(alpha));
            }
        }
    }
}
