//! What a position is worth without looking ahead: a sum of learned weights, one for what each
//! feature reads.

pub mod features;
pub mod indices;
pub mod weights;

pub use indices::Indices;
pub use weights::{Weights, WeightsError};

use crate::board::Board;
use crate::compiled::Compiled;
use features::{CELLS, FEATURES, PLACES, cells, cells_before};
use indices::LANES;

/// Fine values are parts of a disc.
pub const PARTS: i32 = 32;

/// A position with what the features read in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) indices: Indices,
}

impl Node {
    pub(crate) fn new(board: Board) -> Self {
        Self {
            board,
            indices: Indices::of(board),
        }
    }

    #[inline(always)]
    pub(crate) fn placed(&self, square: u32, flips: u64) -> Self {
        Self {
            board: self.board.placed(square, flips),
            indices: self.indices.placed(square, flips),
        }
    }

    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        Self {
            board: self.board.passed(),
            indices: self.indices.passed(),
        }
    }
}

/// The middle cell of each feature's shape, which is that of number 0.
static MIDDLES: [u16; LANES] = {
    let mut middles = [0; LANES];
    let mut feature = 0;
    while feature < FEATURES {
        middles[feature] = (cells(PLACES[feature].shape) / 2) as u16;
        feature += 1;
    }
    middles
};

/// A cell of a feature needs no check against a window of this length.
pub(crate) const WINDOW: usize = 1 << 16;

/// The weights of a phase and whatever follows them.
pub(crate) type Phase = [i16; CELLS + WINDOW];

/// The sum of the weights of these features. Written out, all places are constants; a loop would
/// find them again for every position.
macro_rules! sum_of {
    ($phase:ident, $cells:ident: $($feature:literal)*) => {
        0 $(+ i32::from(
            $phase[const { cells_before(PLACES[$feature].shape) } + usize::from($cells[$feature])]
        ))*
    };
}

/// What positions with one number of empty squares are evaluated by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply<'a> {
    /// The weights, which neighbouring plies share.
    pub(crate) phase: &'a Phase,
    /// What is added to their sum: who moves last has an advantage that the features do not see.
    pub(crate) constant: i32,
}

/// The value in parts of a disc.
#[inline(always)]
pub(crate) fn evaluate<K: Compiled>(_: K, ply: Ply<'_>, indices: &Indices) -> i32 {
    let phase = ply.phase;
    let mut cells = MIDDLES;
    for (cell, index) in cells.iter_mut().zip(indices.lanes()) {
        *cell = cell.wrapping_add_signed(*index);
    }
    // Through memory: taking 46 numbers out of registers takes longer than reading them again.
    let cells = std::hint::black_box(&cells);
    let sum = sum_of!(phase, cells:
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22
        23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45);
    (sum + ply.constant).clamp(-64 * PARTS, 64 * PARTS)
}

#[cfg(test)]
mod tests {
    use rules::reversi::kernel::Scalar;

    use super::*;
    use crate::positions::random_games;

    #[test]
    fn the_sum_written_out_has_every_feature_once() {
        let mut phase = Box::new([0; CELLS + WINDOW]);
        for (cell, weight) in phase[..CELLS].iter_mut().enumerate() {
            *weight = (rules::hash::mix(cell as u64) % 61) as i16 - 30;
        }
        for board in random_games(13, 20) {
            let indices = Indices::of(board);
            let slow: i32 = features::ALL
                .iter()
                .zip(indices.numbers())
                .map(|(feature, &number)| {
                    let middle = (cells_before(feature.shape) + cells(feature.shape) / 2) as i32;
                    i32::from(phase[(middle + i32::from(number)) as usize])
                })
                .sum();
            let ply = Ply {
                phase: &phase,
                constant: 5,
            };
            assert_eq!(evaluate(Scalar, ply, &indices), slow + 5);
        }
    }
}
