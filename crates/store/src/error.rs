//! Errors of the data file.

use thiserror::Error;

use crate::id::GameId;

/// Why something could not be read or saved.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error(
        "{0} is in use by another kaesu; use that one, end it, or choose another file with --data"
    )]
    Locked(String),
    /// SQLite reported an error.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
    /// The file is newer than this program, or broken.
    #[error("the database is not one of this version of kaesu: {0}")]
    Schema(#[from] rusqlite_migration::Error),
    /// The operating system reported an error.
    #[error("the data file: {0}")]
    File(#[from] std::io::Error),
    /// The game that should be changed does not exist.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// A commit failed, and with it all batches that it held.
    #[error("nothing could be saved: {0}")]
    Commit(String),
    /// The writing thread has ended.
    #[error("the database is closed")]
    Closed,
}
