//! How a game is learned: its own games, the weights that come of them, and what they are worth.

use std::fmt;

use crate::examination::{Effort, Examination};
use crate::samples::SampleOf;
use crate::subject::Subject;

/// A game that can be learned from nothing.
///
/// Everything random follows from the arguments: the same arguments give the same samples,
/// weights and figures on every machine.
pub trait Course: Subject + Sized {
    /// Weights as programs use them.
    type Weights: Clone + Send + Sync;
    /// Why bytes are no weights.
    type Refusal: fmt::Display;

    /// The first generation whose weights know enough: a run that goes on from weights begins with
    /// games of this kind.
    const EXPERIENCED: u32 = 0;

    /// The weights that know nothing, to begin with.
    fn nothing(&self) -> Self::Weights;

    /// Reads weights.
    ///
    /// # Errors
    /// If they are not those of this game, whole and undamaged.
    fn read_weights(&self, bytes: &[u8]) -> Result<Self::Weights, Self::Refusal>;

    /// The bytes of a file of weights.
    fn write_weights(&self, weights: &Self::Weights) -> Vec<u8>;

    /// Plays so many games of a generation with frozen weights and labels their positions.
    fn play(
        &self,
        weights: &Self::Weights,
        generation: u32,
        seed: u64,
        games: u32,
    ) -> Vec<SampleOf<Self>>;

    /// Whether a sample teaches although it is so many generations old.
    fn teaches(&self, sample: &SampleOf<Self>, age: u32) -> bool;

    /// Weights as a fit has them, for one that goes on from them.
    fn unquantised(&self, weights: &Self::Weights) -> Vec<f32>;

    /// Quantises fitted weights, and measures what belongs to them on positions held out.
    fn finish(&self, fitted: &[f32], held_out: &[SampleOf<Self>]) -> Self::Weights;

    /// Finds out what weights are worth, alone and beside the last ones.
    fn examine(
        &self,
        weights: &Self::Weights,
        last: &Self::Weights,
        held_out: &[SampleOf<Self>],
        effort: &Effort,
    ) -> Examination;

    /// How a generation is played, in words.
    fn generation_name(&self, generation: u32) -> String;
}
