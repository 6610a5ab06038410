//! What can go wrong with shards, and what a scheduler should do about it.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::plan::Problem;
use crate::run::RunError;
use crate::shard::Numbers;

/// Why a shard was not made, or shards were not merged.
#[derive(Debug, Error)]
pub enum ShardError {
    /// A file or the experiment is not as it has to be.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The experiment cannot be carried out.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// The folder has no shards.
    #[error("{} has no shards: it has no {file}", folder.display())]
    NoShards {
        /// The folder.
        folder: PathBuf,
        /// What is missing.
        file: &'static str,
    },
    /// The folder is used for something else.
    #[error("{} {problem}", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// What for.
        problem: String,
    },
    /// A part does not belong to the others.
    #[error("{} {problem}", file.display())]
    Foreign {
        /// The part.
        file: PathBuf,
        /// Why.
        problem: String,
    },
    /// A part is not as it was written.
    #[error("{} is damaged: {problem}; do shard {shard} again", file.display())]
    Damaged {
        /// The part.
        file: PathBuf,
        /// Which shard.
        shard: u64,
        /// What is wrong.
        problem: String,
    },
    /// Parts are not as they were written.
    #[error(
        "{first}{}{}",
        also(others, "more shards are not whole"),
        also(missing, "shards are missing")
    )]
    NotWhole {
        /// What is wrong with the first.
        first: String,
        /// The other shards whose parts are not whole.
        others: Numbers,
        /// Shards that were not done yet.
        missing: Numbers,
    },
    /// Shards were not done yet.
    #[error("{} of {count} shards are missing: {}", missing.len(), missing.in_a_sentence())]
    Missing {
        /// Which.
        missing: Numbers,
        /// Of how many.
        count: u64,
    },
    /// The first shards are all there, and the stopping rule has not decided.
    #[error(
        "not decided after {games} games of the first {shards} of {count} shards: go on with the next"
    )]
    Undecided {
        /// How many games.
        games: u64,
        /// Of how many shards.
        shards: u64,
        /// Of how many.
        count: u64,
    },
    /// Somebody stopped it.
    #[error("stopped: {kept} lines are kept, and the same command goes on from there")]
    Stopped {
        /// How many lines the next try takes over.
        kept: u64,
    },
    /// Somebody stopped what leaves nothing behind.
    #[error("stopped: nothing was changed, and the same command does it again")]
    Interrupted,
    /// Something in the making of a shard broke, and may break again.
    #[error("the shard broke: {0}")]
    Broke(String),
    /// Nobody makes some shards any more.
    #[error(
        "{} shards are missing, and nobody makes them: {}; {why}; kaesu lab submit --missing has them made again",
        missing.len(), missing.in_a_sentence()
    )]
    GivenUp {
        /// Which.
        missing: Numbers,
        /// Why.
        why: String,
    },
    /// A server that will not do.
    #[error("{0}")]
    Server(String),
    /// No address of a NATS server.
    #[error("\"{0}\" is no address of a NATS server, such as nats://lab.example:4222")]
    Address(String),
    /// A server that is there has refused for too long.
    #[error("{0}")]
    Refusing(String),
    /// A scheduler, a server or a disk refused, and may not do so again.
    #[error("{0}")]
    Temporary(String),
}

/// Names more shards at the end of a sentence.
fn also(shards: &Numbers, what: &str) -> String {
    match shards.len() {
        0 => String::new(),
        count => format!("; {count} {what}: {}", shards.in_a_sentence()),
    }
}

/// What a scheduler should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Try again: a disk was full, a machine was stopped, something is not there yet.
    TryAgain,
    /// Never try again: the same would happen.
    GiveUp,
    /// Go on with the next shards.
    NextWave,
}

impl Advice {
    /// Returns the exit code that says so.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::TryAgain => 1,
            Self::GiveUp => 2,
            Self::NextWave => 3,
        }
    }
}

impl ShardError {
    /// Returns what a scheduler should do.
    #[must_use]
    pub const fn advice(&self) -> Advice {
        match self {
            Self::Run(RunError::File { .. } | RunError::Full { .. } | RunError::Busy { .. })
            | Self::Damaged { .. }
            | Self::NotWhole { .. }
            | Self::Missing { .. }
            | Self::Stopped { .. }
            | Self::Interrupted
            | Self::Broke(_)
            | Self::GivenUp { .. }
            | Self::Refusing(_)
            | Self::Temporary(_) => Advice::TryAgain,
            Self::Undecided { .. } => Advice::NextWave,
            _ => Advice::GiveUp,
        }
    }
}

/// Turns an I/O error of a file into an error of shards.
pub(super) fn file_error(
    file: &Path,
    what: &'static str,
) -> impl FnOnce(std::io::Error) -> ShardError {
    let error = crate::run::file_error(file, what);
    move |problem| error(problem).into()
}
