//! The numbers that all features read, kept up to date from move to move.

use super::features::{FEATURES, PLACES};
use crate::board::Board;

/// Features and room up to a whole number of registers.
pub(super) const LANES: usize = 48;

/// What each feature reads, in balanced ternary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Indices([i16; LANES]);

/// What a disc on a square adds to each feature, each at the beginning of a cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Worth([i16; LANES]);

static WORTH: [Worth; 64] = {
    let mut worth = [Worth([0; LANES]); 64];
    let mut feature = 0;
    while feature < FEATURES {
        let mut place = 0;
        let mut power = 1i16;
        while let Some(square) = PLACES[feature].square(place) {
            worth[square as usize].0[feature] = power;
            power = power.wrapping_mul(3);
            place += 1;
        }
        feature += 1;
    }
    worth
};

impl Indices {
    /// Returns what the features read on a board.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let mut indices = [0; LANES];
        for (square, worth) in WORTH.iter().enumerate() {
            let disc = (board.own >> square & 1) as i16 - (board.other >> square & 1) as i16;
            for (index, worth) in indices.iter_mut().zip(worth.0) {
                *index += disc * worth;
            }
        }
        Self(indices)
    }

    /// Returns the position after a disc on `square` that turns `flips`, seen by the other side.
    #[inline(always)]
    #[must_use]
    pub fn placed(&self, square: u32, mut flips: u64) -> Self {
        let mut turned = [0i16; LANES];
        while flips != 0 {
            let worth = &WORTH[flips.trailing_zeros() as usize & 63].0;
            flips &= flips - 1;
            for lane in 0..LANES {
                turned[lane] = turned[lane].wrapping_add(worth[lane]);
            }
        }
        let worth = &WORTH[square as usize & 63].0;
        let mut next = [0; LANES];
        for lane in 0..LANES {
            // The parts of a sum may be out of range; the sum is not.
            next[lane] = self.0[lane]
                .wrapping_add(worth[lane])
                .wrapping_add(turned[lane])
                .wrapping_add(turned[lane])
                .wrapping_neg();
        }
        Self(next)
    }

    /// Returns the same seen by the other side.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Self {
        Self(self.0.map(|index| -index))
    }

    /// Returns the number of each feature.
    #[inline(always)]
    #[must_use]
    pub fn numbers(&self) -> &[i16] {
        &self.0[..FEATURES]
    }

    /// The number of each feature, and nothing in the room behind them.
    #[inline(always)]
    pub(super) const fn lanes(&self) -> &[i16; LANES] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::features::ALL;
    use crate::positions::random_games;

    #[test]
    fn moves_and_passes_keep_them_up_to_date() {
        let mut before: Option<(Board, Indices)> = None;
        for board in random_games(7, 200) {
            let indices = Indices::of(board);
            if let Some((last, known)) = before {
                let square = last.empties() & !board.empties();
                if last.passed() == board {
                    assert_eq!(known.passed(), indices);
                } else if square.count_ones() == 1 {
                    let flips = last.other & board.other;
                    assert_eq!(known.placed(square.trailing_zeros(), flips), indices);
                }
            }
            before = Some((board, indices));
        }
    }

    #[test]
    fn a_feature_reads_its_squares() {
        let board = Board {
            own: 1,
            other: 0b10,
        };
        let edge = ALL.iter().position(|f| f.squares().starts_with(&[0, 1, 2]));
        assert_eq!(Indices::of(board).numbers()[edge.expect("an edge")], 1 - 3);
    }
}
