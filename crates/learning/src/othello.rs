//! Othello: the features of the engine, games against itself, exact labels.

use std::sync::Arc;

use engine::evaluation::features::{ALL, CELLS, cells, cells_before, ties};
use engine::evaluation::weights::{PHASES, phase};
use engine::evaluation::{Indices, PARTS};
use engine::selectivity::Parameters;
use engine::{Board, Weights};

use crate::samples::Sample;
use crate::subject::Subject;

pub mod selective;
pub mod self_play;

pub use self_play::{Generation, SelfPlay};

/// Othello as a [`Subject`] of learning.
#[derive(Debug)]
pub struct Othello {
    ties: Vec<u32>,
    middles: Vec<i32>,
}

impl Default for Othello {
    fn default() -> Self {
        let middle = |shape| (cells_before(shape) + cells(shape) / 2) as i32;
        Self {
            ties: ties(),
            middles: ALL.iter().map(|feature| middle(feature.shape)).collect(),
        }
    }
}

impl Subject for Othello {
    type Position = Board;

    const BYTES: usize = 16;
    const CELLS: usize = CELLS;
    const PHASES: usize = PHASES;

    fn write(&self, board: Board, bytes: &mut Vec<u8>) {
        bytes.extend(board.own.to_le_bytes());
        bytes.extend(board.other.to_le_bytes());
    }

    fn read(&self, bytes: &[u8]) -> Board {
        let word =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        Board {
            own: word(0),
            other: word(8),
        }
    }

    fn phase(&self, board: Board) -> usize {
        phase(board.empty_count())
    }

    fn cells(&self, board: Board, cells: &mut Vec<u32>) {
        let indices = Indices::of(board);
        let numbers = indices.numbers().iter().zip(&self.middles);
        cells.extend(
            numbers.map(|(&number, middle)| self.ties[(i32::from(number) + middle) as usize]),
        );
    }
}

/// Quantises fitted weights for the engine.
#[must_use]
pub fn quantised(fitted: &[f32], selective: Parameters) -> Weights {
    let parts: Vec<i16> = fitted
        .iter()
        .map(|weight| (weight * PARTS as f32).round().clamp(-32_767.0, 32_767.0) as i16)
        .collect();
    Weights::from_cells(&parts, selective)
}

/// Groups samples by phase.
#[must_use]
pub fn by_phase(
    subject: &Othello,
    samples: impl Iterator<Item = Sample<Board>>,
) -> Vec<Vec<Sample<Board>>> {
    let mut groups = vec![Vec::new(); PHASES];
    for sample in samples {
        groups[subject.phase(sample.position)].push(sample);
    }
    groups
}

/// Returns weights that are all zero, for the first generation.
#[must_use]
pub fn nothing() -> Arc<Weights> {
    Arc::new(Weights::zero())
}
