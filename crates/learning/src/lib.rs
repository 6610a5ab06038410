//! Learns weights from scratch: positions from the engine's own games, labels by search and exact
//! solving, a fit, and weights that the engine reads.
//!
//! ```
//! use engine::selectivity::Parameters;
//! use kaesu_learning::othello::{Generation, Othello, SelfPlay, by_phase, nothing, quantised};
//! use kaesu_learning::{Fitting, fit};
//!
//! // Two blocks of games without any knowledge: one to learn from, one held out.
//! let generation = Generation { random: (8, 37), depth: 0, noise: 2.0, exact: 6, seed: 1 };
//! let mut player = SelfPlay::new(nothing(), generation);
//! let (learned, held_out) = (player.block(0, 20), player.block(1, 20));
//!
//! let subject = Othello::default();
//! let fitted = fit(
//!     &subject,
//!     &by_phase(&subject, learned.into_iter()),
//!     &by_phase(&subject, held_out.into_iter()),
//!     &Fitting { epochs: 2, ..Fitting::default() },
//!     &mut |_phase, _report| (),
//! );
//! let weights = quantised(&fitted.weights, Parameters::default());
//! assert!(weights.evaluate_discs(player.block(2, 1)[0].position).is_finite());
//! ```
//!
//! - [`subject`]: what a game provides: features, phases, labels
//! - [`samples`]: labelled positions in files, block by block, so that learning can stop and resume
//! - [`mod@fit`]: weights from samples; [`report`](fit::Report): their errors on held-out games
//! - [`spread`]: how far shallow searches differ from deep ones, for selective search
//! - [`othello`]: the game of the engine
//!
//! A block of samples is a pure function of its generation, seed and number.

#![forbid(unsafe_code)]

pub mod fit;
pub mod othello;
pub mod samples;
pub mod spread;
pub mod subject;

pub use fit::{Fitting, fit};
pub use samples::{Blocks, Sample};
pub use subject::Subject;
