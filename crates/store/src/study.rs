//! The data file of a study: events that are only ever added, and the little that is beside them.
//!
//! Everything is on the disk when a call returns (WAL with `synchronous=FULL`). What is deleted is
//! overwritten (`secure_delete`), and the log is truncated afterwards, so that no byte of it is left in
//! the files.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rusqlite::{Connection, Row, Transaction, params};
use rusqlite_migration::{M, Migrations};

use crate::error::{FileProblem, StoreError};
use crate::identity::resolve;
use crate::store::lock;

/// The tables of the first version.
const FIRST: &str = "
    CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        person TEXT,
        place TEXT,
        request TEXT,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_of_person ON events (person);
    CREATE UNIQUE INDEX requests ON events (person, request) WHERE request IS NOT NULL;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE externals (person TEXT PRIMARY KEY, external TEXT NOT NULL) STRICT;
    CREATE TABLE drafts (
        person TEXT NOT NULL, question TEXT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (person, question)
    ) STRICT;
    CREATE TABLE withdrawn (person TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
";

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// To whom, if to anybody.
    pub person: Option<String>,
    /// At which table, if at one.
    pub place: Option<String>,
    /// The request that caused it, once for a person.
    pub request: Option<String>,
    /// What happened.
    pub body: String,
}

/// The data file of a study, open; one process at a time.
pub struct StudyLog {
    path: PathBuf,
    connection: Mutex<Connection>,
    // Held for as long as the file is open; the operating system releases it however the process ends.
    // What is kept nowhere needs none.
    _lock: Option<File>,
}

