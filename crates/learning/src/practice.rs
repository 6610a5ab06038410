//! Learning while playing, for games of four seats: temporal differences with a step for each weight.
//!
//! Games of a block are played with frozen weights, on any number of threads; then all of their
//! positions teach, in the order of the games. So the same plan gives the same weights, however many
//! threads there are and however often a run was interrupted.
//!
//! - [`learner`]: weights that move by temporal coherence (Beal and Smith 1999)
//! - [`returns`]: what the positions of a game teach
//! - [`run`]: the loop in a folder; [`examination`]: what weights are worth; [`mod@report`]: the same for people

use std::sync::Arc;

use strengths::{Kind, Weights};

use crate::head::Chances;
use crate::samples::SampleOf;
use crate::subject::Subject;

mod card;
pub mod examination;
pub mod learner;
pub(crate) mod one_against_three;
pub mod report;
pub mod returns;
pub mod run;

pub use examination::Examination;
pub use learner::{Learner, Row};
pub use run::{Plan, practise};

/// A game for four seats that is learned while it is played.
///
/// Everything random follows from the seeds: the same arguments give the same games.
pub trait Practice: Subject<Head = Chances> + Sized {
    /// What its weights are for.
    fn kind(&self) -> &'static Kind;

    /// Plays a game with frozen weights and returns what its positions teach.
    fn play(&self, weights: &[Row], lambda: f32, seed: u64) -> Vec<SampleOf<Self>>;

    /// Finds out what weights are worth, beside earlier ones and fixed opponents.
    fn examine(&self, weights: &Arc<Weights>, earlier: &Arc<Weights>, asked: &Asked)
    -> Examination;
}

/// How much is done to find out what weights are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Openings of each match, each in all rotations of the seats.
    pub openings: u32,
    /// Games whose expectations are compared with their results.
    pub games: u32,
    /// What they follow from.
    pub seed: u64,
}
