//! Errors of the data file: each is one sentence that names the file.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use rusqlite_migration::{Error as MigrationError, MigrationDefinitionError};
use thiserror::Error;

use crate::id::GameId;

/// Why something could not be read or saved.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error(
        "{} is in use by another kaesu; use that one, end it, or choose another file with --data",
        .0.display()
    )]
    Locked(PathBuf),
    /// The data file could not be opened, read or written.
    #[error("the data file {}: {problem}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        problem: FileProblem,
    },
    /// What is saved of one game cannot be read; all others can.
    #[error("the game {game} in {} is damaged: {problem}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The game.
        game: GameId,
        /// What is wrong with it.
        problem: String,
    },
    /// A commit failed, and with it all batches that it held.
    #[error("nothing could be saved: {0}")]
    Commit(String),
    /// The writing thread has ended.
    #[error("the database is closed")]
    Closed,
}

/// What is wrong with the data file, or with a game in it.
#[derive(Debug)]
pub enum FileProblem {
    /// SQLite reported an error.
    Database(rusqlite::Error),
    /// The operating system reported an error.
    System(std::io::Error),
    /// Its tables are not those of this version, or cannot be brought up to date.
    Tables(MigrationError),
    /// It was written by a later version.
    Newer,
    /// It was written by an earlier version, and has not been opened by this one.
    Earlier,
    /// It is the file of another program.
    Foreign,
    /// It is a folder, a device or a pipe.
    NoFile,
    /// It can be read, but not written.
    ReadOnly,
    /// It has so many names by hard links.
    Names(u64),
    /// The game that should be changed does not exist.
    NoGame(GameId),
    /// What is saved of a game cannot be read.
    Game(GameId, String),
}

impl FileProblem {
    /// Returns the error of this data file.
    pub(crate) fn of(self, file: &Path) -> StoreError {
        let file = file.to_owned();
        match self {
            Self::Game(game, problem) => StoreError::Damaged {
                file,
                game,
                problem,
            },
            problem => StoreError::File { file, problem },
        }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(error) => database(error, f),
            Self::ReadOnly => f.write_str(READ_ONLY),
            Self::System(error) if is_forbidden(error) => f.write_str(READ_ONLY),
            Self::System(error) => write!(f, "{error}"),
            Self::Tables(MigrationError::RusqliteError { err, .. }) => database(err, f),
            Self::Newer
            | Self::Tables(MigrationError::MigrationDefinition(
                MigrationDefinitionError::DatabaseTooFarAhead,
            )) => f.write_str(
                "it was written by a newer version of kaesu; use that one, or choose another file \
                 with --data",
            ),
            Self::Earlier => f.write_str(
                "it was written by an earlier version of kaesu; start the server with it once, which \
                 brings it up to date and keeps a copy",
            ),
            Self::Foreign => f.write_str("it is no data file of kaesu; choose another file with --data"),
            Self::NoFile => f.write_str("it is no file; choose another one with --data"),
            Self::Names(names) => write!(
                f,
                "it has {names} names (hard links), and what SQLite keeps beside one of them is not found \
                 by the others; copy it and use the copy"
            ),
            Self::Tables(MigrationError::Hook(problem)) => f.write_str(problem),
            // What it says besides is SQL.
            Self::Tables(_) => f.write_str("its tables cannot be brought up to date"),
            Self::NoGame(game) => write!(f, "there is no game {game}"),
            Self::Game(game, problem) => write!(f, "the game {game}: {problem}"),
        }
    }
}

/// Writes what SQLite reported, in words for people and without SQL.
fn database(error: &rusqlite::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (error.sqlite_error_code(), error) {
        (Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt), _) => write!(
            f,
            "it is damaged, or no data file of kaesu ({error}); put a copy of it back, or choose \
             another file with --data"
        ),
        (Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied), _) => f.write_str(READ_ONLY),
        (Some(ErrorCode::CannotOpen), _) => f.write_str(
            "it cannot be opened; look whether it is a file, and whether you may write to it and to its \
             folder",
        ),
        (Some(ErrorCode::DiskFull), _) => f.write_str("the disk is full; make room on it"),
        (Some(ErrorCode::SystemIoFailure), _) => f.write_str("the disk reports an error"),
        (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => {
            f.write_str("another program has locked it")
        }
        // What it says is SQL.
        (_, rusqlite::Error::SqlInputError { .. } | rusqlite::Error::SqliteFailure(..)) => {
            f.write_str("its tables are not as kaesu makes them; put a copy of it back")
        }
        _ => write!(f, "{error}"),
    }
}

const READ_ONLY: &str = "you may not write to it or to its folder; make both writable, or choose another file \
                         with --data";

fn is_forbidden(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
}

impl From<rusqlite::Error> for FileProblem {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl From<std::io::Error> for FileProblem {
    fn from(error: std::io::Error) -> Self {
        Self::System(error)
    }
}

impl From<MigrationError> for FileProblem {
    fn from(error: MigrationError) -> Self {
        Self::Tables(error)
    }
}
