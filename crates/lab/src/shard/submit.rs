//! Shards handed over to an engine that has machines.
//!
//! Whatever the engine, the folder of the shards says what is done: only what has no whole part is handed over.

mod slurm;

use std::path::{Path, PathBuf};

pub use self::slurm::slurm;

use crate::experiment::Experiment;
use crate::run::Program;
use crate::shard::Numbers;
use crate::shard::division::Division;
use crate::shard::error::ShardError;

/// What is handed over, and how.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The program that makes the shards, as the machines find it.
    pub kaesu: PathBuf,
    /// The folder of the shards, as the machines find it.
    pub folder: PathBuf,
    /// The folder of the run that they become.
    pub run: PathBuf,
    /// How many threads a shard has.
    pub threads: u32,
    /// How many shards are handed over before a stopping rule is asked; all if `None`.
    pub wave: Option<u64>,
    /// Options for the engine.
    pub options: Vec<String>,
}

/// What was handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submitted {
    /// Which shards.
    pub shards: Numbers,
    /// What the engine calls them.
    pub jobs: Vec<String>,
    /// What it calls the merging.
    pub merge: Option<String>,
}

/// Divides an experiment into shards in a folder, or checks that the folder holds the same.
///
/// # Errors
/// Returns an error if it holds something else, or cannot be written.
pub fn divide(
    experiment: &Experiment,
    shards: u64,
    folder: &Path,
    program: &Program,
) -> Result<(), ShardError> {
    let text = experiment.to_toml()?;
    Division::new(&text, program, shards)?.set_up(folder, &text)
}
