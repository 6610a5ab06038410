//! Why a run cannot go on.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// See the module.
#[derive(Debug, Error)]
pub enum LearnError {
    /// The folder belongs to another run.
    #[error("{folder} was begun with {was}, not {now}; name another folder")]
    Other {
        /// The folder.
        folder: PathBuf,
        /// What the folder says.
        was: String,
        /// What was asked now.
        now: String,
    },
    /// Something else is there.
    #[error("{0} is no folder of `kaesu learn`; name an empty or a new folder")]
    Foreign(PathBuf),
    /// Another program learns there.
    #[error("another program is learning in {0}; wait for it or name another folder")]
    Busy(PathBuf),
    /// A folder of samples has none.
    #[error("{0} has no files of samples (like 000000.samples) to learn from")]
    Empty(PathBuf),
    /// Weights to go on from were refused.
    #[error("{path}: {problem}")]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// Weights of the run were refused.
    #[error("{path}: {problem}; delete it, and it is learned again")]
    Refused {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A file of the run was changed or damaged.
    #[error("{path} cannot be read: {problem}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A block that is not learned from.
    #[error("{path} {problem}")]
    Block {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        problem: String,
    },
    /// The system refused.
    #[error("{path}: {problem}")]
    System {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
}

pub(crate) fn system(path: &Path) -> impl FnOnce(io::Error) -> LearnError + '_ {
    |problem| LearnError::System {
        path: path.to_owned(),
        problem,
    }
}
