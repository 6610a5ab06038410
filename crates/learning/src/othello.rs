//! Othello: the features of the engine, games of its own, labels by search and exact solving.

use std::path::Path;
use std::sync::Arc;

use engine::evaluation::features::{ALL, CELLS, cells, cells_before, ties};
use engine::evaluation::weights::{Constants, PHASES, PLY_COUNT, phase};
use engine::evaluation::{Indices, PARTS};
use engine::selectivity::Parameters;
use engine::{Board, Weights, WeightsError};

use crate::course::Course;
use crate::examination::{Effort, Examination};
use crate::head::Difference;
use crate::parts::Parts;
use crate::run::{Finished, LearnError, Options, Plan, ShardPlayed};
use crate::samples::Sample;
use crate::subject::Subject;

mod coarse;
mod duel;
mod exam;
pub mod selective;
pub mod self_play;

pub use self_play::{Generation, SelfPlay};

/// A position of Othello with its value in discs.
pub type OthelloSample = Sample<Board, i8>;

/// Positions with at most so many empty squares have exact labels in every generation.
const EXACT: u32 = 14;

/// Othello as it is learned.
#[derive(Debug)]
pub struct Othello {
    ties: Vec<u32>,
    middles: Vec<i32>,
    suite: Vec<Board>,
}

impl Othello {
    /// Othello with a suite of endgames whose nodes are counted.
    #[must_use]
    pub fn new(suite: Vec<Board>) -> Self {
        let middle = |shape| (cells_before(shape) + cells(shape) / 2) as i32;
        Self {
            ties: ties(),
            middles: ALL.iter().map(|feature| middle(feature.shape)).collect(),
            suite,
        }
    }
}

impl Subject for Othello {
    type Position = Board;
    type Head = Difference;

    const NAME: &'static str = "othello";
    const BYTES: usize = 16;
    /// Those of the shapes, and one for each number of empty squares.
    const CELLS: usize = CELLS + PLY_COUNT;
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

    fn phase_name(&self, of: usize) -> String {
        let mut empties = (0..=60).filter(|&empties| phase(empties) == of);
        let least = empties.next().unwrap_or(0);
        let most = empties.next_back().unwrap_or(least);
        format!("{least}–{most} empty squares")
    }

    fn cells(&self, board: Board, cells: &mut Vec<u32>) {
        let indices = Indices::of(board);
        let numbers = indices.numbers().iter().zip(&self.middles);
        cells.extend(
            numbers.map(|(&number, middle)| self.ties[(i32::from(number) + middle) as usize]),
        );
        cells.push(CELLS as u32 + board.empty_count());
    }

    fn parts(&self) -> Parts {
        coarse::parts()
    }
}

/// What a program calls, compiled here: a program that touches its commands is built again sooner.
impl Othello {
    /// Learns in a folder; see [`crate::learn`].
    ///
    /// # Errors
    /// Returns an error if the folder holds something else, or the system refuses.
    pub fn learn(
        &self,
        plan: &Plan,
        folder: &Path,
        options: &mut Options<'_>,
    ) -> Result<Finished, LearnError> {
        crate::learn(self, plan, folder, options)
    }

    /// Goes on from weights instead of nothing; see [`crate::run::go_on_from`].
    ///
    /// # Errors
    /// Returns an error if they are no weights of Othello, or the system refuses.
    pub fn go_on_from(
        &self,
        plan: &mut Plan,
        folder: &Path,
        weights: (&Path, &[u8]),
    ) -> Result<(), LearnError> {
        crate::run::go_on_from(self, plan, folder, weights)
    }

    /// Plays one shard of so many in a folder; see [`crate::run::play_shard`].
    ///
    /// # Errors
    /// Returns an error if the folder holds something else, or the system refuses.
    pub fn play_shard(
        &self,
        plan: &Plan,
        folder: &Path,
        shard: (u64, u64),
        options: &mut Options<'_>,
    ) -> Result<ShardPlayed, LearnError> {
        crate::run::play_shard(self, plan, folder, shard, options)
    }

    /// Returns the report of a run; see [`crate::report::of_run`].
    #[must_use]
    pub fn report(
        &self,
        plan: &Plan,
        examinations: &[Examination],
        language: ::report::Language,
    ) -> ::report::Report {
        crate::report::of_run(self, plan, examinations, language)
    }
}

impl Course for Othello {
    type Weights = Arc<Weights>;
    type Refusal = WeightsError;

    const EXPERIENCED: u32 = 3;

    fn nothing(&self) -> Arc<Weights> {
        Arc::new(Weights::zero())
    }

    fn read_weights(&self, bytes: &[u8]) -> Result<Arc<Weights>, WeightsError> {
        Weights::read(bytes).map(Arc::new)
    }

    fn write_weights(&self, weights: &Arc<Weights>) -> Vec<u8> {
        weights.write()
    }

    fn play(
        &self,
        weights: &Arc<Weights>,
        generation: u32,
        seed: u64,
        games: u32,
    ) -> Vec<OthelloSample> {
        SelfPlay::new(Arc::clone(weights), Generation::number(generation)).block(seed, games)
    }

    /// The games of weak players mislead, exact values never do.
    fn teaches(&self, sample: &OthelloSample, age: u32) -> bool {
        age <= 2 || sample.position.empty_count() <= EXACT
    }

    fn unquantised(&self, weights: &Arc<Weights>) -> Vec<f32> {
        let (cells, constants) = weights.cells();
        let phases = cells.chunks_exact(CELLS);
        let all = phases.flat_map(|cells| cells.iter().chain(constants));
        all.map(|&parts| f32::from(parts) / PARTS as f32).collect()
    }

    fn finish(&self, fitted: &[f32], held_out: &[OthelloSample]) -> Arc<Weights> {
        let weights = Arc::new(quantised(fitted, Parameters::default()));
        let parameters = selective::measured(&weights, held_out);
        Arc::new(weights.with_parameters(parameters))
    }

    fn examine(
        &self,
        weights: &Arc<Weights>,
        last: &Arc<Weights>,
        held_out: &[OthelloSample],
        effort: &Effort,
    ) -> Examination {
        exam::examine(weights, last, held_out, &self.suite, effort)
    }

    fn generation_name(&self, generation: u32) -> String {
        Generation::number(generation).to_string()
    }
}

/// Weights for the engine from fitted ones.
#[must_use]
pub fn quantised(fitted: &[f32], selective: Parameters) -> Weights {
    let parts = |weight: &f32| (weight * PARTS as f32).round().clamp(-32_767.0, 32_767.0) as i16;
    let phases: Vec<&[f32]> = fitted.chunks_exact(<Othello as Subject>::CELLS).collect();
    let cells: Vec<i16> = phases
        .iter()
        .flat_map(|cells| cells[..CELLS].iter().map(parts))
        .collect();
    let constants: Constants =
        std::array::from_fn(|empties| parts(&phases[phase(empties as u32)][CELLS + empties]));
    Weights::from_cells(&cells, constants, selective)
}
