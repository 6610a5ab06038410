//! Shards handed over to an engine that has machines.
//!
//! Whatever the engine, the folder of the shards says what is done: only what has no whole part is handed over.

mod slurm;

use std::fs;
use std::path::{Path, PathBuf};

pub use self::slurm::{scripts_of, slurm, wave_of};

use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::run::{EXPERIMENT, Program};
use crate::shard::Numbers;
use crate::shard::division::{DIVISION, Division};
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
    /// Whether scripts that are there are taken as they are, whatever else is said here.
    pub as_they_are: bool,
}

/// What was handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submitted {
    /// Which shards.
    pub shards: Numbers,
    /// What the engine calls them.
    pub jobs: Vec<String>,
    /// What it calls the merging.
    pub merge: String,
    /// After how many games a stopping rule has decided before.
    pub decided: Option<u64>,
}

/// A folder that an experiment is divided into shards in.
#[derive(Clone, Debug)]
pub struct Divided {
    folder: PathBuf,
    now: bool,
    /// How many shards have nothing to do, because there are fewer blocks of games than shards.
    pub idle: u64,
}

impl Divided {
    /// Undoes it, if it was done now and nothing else has come into the folder: a submission that was refused leaves
    /// nothing behind.
    pub fn undo(self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name());
        if self.now && names.all(|name| name == EXPERIMENT || name == DIVISION) {
            for name in [DIVISION, EXPERIMENT] {
                let _ = fs::remove_file(self.folder.join(name));
            }
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Returns into how many shards a folder is divided.
///
/// # Errors
/// Returns an error if it has no shards.
pub fn shards_of(folder: &Path) -> Result<u64, ShardError> {
    Ok(Division::read(folder)?.shards)
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
) -> Result<Divided, ShardError> {
    let text = experiment.to_toml()?;
    let now = Division::new(&text, program, shards)?.set_up(folder, &text)?;
    Ok(Divided {
        folder: folder.to_owned(),
        now,
        idle: shards.saturating_sub(Plan::new(experiment)?.blocks()),
    })
}
