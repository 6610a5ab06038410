//! The moves of a large position and the order in which they are tried.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::compiled::Compiled;
use crate::evaluation::{Node, PARTS};
use crate::score::INFINITE;
use crate::squares::{CORNERS, around};
use crate::worker::Worker;

/// A position after a move, and how early it is to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) board: Board,
    flips: u64,
    pub(crate) square: u8,
    pub(crate) key: i32,
}

impl Child {
    /// Returns the position with what the features read in it. It is found again whenever it is asked for: many
    /// children are never searched, and a short list is put in order more quickly.
    #[inline(always)]
    pub(crate) fn node(&self, parent: &Node) -> Node {
        Node {
            board: self.board,
            indices: parent.indices.placed(u32::from(self.square), self.flips),
        }
    }
}

/// No position has more moves.
pub(crate) type Children = ArrayVec<Child, 64>;

/// What a quarter of a reply of the other side costs beside the evaluation, and of a square beside its discs
/// where it may reply later.
const REPLY: i32 = 3 * PARTS / 4;
const LATER_REPLY: i32 = REPLY / 4;

/// Returns how many quarters of a reply count. To the end few replies mean few positions; before it
/// the evaluation knows better what they are worth, and so does a look ahead.
#[inline(always)]
const fn reply_quarters(empties: u32, depth: u32, look: u32) -> i32 {
    if depth < empties {
        1
    } else if look == 0 {
        4
    } else {
        2
    }
}

/// Returns how deep children of a position are looked at to be ordered.
#[inline(always)]
const fn sort_depth(empties: u32, depth: u32) -> u32 {
    if depth >= empties {
        (empties.saturating_sub(16)) / 4
    } else {
        depth.saturating_sub(8) / 4
    }
}

/// Lists all moves of a position; returns whether one of them takes every disc of the other side,
/// in which case the list may be cut short. The list is the caller's: moving it would cost more than
/// filling it.
#[inline(always)]
pub(crate) fn list_children<K: Compiled>(
    kernel: K,
    board: Board,
    mut moves: u64,
    children: &mut Children,
) -> bool {
    while moves != 0 {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = kernel.flips(board.own, board.other, square);
        if flips == board.other {
            return true;
        }
        children.push(Child {
            board: board.placed(square, flips),
            flips,
            square: square as u8,
            key: 0,
        });
    }
    false
}

/// Gives each child of a position its key: the higher, the earlier.
#[inline(always)]
pub(crate) fn rate<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    parent: &Node,
    children: &mut [Child],
    depth: u32,
) {
    let empties = parent.board.empty_count();
    let look = sort_depth(empties, depth).min(crate::leaf::MOST);
    let quarters = reply_quarters(empties, depth, look);
    let ply = worker.weights.at(empties - 1);
    for child in children {
        let board = child.board;
        let node = child.node(parent);
        let replies = kernel.moves(board.own, board.other);
        let later = around(board.other) & board.empties();
        let value = if look == 0 {
            kernel.evaluate(ply, &node.indices)
        } else {
            let infinite = INFINITE * PARTS;
            kernel.leaf(worker, &node, -infinite, infinite, look)
        };
        let replies = replies.count_ones() + (replies & CORNERS).count_ones();
        child.key =
            -value - quarters * (REPLY * replies as i32 + LATER_REPLY * later.count_ones() as i32);
    }
}

/// Brings the child that is to be tried next to this place.
#[inline(always)]
pub(crate) fn pick(children: &mut [Child], at: usize) {
    let mut first = at;
    for later in at + 1..children.len() {
        if children[later].key > children[first].key {
            first = later;
        }
    }
    children.swap(at, first);
}
