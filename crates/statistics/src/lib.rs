//! Statistics of results: every figure comes with its interval or its error rates, and the error
//! rates are the real ones (shown by simulation in this crate's tests).
//!
//! The crate reads no clock, no file and no system randomness: the same results always give the
//! same figures.
//!
//! - [`estimate`]: a value with its interval; [`distribution`]: the curves behind all tests
//! - two seats: [`pairs`] of games with sides swapped, [`sides`] without pairs, [`elo`],
//!   [`exchange`] (the test with a fixed number of games), [`sprt`] (the sequential test)
//! - many seats: [`seating`] in balanced blocks, [`placing`] of one game, [`standing`] of all,
//!   [`block`] means (one observation each), [`friedman`], [`nemenyi`], [`plackett_luce`],
//!   [`weng_lin`]
//! - few people: [`wilcoxon`], [`slope`] of results on ratings
//! - yes or no: [`proportion`], [`exact`] tests, [`holm`] for many at once, [`power`] (how many
//!   games), [`verdict`] (the papers' and ours)
//! - [`optimise`]: the best numbers by comparisons with noise
//! - beneath: [`likelihood`] of results with a given mean, [`bootstrap`], bets against a mean
//!
//! ```
//! use kaesu_statistics::Level;
//! use kaesu_statistics::elo::{Method, Strength};
//! use kaesu_statistics::pairs::{Ending, PairedMatch};
//!
//! // Forty pairs of games with sides swapped: a pair is one observation, not two.
//! let mut played = PairedMatch::default();
//! for pair in 0..40 {
//!     let second = if pair % 4 == 0 { Ending::Loss } else { Ending::Draw };
//!     played.add(Ending::Win, second);
//! }
//! let strength = Strength::of_pairs(&played.pairs, Level::P95, Method::Likelihood)
//!     .expect("there is a pair");
//! let (elo, interval) = (strength.elo.value, strength.elo.interval);
//! println!("Elo {elo:.0} [{:.0}, {:.0}]", interval.low, interval.high);
//! assert!(interval.low > 0.0, "better, and surely so");
//! ```

#![forbid(unsafe_code)]

mod bet;
pub mod block;
pub mod bootstrap;
pub mod distribution;
pub mod elo;
pub mod estimate;
pub mod exact;
pub mod exchange;
pub mod friedman;
pub mod holm;
pub mod likelihood;
pub mod looks;
mod matrix;
pub mod nemenyi;
pub mod optimise;
pub mod pairs;
pub mod placing;
pub mod plackett_luce;
pub mod power;
pub mod proportion;
mod root;
pub mod seating;
pub mod sides;
pub mod slope;
pub mod sprt;
pub mod standing;
pub mod verdict;
pub mod weng_lin;
pub mod wilcoxon;

pub use estimate::{Estimate, Interval, Level};
