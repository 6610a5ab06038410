//! The data file: one SQLite database, one process at a time.
//!
//! Reading happens here, on a few connections that many threads share; writing only through the
//! [`Writer`], so that many rooms share one commit. A commit is on the disk when it returns (WAL with
//! `synchronous=FULL`).

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard};

use rusqlite::{Connection, MAIN_DB};

use crate::backup::{before_migration, sync_folder_of};
use crate::error::{FileProblem, StoreError};
use crate::id::GameId;
use crate::identity::{Tables, identify, peek, resolve};
use crate::writer::Writer;
use crate::{private, schema};

/// The number of simultaneous reads; more wait.
pub const READERS: usize = 4;

/// An open data file.
pub struct Store {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    given_back: Condvar,
    exposed: Option<std::io::Error>,
    // Held for as long as the store is open; the operating system releases it however the process
    // ends.
    _lock: File,
}

impl Store {
    /// Opens the data file, creating it if there is none and migrating an older one.
    ///
    /// # Errors
    /// Returns an error if another process uses it, or it cannot be read or written.
    pub fn open(path: &Path) -> Result<(Self, Writer), StoreError> {
        let path = &resolve(path)?;
        // Before anything beside it is made: what is not ours stays as it is.
        peek(path).map_err(|problem| problem.of(path))?;
        let lock = lock(path)?;
        let exposed = private::prepare(path).err();
        let writing = connect_first(path)?;
        let idle: rusqlite::Result<_> = (0..READERS).map(|_| connect(path)).collect();
        let idle = idle.map_err(|error| FileProblem::from(error).of(path))?;
        let store = Self {
            path: path.clone(),
            idle: Mutex::new(idle),
            given_back: Condvar::new(),
            exposed,
            _lock: lock,
        };
        Ok((store, Writer::start(writing, path.clone())))
    }

    /// Returns the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns why others on this machine may be able to read the file, if they may.
    #[must_use]
    pub fn exposed(&self) -> Option<&std::io::Error> {
        self.exposed.as_ref()
    }

    /// Returns the error for a game whose moves were read and do not make sense.
    #[must_use]
    pub fn damaged(&self, game: &GameId, problem: &impl Display) -> StoreError {
        FileProblem::Game(game.clone(), problem.to_string()).of(&self.path)
    }

    /// Reads in one transaction, which does not see what is saved meanwhile. Waits while all
    /// connections are in use.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, FileProblem>,
    ) -> Result<T, StoreError> {
        let borrowed = self.borrow();
        let transaction = borrowed.connection().unchecked_transaction();
        transaction
            .map_err(FileProblem::from)
            .and_then(|transaction| read(&transaction))
            .map_err(|problem| problem.of(&self.path))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().expect("nobody panics with the list")
    }

    fn borrow(&self) -> Borrowed<'_> {
        let idle = self.idle();
        let mut idle = self
            .given_back
            .wait_while(idle, |idle| idle.is_empty())
            .expect("nobody panics with the list");
        Borrowed {
            connection: idle.pop(),
            store: self,
        }
    }
}

/// A connection that returns to the pool when it is dropped.
struct Borrowed<'s> {
    connection: Option<Connection>,
    store: &'s Store,
}

impl Borrowed<'_> {
    fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("there until it is dropped")
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.store.idle().extend(self.connection.take());
        self.store.given_back.notify_one();
    }
}

/// Keeps other processes out.
pub(crate) fn lock(path: &Path) -> Result<File, StoreError> {
    let refused = |error: std::io::Error| FileProblem::from(error).of(path);
    let lock = private::open_beside(path, ".lock").map_err(refused)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(refused(error)),
    }
}

/// Returns the connection that writes, after it has brought the tables up to date. Those of an earlier
/// version are copied before.
fn connect_first(path: &Path) -> Result<Connection, StoreError> {
    let of_file = |problem: FileProblem| problem.of(path);
    let opened = Connection::open(path).map_err(FileProblem::from);
    let opened = opened.and_then(|connection| Ok((identify(&connection)?, connection)));
    let (tables, connection) = opened.map_err(of_file)?;
    // SQLite opens what it may not write as well, and says so with the first move of somebody.
    if connection.is_readonly(MAIN_DB).unwrap_or(false) {
        return Err(FileProblem::ReadOnly.of(path));
    }
    if let Tables::Earlier(version) = tables {
        before_migration(&connection, path, version)?;
    }
    let set_up = prepare(connection).map_err(FileProblem::from);
    let migrated = set_up.and_then(|mut writing| {
        schema::migrate(&mut writing)?;
        if tables == Tables::None {
            // SQLite syncs what is in a new file, and not its name.
            sync_folder_of(path)?;
        }
        Ok(writing)
    });
    migrated.map_err(of_file)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    prepare(Connection::open(path)?)
}

fn prepare(connection: Connection) -> rusqlite::Result<Connection> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}
