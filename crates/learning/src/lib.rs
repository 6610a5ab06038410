//! Weights from nothing: positions from a program's own games, labels by search and exact solving,
//! a fit, and weights that the engine reads.
//!
//! - [`subject`]: what a game provides: features, phases, labels
//! - [`samples`]: labelled positions in files, block by block, so that learning can stop and resume
//! - [`mod@fit`]: weights from samples; [`report`](fit::Report): how far they err on games held out
//! - [`spread`]: how far shallow searches stray from deep ones, for selective search
//! - [`othello`]: the game of the engine
//!
//! Every block follows from its generation, seed and number alone.

#![forbid(unsafe_code)]

pub mod fit;
pub mod othello;
pub mod samples;
pub mod spread;
pub mod subject;

pub use fit::{Fitting, fit};
pub use samples::{Blocks, Sample};
pub use subject::Subject;
