//! P3: pruning for many players by cut arrays, on random trees and in four-player shogi.

mod clear_move;
mod effective_sum;
mod given;
mod shogi;
mod trees;

use rules::tree::{Generator, Parameters};
use search::maxn::{Options, Pruning};

use super::Paper;

/// The experiments of P3.
pub(super) const ALL: [Paper; 4] = [
    Paper {
        name: "p3-trees",
        about: "cut arrays and sound pruning on random trees: every cell of the paper's tables",
        run: trees::run,
    },
    Paper {
        name: "p3-clear-move",
        about: "whether cut arrays ever miss a move that is clearly better",
        run: clear_move::run,
    },
    Paper {
        name: "p3-sum",
        about: "the paper's argument that its values have a small effective sum",
        run: effective_sum::run,
    },
    Paper {
        name: "p3-shogi",
        about: "nodes with and without pruning in games of four-player shogi",
        run: shogi::run,
    },
];

/// How many trees the paper has in every cell.
const TREES: u32 = 1000;

/// Slots of the memory, as a power of two: every inner node of these trees has room.
const MEMO_BITS: u8 = 17;

/// The paper's pruning: moves in the order they come, without a table.
const CUT_ARRAY: Options = Options {
    pruning: Pruning::CutArray,
    ..Options::full()
};

/// Sound deep pruning with the same order of moves.
const OURS_IN_ORDER: Options = Options {
    pruning: Pruning::Sdp,
    memo: Some(MEMO_BITS),
    bounds: true,
    ..Options::full()
};

/// Sound deep pruning that looks at the most promising moves first.
const OURS: Options = Options {
    ordering: true,
    ..OURS_IN_ORDER
};

/// Trees as the paper has them where it says nothing else.
const USUAL: Parameters = Parameters {
    players: 4,
    width: 4,
    depth: 8,
    sum: 10_000,
    change: (1, 100),
    seed: 0,
    generator: Generator::Rejection,
    clear: 0,
};

#[cfg(test)]
mod tests;
