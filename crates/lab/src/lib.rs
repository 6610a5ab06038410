//! Experiments: who is better, by how much, and how certain that is.
//!
//! - [`experiment`]: a question, as a file or made in code; [`contender`]: who plays in it;
//!   [`opening`]: where its games begin
//! - [`jobs`]: numbered jobs on all cores, run in ranges that can be put together
//! - [`plan`]: from an experiment and the number of a game to who sits where, pure
//! - [`run`]: all games, or positions thought about, on all cores, in memory or into a folder that
//!   can be resumed
//! - [`shard`]: the same on many machines, each with a part of it
//! - [`tune`]: the best numbers of a player file by matches
//! - [`report`](mod@report): what was found, written for people
//!
//! An experiment made in code is played without a folder by [`run::play`], which hands over the
//! games in the order of their numbers, whatever the number of threads:
//!
//! ```
//! use kaesu_lab::{Contender, Experiment, Kind, Openings};
//!
//! let players = vec![Contender::named("random")?, Contender::named("p4-level-1")?];
//! let experiment = Experiment {
//!     games: 20,
//!     openings: Openings::Random { plies: 6 },
//!     ..Experiment::new("othello".parse()?, Kind::Match, players)
//! };
//! let mut plies = 0;
//! let summary = kaesu_lab::run::play(&experiment, 2, &mut |game| plies += game.plies)?;
//! assert_eq!(summary.games(), 20);
//! let pairs = summary.pairs(0).expect("a game for two is played in pairs");
//! println!("{} of 20 games won in {plies} plies", pairs.games().wins);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`run::play_into`] does the same with a folder, and [`run::Run::open`] reads it.

#![forbid(unsafe_code)]

pub mod contender;
pub mod experiment;
pub mod jobs;
pub mod opening;
pub mod plan;
mod referee;
pub mod report;
pub mod run;
pub mod shard;
pub mod tune;
mod venue;

pub use contender::Contender;
pub use experiment::{Experiment, Keep, Kind, Measurement, Seating, Stopping, Sweep};
pub use opening::Openings;
pub use plan::{Place, Plan, Problem};
pub use run::{Played, Run, Summary};
pub use tune::Tune;
