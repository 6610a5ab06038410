//! What can go wrong with the data file.

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
    /// The database says so.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
    /// It is newer than this program, or broken.
    #[error("the database is not one of this version of kaesu: {0}")]
    Schema(#[from] rusqlite_migration::Error),
    /// The system says so.
    #[error("the data file: {0}")]
    File(#[from] std::io::Error),
    /// What should be changed is not there.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// Many batches were lost together.
    #[error("nothing could be saved: {0}")]
    Commit(String),
    /// Nobody writes any more.
    #[error("the database is closed")]
    Closed,
}
