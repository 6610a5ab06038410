//! What a position is worth without looking ahead: a sum of learned weights, one for what each
//! feature reads.

pub mod features;
pub mod indices;
pub mod weights;

pub use indices::Indices;
pub use weights::{Weights, WeightsError};

use crate::board::Board;
use crate::compiled::Compiled;
use features::{FEATURES, PLACES, SHAPES, cells, cells_before};

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

/// The shape of each feature, and where its cells lie.
const WINDOWS: [(usize, u16); FEATURES] = {
    let mut windows = [(0, 0); FEATURES];
    let mut feature = 0;
    while feature < FEATURES {
        let shape = PLACES[feature].shape;
        // Number 0 is in the middle of the cells.
        windows[feature] = (shape, (cells(shape) / 2) as u16);
        feature += 1;
    }
    windows
};

/// A number of a feature needs no check against a window of this length.
pub(crate) const WINDOW: usize = 1 << 16;

/// Returns the value in parts of a disc, from the weights of its phase and whatever follows them.
#[inline(always)]
pub(crate) fn evaluate<K: Compiled>(_: K, phase: &[i16], indices: &Indices) -> i32 {
    let mut shapes: [&[i16; WINDOW]; SHAPES] = [&[0; WINDOW]; SHAPES];
    let mut shape = 0;
    while shape < SHAPES {
        shapes[shape] = phase[cells_before(shape)..]
            .first_chunk()
            .expect("the weights end with a window of nothing");
        shape += 1;
    }
    let mut sum = 0;
    for (feature, (shape, middle)) in WINDOWS.into_iter().enumerate() {
        let cell = (indices.get(feature) as u16).wrapping_add(middle);
        sum += i32::from(shapes[shape][cell as usize]);
    }
    sum.clamp(-64 * PARTS, 64 * PARTS)
}
