//! Fits weights to samples by stochastic gradient descent, phase by phase from the end of the game.
//! Each phase also uses its neighbours' samples and starts from its neighbour's weights, or from those
//! of an earlier fit. What cells have
//! in common ([`Parts`]) is learned as well and folded into them.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::head::{Head, MOST_OUTPUTS};
use crate::parts::Parts;
use crate::samples::SampleOf;
use crate::subject::Subject;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fitting {
    /// Passes over all samples of a phase.
    pub epochs: u32,
    /// Phases on either side whose samples count as well.
    pub neighbours: usize,
    /// The first step, as a fraction of the error for each cell; later steps are smaller.
    pub step: f32,
    /// The first step of a fit that goes on, as a fraction of that: its weights come from more
    /// positions than it sees.
    pub again: f32,
    /// A cell seen this many times moves half as far as one seen very often.
    pub half: f32,
    /// The step of what cells have in common, as a fraction of that of a cell.
    pub parts: f32,
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
            step: 0.003,
            again: 0.1,
            half: 100.0,
            parts: 0.5,
            clip: 64.0,
            seed: 1,
        }
    }
}

/// Weights of all phases, and how far they err.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights of each cell of each phase.
    pub weights: Vec<f32>,
    /// How far they err, phase by phase.
    pub errors: Vec<PhaseError>,
}

/// The error of one phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PhaseError {
    /// Samples of this phase that were learned from.
    pub learned: u64,
    /// Samples of games held out.
    pub held_out: u64,
    /// The mean absolute error on those held out.
    pub error: f64,
    /// The mean signed error on them, in discs.
    pub bias: f64,
}

/// The cells of many positions, side by side.
struct Rows<L> {
    cells: Vec<u32>,
    ends: Vec<u32>,
    labels: Vec<L>,
}

impl<L: Copy> Rows<L> {
    fn new<'a, S: Subject>(subject: &S, samples: impl Iterator<Item = &'a SampleOf<S>>) -> Self
    where
        S::Head: Head<Label = L>,
        SampleOf<S>: 'a,
    {
        let mut rows = Self {
            cells: Vec::new(),
            ends: vec![0],
            labels: Vec::new(),
        };
        for sample in samples {
            subject.cells(sample.position, &mut rows.cells);
            rows.ends.push(rows.cells.len() as u32);
            rows.labels.push(sample.label);
        }
        rows
    }

    fn cells(&self, row: u32) -> &[u32] {
        let row = row as usize;
        &self.cells[self.ends[row] as usize..self.ends[row + 1] as usize]
    }
}

/// The sums of a position's weights.
#[inline]
fn sums<H: Head>(cells: &[u32], weights: &[f32]) -> [f32; MOST_OUTPUTS] {
    let mut sums = [0.0; MOST_OUTPUTS];
    for &cell in cells {
        let weights = &weights[cell as usize * H::OUTPUTS..][..H::OUTPUTS];
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += weight;
        }
    }
    sums
}

/// Fits all phases. `learned` and `held_out` are grouped by phase; a fit that goes on begins with
/// weights as another has left them, any other one with nothing; `progress` hears of every phase that
/// is done.
pub fn fit<S: Subject>(
    subject: &S,
    learned: &[Vec<SampleOf<S>>],
    held_out: &[Vec<SampleOf<S>>],
    fitting: &Fitting,
    begin: Option<&[f32]>,
    progress: &mut dyn FnMut(usize, &PhaseError),
) -> Fitted {
    let size = S::CELLS * S::Head::OUTPUTS;
    let mut weights = vec![0.0; S::PHASES * size];
    let mut errors = vec![PhaseError::default(); S::PHASES];
    let mut now = vec![0.0; size];
    let parts = subject.parts();
    let fitting = &Fitting {
        step: fitting.step * begin.map_or(1.0, |_| fitting.again),
        ..*fitting
    };
    for phase in (0..S::PHASES).rev() {
        if let Some(begin) = begin {
            now.copy_from_slice(&begin[phase * size..][..size]);
        }
        let near = phase.saturating_sub(fitting.neighbours)
            ..=(phase + fitting.neighbours).min(S::PHASES - 1);
        let rows = Rows::new(subject, near.flat_map(|phase| &learned[phase]));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(fitting.seed ^ phase as u64);
        descend::<S>(&rows, &parts, &mut now, fitting, &mut random);
        weights[phase * size..][..size].copy_from_slice(&now);
        errors[phase] = PhaseError {
            learned: learned[phase].len() as u64,
            ..error(subject, &held_out[phase], &now)
        };
        progress(phase, &errors[phase]);
    }
    Fitted { weights, errors }
}

