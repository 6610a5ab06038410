//! What a position is worth without looking ahead: a sum of learned weights, one for what each
//! feature reads.

pub mod features;
pub mod indices;
pub mod weights;

pub use indices::Indices;
pub use weights::{Weights, WeightsError};

use crate::board::Board;
use crate::compiled::Compiled;
use features::{CELLS, PLACES, cells, cells_before};

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

/// How far a number of a feature goes to either side at most.
pub(crate) const REACH: usize = 1 << 15;

/// The weights of a phase, and so much of what lies before and behind them that no number of a feature
/// needs a check.
pub(crate) type Phase = [i16; REACH + CELLS + REACH];

/// Returns where the weight of number 0 of a feature lies in its phase.
const fn middle(feature: usize) -> usize {
    let shape = PLACES[feature].shape;
    REACH + cells_before(shape) + cells(shape) / 2
}

/// The sum of the weights of these features. Written out, all places are constants; a loop would
/// find them again for every position.
macro_rules! sum_of {
    ($phase:ident, $numbers:ident: $($feature:literal)*) => {
        0 $(+ i32::from(
            $phase[const { middle($feature) }.wrapping_add_signed($numbers[$feature] as isize)]
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
    let numbers = indices.lanes();
    let sum = sum_of!(phase, numbers:
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
        let mut phase = Box::new([0; REACH + CELLS + REACH]);
        for (cell, weight) in phase[REACH..][..CELLS].iter_mut().enumerate() {
            *weight = (rules::hash::mix(cell as u64) % 61) as i16 - 30;
        }
        for board in random_games(13, 20) {
            let indices = Indices::of(board);
            let slow: i32 = features::ALL
                .iter()
                .zip(indices.numbers())
                .map(|(feature, &number)| {
                    let middle =
                        (REACH + cells_before(feature.shape) + cells(feature.shape) / 2) as i32;
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
