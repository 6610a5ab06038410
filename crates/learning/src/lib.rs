//! Weights from nothing: positions from a program's own games, labels by search and exact solving,
//! a fit, and weights that a program reads; generation by generation.
//!
//! ```
//! use engine::selectivity::Parameters;
//! use kaesu_learning::othello::{Generation, Othello, SelfPlay, quantised};
//! use kaesu_learning::{Course, Fitting, Subject, fit};
//!
//! // Two blocks of games without any knowledge: one to learn from, one held out.
//! let othello = Othello::new(Vec::new());
//! let generation = Generation { exact: 6, ..Generation::number(0) };
//! let mut player = SelfPlay::new(othello.nothing(), generation);
//! let (learned, held_out) = (player.block(1, 20), player.block(2, 20));
//!
//! let fitted = fit(
//!     &othello,
//!     &othello.by_phase(learned),
//!     &othello.by_phase(held_out),
//!     &Fitting { epochs: 2, ..Fitting::default() },
//!     None,
//!     &mut |_phase, _error| (),
//! );
//! let weights = quantised(&fitted.weights, Parameters::default());
//! assert!(weights.evaluate_discs(player.block(3, 1)[0].position).is_finite());
//! ```
//!
//! - [`subject`]: what a game provides: features, symmetries, phases; [`head`]: what is learned;
//!   [`course`]: games, labels and weights
//! - [`samples`]: labelled positions in files, block by block
//! - [`mod@fit`]: weights from samples; [`parts`]: what cells have in common; [`spread`]: how far shallow searches stray from deep ones
//! - [`run`]: the loop in a folder, which can stop and resume; [`examination`]: what weights are
//!   worth; [`report`](mod@report): the same for people
//! - [`othello`]: the game of the engine
//! - [`practice`]: learning while playing, for four seats; [`yonin`], [`yonin_shogi`]: the games of that
//!   kind
//!
//! Every block follows from plan, generation and number alone.

#![forbid(unsafe_code)]

mod card;
pub mod course;
pub mod examination;
mod files;
pub mod fit;
pub mod head;
pub mod othello;
pub mod parts;
pub mod practice;
pub mod report;
pub mod run;
pub mod samples;
pub mod spread;
pub mod subject;
pub mod yonin;
pub mod yonin_shogi;

pub use course::Course;
pub use fit::{Fitting, fit};
pub use head::Head;
pub use run::{Plan, learn};
pub use samples::{Blocks, Sample, SampleOf};
pub use subject::Subject;