impl StudyLog {
    /// Opens the file, creating it if there is none.
    ///
    /// # Errors
    /// Returns an error if another process uses it, or it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let path = &resolve(path)?;
        let lock = lock(path)?;
        let connection = connect(path).map_err(|problem| problem.of(path))?;
        Ok(Self {
            path: path.clone(),
            connection: Mutex::new(connection),
            _lock: Some(lock),
        })
    }

    /// Opens what is kept nowhere, and is gone when it is closed.
    ///
    /// # Errors
    /// Returns an error if there is no memory for it.
    pub fn nowhere() -> Result<Self, StoreError> {
        let path = PathBuf::from(":memory:");
        let connection = connect(&path).map_err(|problem| problem.of(&path))?;
        Ok(Self {
            path,
            connection: Mutex::new(connection),
            _lock: None,
        })
    }

    /// Returns the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Does something with the file, and says which file it was if that fails.
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().expect("nobody panics with the file");
        work(&mut connection).map_err(|error| FileProblem::from(error).of(&self.path))
    }

    fn write<T>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            let done = write(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
    }

    /// Reads all rows of a question.
    fn read<T>(
        &self,
        sql: &str,
        of: impl rusqlite::Params,
        row: impl FnMut(&Row<'_>) -> Result<T, rusqlite::Error>,
    ) -> Result<Vec<T>, StoreError> {
        self.with(|connection| connection.prepare(sql)?.query_map(of, row)?.collect())
    }

    /// Adds events and sets settings: all or nothing.
    ///
    /// # Errors
    /// Returns an error if they cannot be written, or a request of a person is there already.
    pub fn append(&self, rows: &[EventRow], settings: &[(&str, &str)]) -> Result<(), StoreError> {
        self.write(|transaction| {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO events (at, person, place, request, body) VALUES (?, ?, ?, ?, ?)",
            )?;
            for row in rows {
                insert.execute(params![
                    row.at,
                    row.person,
                    row.place,
                    row.request,
                    row.body
                ])?;
            }
            for (key, value) in settings {
                transaction.execute(
                    "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)",
                    params![key, value],
                )?;
            }
            Ok(())
        })
    }

    /// Returns all events in the order in which they happened.
    ///
    /// # Errors
    /// Returns an error if they cannot be read.
    pub fn rows(&self) -> Result<Vec<EventRow>, StoreError> {
        let sql = "SELECT at, person, place, request, body FROM events ORDER BY id";
        self.read(sql, [], |row| {
            Ok(EventRow {
                at: row.get(0)?,
                person: row.get(1)?,
                place: row.get(2)?,
                request: row.get(3)?,
                body: row.get(4)?,
            })
        })
    }

    /// Returns a setting.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM settings WHERE key = ?";
        Ok(self.read(sql, [key], |row| row.get(0))?.pop())
    }

    /// Keeps the id that another service has for a person.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn set_external(&self, person: &str, external: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = "INSERT OR REPLACE INTO externals (person, external) VALUES (?, ?)";
            transaction.execute(sql, [person, external]).map(|_| ())
        })
    }

    /// Returns the ids that another service has for people.
    ///
    /// # Errors
    /// Returns an error if they cannot be read.
    pub fn externals(&self) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT person, external FROM externals ORDER BY person";
        self.read(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns the id that another service has for a person, if there is one.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn external(&self, person: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT external FROM externals WHERE person = ?";
        Ok(self.read(sql, [person], |row| row.get(0))?.pop())
    }

    /// Deletes these ids, after everybody was paid.
    ///
    /// # Errors
    /// Returns an error if they cannot be deleted.
    pub fn delete_externals(&self) -> Result<(), StoreError> {
        self.write(|transaction| transaction.execute("DELETE FROM externals", []).map(|_| ()))?;
        self.truncate_log()
    }

    /// Keeps a text that is only half typed.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn set_draft(&self, person: &str, question: &str, text: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = "INSERT OR REPLACE INTO drafts (person, question, text) VALUES (?, ?, ?)";
            transaction
                .execute(sql, [person, question, text])
                .map(|_| ())
        })
    }

    /// Returns the half-typed texts of a person, by question.
    ///
    /// # Errors
    /// Returns an error if they cannot be read.
    pub fn drafts(&self, person: &str) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT question, text FROM drafts WHERE person = ? ORDER BY question";
        self.read(sql, [person], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Deletes everything of a person for good; the code stays in the list of those who withdrew.
    /// What happened at places that are `shared` with others stays, and is nobody's.
    ///
    /// # Errors
    /// Returns an error if it cannot be deleted.
    pub fn withdraw(&self, person: &str, shared: &[&str], at: u64) -> Result<(), StoreError> {
        self.write(|transaction| {
            for place in shared {
                transaction.execute(
                    "UPDATE events SET person = NULL, request = NULL WHERE person = ? AND place = ?",
                    [person, place],
                )?;
            }
            for sql in [
                "DELETE FROM events WHERE person = ?",
                "DELETE FROM externals WHERE person = ?",
                "DELETE FROM drafts WHERE person = ?",
            ] {
                transaction.execute(sql, [person])?;
            }
            transaction.execute(
                "UPDATE events SET body = replace(body, ?1, 'null') WHERE instr(body, ?1) > 0",
                [format!("\"{person}\"")],
            )?;
            let sql = "INSERT OR IGNORE INTO withdrawn (person, at) VALUES (?, ?)";
            transaction.execute(sql, params![person, at]).map(|_| ())
        })?;
        self.truncate_log()
    }

    /// Returns the codes of all who withdrew.
    ///
    /// # Errors
    /// Returns an error if they cannot be read.
    pub fn withdrawn(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT person FROM withdrawn ORDER BY person";
        self.read(sql, [], |row| row.get(0))
    }

    /// Brings everything into the main file and cuts the log, which still has what was deleted, to
    /// nothing.
    fn truncate_log(&self) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })
    }
}

fn connect(path: &Path) -> Result<Connection, FileProblem> {
    let mut connection = Connection::open(path)?;
    let other = "SELECT count(*) > 0 AND sum(name = 'events') = 0 FROM sqlite_master";
    if connection.query_row(other, [], |row| row.get::<_, Option<bool>>(0))? == Some(true) {
        return Err(FileProblem::Foreign);
    }
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    Migrations::new(vec![M::up(FIRST)]).to_latest(&mut connection)?;
    Ok(connection)
}
