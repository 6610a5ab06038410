//! Fits weights to samples by stochastic gradient descent, phase by phase from the end of the game.
//! Each phase also uses its neighbours' samples and starts from its neighbour's weights.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::samples::Sample;
use crate::subject::Subject;

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    /// Passes over all samples of a phase.
    pub epochs: u32,
    /// Phases on either side whose samples count as well.
    pub neighbours: usize,
    /// The first step, as a fraction of the error for each cell; later steps are smaller.
    pub step: f32,
    /// A cell seen this many times moves half as far as one seen very often.
    pub half: f32,
    /// The largest error that counts, in discs, so that wild positions do not pull harder.
    pub clip: f32,
    /// The seed of the order of the samples.
    pub seed: u64,
}

impl Default for Fitting {
    fn default() -> Self {
        Self {
            epochs: 8,
            neighbours: 1,
            step: 0.012,
            half: 30.0,
            clip: 24.0,
            seed: 1,
        }
    }
}

/// The weights of all phases, in discs, and their errors.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// [`Subject::CELLS`] for each phase.
    pub weights: Vec<f32>,
    /// The error of each phase.
    pub report: Vec<Report>,
}

/// The error of one phase.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// The number of samples of this phase that were learned from.
    pub learned: usize,
    /// The number of samples from held-out games.
    pub held_out: usize,
    /// The mean absolute error on the held-out samples, in discs.
    pub error: f64,
    /// The mean signed error on them, in discs.
    pub bias: f64,
}

/// The cells of many positions, stored contiguously.
struct Rows {
    cells: Vec<u32>,
    ends: Vec<u32>,
    labels: Vec<f32>,
}

impl Rows {
    fn new<'a, S: Subject<Position: 'a>>(
        subject: &S,
        samples: impl Iterator<Item = &'a Sample<S::Position>>,
    ) -> Self {
        let mut rows = Self {
            cells: Vec::new(),
            ends: vec![0],
            labels: Vec::new(),
        };
        for sample in samples {
            subject.cells(sample.position, &mut rows.cells);
            rows.ends.push(rows.cells.len() as u32);
            rows.labels.push(f32::from(sample.label));
        }
        rows
    }

    fn cells(&self, row: u32) -> &[u32] {
        let row = row as usize;
        &self.cells[self.ends[row] as usize..self.ends[row + 1] as usize]
    }

    fn error(&self, row: u32, weights: &[f32]) -> f32 {
        let value: f32 = self
            .cells(row)
            .iter()
            .map(|&cell| weights[cell as usize])
            .sum();
        self.labels[row as usize] - value.clamp(-64.0, 64.0)
    }
}

/// Fits all phases. `learned` and `held_out` are grouped by phase.
pub fn fit<S: Subject>(
    subject: &S,
    learned: &[Vec<Sample<S::Position>>],
    held_out: &[Vec<Sample<S::Position>>],
    fitting: &Fitting,
    progress: &mut dyn FnMut(usize, &Report),
) -> Fitted {
    let mut weights = vec![0.0; S::PHASES * S::CELLS];
    let mut report = vec![Report::default(); S::PHASES];
    let mut now = vec![0.0; S::CELLS];
    for phase in (0..S::PHASES).rev() {
        let near = phase.saturating_sub(fitting.neighbours)
            ..=(phase + fitting.neighbours).min(S::PHASES - 1);
        let rows = Rows::new(subject, near.flat_map(|phase| &learned[phase]));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(fitting.seed ^ phase as u64);
        descend(&rows, &mut now, fitting, &mut random);
        weights[phase * S::CELLS..][..S::CELLS].copy_from_slice(&now);
        let tests = Rows::new(subject, held_out[phase].iter());
        let count = tests.labels.len();
        let errors = (0..count as u32).map(|row| f64::from(tests.error(row, &now)));
        report[phase] = Report {
            learned: learned[phase].len(),
            held_out: count,
            error: errors.clone().map(f64::abs).sum::<f64>() / count.max(1) as f64,
            bias: errors.sum::<f64>() / count.max(1) as f64,
        };
        progress(phase, &report[phase]);
    }
    Fitted { weights, report }
}

fn descend(rows: &Rows, weights: &mut [f32], fitting: &Fitting, random: &mut impl Rng) {
    let mut seen = vec![0.0f32; weights.len()];
    for &cell in &rows.cells {
        seen[cell as usize] += 1.0;
    }
    let trust: Vec<f32> = seen
        .iter()
        .map(|seen| seen / (seen + fitting.half))
        .collect();
    let mut order: Vec<u32> = (0..rows.labels.len() as u32).collect();
    for epoch in 0..fitting.epochs {
        order.shuffle(random);
        // The step decays to a tenth of the first.
        let step = fitting.step * 0.1f32.powf(epoch as f32 / fitting.epochs.max(2) as f32);
        for &row in &order {
            let error = rows.error(row, weights).clamp(-fitting.clip, fitting.clip);
            for &cell in rows.cells(row) {
                let cell = cell as usize;
                weights[cell] += step * error * trust[cell];
            }
        }
    }
}
