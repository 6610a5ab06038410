//! Weights that learn from one sample after the other.
//!
//! Each weight has a step of its own: as long as it is pulled in one direction it goes all the way, and
//! the more it is pulled to and fro the less it moves (temporal coherence).

use std::io::{self, Read, Write};

use strengths::chances::UNIT;
use strengths::{Kind, SEATS, Weights};

use crate::head::{Chances, Head, MOST_OUTPUTS};
use crate::samples::SampleOf;
use crate::subject::{Subject, seat_of};

/// The strengths that a cell adds to the seats.
pub type Row = [f32; SEATS];

/// A weight that was pulled less than this all in all is not worth keeping.
const SELDOM: f32 = 2.0;

/// What every weight is thought to have been pulled before it was, so that nothing is divided by 0.
const LITTLE: f32 = 1e-9;

/// Weights of all phases, and how they were pulled.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    weights: Vec<Row>,
    /// The sum of all pulls, and the sum of their sizes.
    pulls: Vec<[Row; 2]>,
}

impl Learner {
    /// Creates weights of a game that know nothing.
    #[must_use]
    pub fn new<S: Subject<Head = Chances>>() -> Self {
        let rows = S::PHASES * S::CELLS;
        Self {
            weights: vec![[0.0; SEATS]; rows],
            pulls: vec![[[0.0; SEATS]; 2]; rows],
        }
    }

    /// Returns the weights as they are now.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.weights
    }

    /// Learns from samples, one after the other. A rate of 1 lets a position whose cells are all new
    /// go all the way.
    pub fn learn<S: Subject<Head = Chances>>(
        &mut self,
        subject: &S,
        samples: &[SampleOf<S>],
        rate: f32,
    ) {
        let mut cells = Vec::new();
        for sample in samples {
            cells.clear();
            subject.cells(sample.position, &mut cells);
            let start = subject.phase(sample.position) * S::CELLS;
            let mut sums = [0.0; SEATS];
            for (cell, first) in cells.iter().map(|&cell| seat_of(cell)) {
                for (place, weight) in self.weights[start + cell].iter().enumerate() {
                    sums[(first + place) % SEATS] += weight;
                }
            }
            let mut pulls = [0.0; MOST_OUTPUTS];
            Chances::pull(&sums, sample.label, 1.0, &mut pulls);
            let step = rate / cells.len() as f32;
            for (cell, first) in cells.iter().map(|&cell| seat_of(cell)) {
                let row = start + cell;
                let [sum, size] = &mut self.pulls[row];
                let weights = &mut self.weights[row];
                for seat in 0..SEATS {
                    let pull = pulls[(first + seat) % SEATS];
                    // 1 as long as nothing pulled.
                    let coherence = (sum[seat].abs() + LITTLE) / (size[seat] + LITTLE);
                    weights[seat] += step * coherence * pull;
                    sum[seat] += pull;
                    size[seat] += pull.abs();
                }
            }
        }
    }

    /// Returns the weights as programs use them.
    #[must_use]
    pub fn quantised(&self, kind: &Kind) -> Weights {
        let rows = self
            .weights
            .iter()
            .zip(&self.pulls)
            .map(|(row, [_, size])| {
                std::array::from_fn(|seat| {
                    if size[seat] < SELDOM {
                        return 0;
                    }
                    let parts = (row[seat] * UNIT as f32).round();
                    parts.clamp(-32_767.0, 32_767.0) as i16
                })
            });
        Weights::from_rows(kind, rows.collect())
    }

    /// Writes everything that the next step depends on.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        for (row, [sum, size]) in self.weights.iter().zip(&self.pulls) {
            let numbers = row.iter().chain(sum).chain(size);
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
            if bytes.len() > 1 << 16 {
                to.write_all(&bytes)?;
                bytes.clear();
            }
        }
        to.write_all(&bytes)
    }

    /// Reads what was written.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is too short.
    pub fn read<S: Subject<Head = Chances>>(mut from: impl Read) -> io::Result<Self> {
        let mut learner = Self::new::<S>();
        let mut bytes = [0; 12 * SEATS];
        for (row, [sum, size]) in learner.weights.iter_mut().zip(&mut learner.pulls) {
            from.read_exact(&mut bytes)?;
            let numbers = row.iter_mut().chain(sum).chain(size);
            for (number, bytes) in numbers.zip(bytes.as_chunks::<4>().0) {
                *number = f32::from_le_bytes(*bytes);
            }
        }
        Ok(learner)
    }
}

/// Adds a row to sums.
#[inline]
pub(crate) fn add(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}