/// How far the weights of one phase err on samples.
fn error<S: Subject>(subject: &S, samples: &[SampleOf<S>], weights: &[f32]) -> PhaseError {
    let rows = Rows::new(subject, samples.iter());
    let count = rows.labels.len();
    let errors = (0..count as u32).map(|row| {
        let sums = sums::<S::Head>(rows.cells(row), weights);
        f64::from(S::Head::error(&sums, rows.labels[row as usize]))
    });
    PhaseError {
        learned: 0,
        held_out: count as u64,
        error: errors.clone().map(f64::abs).sum::<f64>() / count.max(1) as f64,
        bias: errors.sum::<f64>() / count.max(1) as f64,
    }
}

/// Weights of cells, of the cells that are their parts, and steps.
struct Descent<'a> {
    weights: &'a mut [f32],
    parts: &'a Parts,
    of_parts: Vec<f32>,
    trust: Vec<f32>,
}

impl Descent<'_> {
    /// Moves the weights of a position's cells and of their parts.
    #[inline]
    fn step<H: Head>(&mut self, cells: &[u32], step: f32, part_step: f32, pulls: &[f32]) {
        for &cell in cells {
            let step = step * self.trust[cell as usize];
            add::<H>(self.weights, cell, step, pulls);
            for &part in self.parts.of(cell) {
                add::<H>(&mut self.of_parts, part, part_step, pulls);
            }
        }
    }

    /// The sums of a position's weights, parts included.
    #[inline]
    fn sums<H: Head>(&self, cells: &[u32]) -> [f32; MOST_OUTPUTS] {
        let mut all = sums::<H>(cells, self.weights);
        for &cell in cells {
            let of_parts = sums::<H>(self.parts.of(cell), &self.of_parts);
            for (sum, more) in all.iter_mut().zip(of_parts) {
                *sum += more;
            }
        }
        all
    }

    /// Adds to each cell what its parts are worth.
    fn fold<H: Head>(self) {
        for (cell, weights) in self.weights.chunks_exact_mut(H::OUTPUTS).enumerate() {
            let sums = sums::<H>(self.parts.of(cell as u32), &self.of_parts);
            for (weight, sum) in weights.iter_mut().zip(sums) {
                *weight += sum;
            }
        }
    }
}

#[inline]
fn add<H: Head>(weights: &mut [f32], cell: u32, step: f32, pulls: &[f32]) {
    let weights = &mut weights[cell as usize * H::OUTPUTS..][..H::OUTPUTS];
    for (weight, pull) in weights.iter_mut().zip(pulls) {
        *weight += step * pull;
    }
}

fn descend<S: Subject>(
    rows: &Rows<<S::Head as Head>::Label>,
    parts: &Parts,
    weights: &mut [f32],
    fitting: &Fitting,
    random: &mut impl Rng,
) {
    let mut seen = vec![0.0f32; S::CELLS];
    for &cell in &rows.cells {
        seen[cell as usize] += 1.0;
    }
    let trust = |seen: &f32| seen / (seen + fitting.half);
    let mut descent = Descent {
        weights,
        parts,
        of_parts: vec![0.0; parts.count() * S::Head::OUTPUTS],
        trust: seen.iter().map(trust).collect(),
    };
    let mut order: Vec<u32> = (0..rows.labels.len() as u32).collect();
    for epoch in 0..fitting.epochs {
        order.shuffle(random);
        // The step decays to a tenth of the first.
        let step = fitting.step * 0.1f32.powf(epoch as f32 / fitting.epochs.max(2) as f32);
        for &row in &order {
            let cells = rows.cells(row);
            let mut pulls = [0.0; MOST_OUTPUTS];
            let sums = descent.sums::<S::Head>(cells);
            S::Head::pull(&sums, rows.labels[row as usize], fitting.clip, &mut pulls);
            descent.step::<S::Head>(cells, step, step * fitting.parts, &pulls);
        }
    }
    descent.fold::<S::Head>();
}
