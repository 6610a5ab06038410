//! What can go wrong with a run, in one sentence each.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::experiment::ExperimentError;
use crate::plan::Problem;

/// Why a run cannot be made, read or resumed.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error("{} cannot be {what}: {problem}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Read, written, and so on.
        what: &'static str,
        /// What the operating system reported.
        problem: std::io::Error,
    },
    /// The experiment cannot be carried out.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// The experiment in the folder cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The folder does not hold a run.
    #[error("{} is no run: {problem}", folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// Why.
        problem: String,
    },
    /// The folder holds something else.
    #[error("{} holds a run {of}; choose another folder with --run", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// Of what.
        of: String,
    },
    /// Another process is using it.
    #[error("{} is being run by another program at this moment", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// A line is wrong.
    #[error("{}, line {line}: {problem}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// A file of a complete run is not as it was written.
    #[error("{} is damaged: {problem}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A record could not be written.
    #[error(
        "{} cannot be written: {problem}; {done} {name}s are kept, and the same command goes on \
         from there", file.display()
    )]
    Full {
        /// The file.
        file: PathBuf,
        /// What the operating system reported.
        problem: std::io::Error,
        /// How many lines are in it.
        done: u64,
        /// Of what.
        name: &'static str,
    },
    /// There is no such game.
    #[error("there is no {name} {number} in {}; it has {done}, counted from 0", folder.display())]
    NoGame {
        /// The folder.
        folder: PathBuf,
        /// The number asked for.
        number: u64,
        /// How many there are.
        done: u64,
        /// What is counted.
        name: &'static str,
    },
    /// A game could not be reproduced.
    #[error("game {number} does not come out again: {problem}")]
    Differs {
        /// Its number.
        number: u64,
        /// What is different.
        problem: String,
    },
}

/// Turns an I/O error of a file into an error of a run.
pub(crate) fn file_error(
    file: &Path,
    what: &'static str,
) -> impl FnOnce(std::io::Error) -> RunError {
    let file = file.to_owned();
    move |problem| RunError::File {
        file,
        what,
        problem,
    }
}
