//! The database: one SQLite file, one process at a time.
//!
//! Reading happens here, writing only through the [`Writer`], so that many
//! rooms share one commit. A commit is on the disk when it returns (WAL with `synchronous=FULL`).

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::record::{self, Clock, Entry, Record, RecordSeat};
use crate::writer::Writer;

mod schema;

/// An open database.
pub struct Store {
    path: PathBuf,
    reading: Mutex<Connection>,
    // Held for as long as the store is open; the system frees it however the process ends.
    _lock: File,
}

/// What is known of a game before its first move, and does not change with every move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The game with its options.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<RecordSeat>,
    /// How time is counted.
    pub clock: Option<Clock>,
    /// The position line the game starts from.
    pub start: Option<String>,
    /// What everything random follows from.
    pub seed: u64,
}

/// A room as it was saved; what its texts mean is the server's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// What changes seldom.
    pub state: String,
    /// What changes with every move.
    pub clocks: Option<String>,
}

/// A game as it was saved.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// What was known before the first move.
    pub head: Head,
    /// The room it is or was played in.
    pub room: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// When it ended.
    pub ended: Option<u64>,
    /// How it ended.
    pub result: Option<record::Result>,
    /// What was played.
    pub moves: Vec<Entry>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Grows with every game: where the next page goes on.
    pub serial: i64,
    /// The game's id.
    pub id: String,
    /// The room it is or was played in.
    pub room: Option<String>,
    /// What was known before the first move.
    pub head: Head,
    /// When it began.
    pub started: u64,
    /// When it ended.
    pub ended: Option<u64>,
    /// How it ended.
    pub result: Option<record::Result>,
    /// How many plies were played.
    pub plies: u32,
    /// The seats of the person who asked.
    pub own: Vec<u8>,
}

/// A finished game of a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// The game's id.
    pub id: String,
    /// The person's seat.
    pub seat: u8,
    /// What was known before the first move.
    pub head: Head,
    /// When it ended.
    pub ended: u64,
    /// How it ended.
    pub result: record::Result,
}

impl StoredGame {
    /// The game of a record that was made elsewhere. What it does not tell is now, or nothing.
    #[must_use]
    pub fn of(record: Record, now: u64) -> Self {
        Self {
            head: Head {
                game: record.game,
                seats: record.seats,
                clock: record.clock,
                start: record.start,
                seed: record.seed.unwrap_or(0),
            },
            room: None,
            started: record.started.unwrap_or(now),
            ended: record.ended,
            result: record.result,
            moves: record.moves,
        }
    }

    /// The game as a record.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            format: record::FORMAT.to_owned(),
            version: record::VERSION,
            game: self.head.game.clone(),
            seats: self.head.seats.clone(),
            clock: self.head.clock,
            start: self.head.start.clone(),
            seed: Some(self.head.seed),
            started: Some(self.started),
            ended: self.ended,
            moves: self.moves.clone(),
            result: self.result.clone(),
        }
    }
}

impl Store {
    /// Opens the database, makes it if there is none, and brings an older one up to date.
    ///
    /// # Errors
    /// If another process uses it, or it cannot be read or written.
    pub fn open(path: &Path) -> Result<(Self, Writer), StoreError> {
        let mut lock_path = path.as_os_str().to_owned();
        lock_path.push(".lock");
        let lock = File::create(PathBuf::from(lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(StoreError::Locked(path.display().to_string()));
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut writing = connect(path)?;
        schema::migrate(&mut writing)?;
        let reading = connect(path)?;
        let store = Self {
            path: path.to_owned(),
            reading: Mutex::new(reading),
            _lock: lock,
        };
        Ok((store, Writer::start(writing)))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn reading(&self) -> MutexGuard<'_, Connection> {
        self.reading
            .lock()
            .expect("no thread panics while it reads")
    }

    /// The room with this id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn room(&self, id: &str) -> Result<Option<StoredRoom>, StoreError> {
        let found = self
            .reading()
            .prepare_cached("SELECT state, clocks FROM room WHERE id = ?1")?
            .query_row([id], |row| {
                Ok(StoredRoom {
                    state: row.get(0)?,
                    clocks: row.get(1)?,
                })
            })
            .optional()?;
        Ok(found)
    }

    /// The ids of all rooms.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn rooms(&self) -> Result<Vec<String>, StoreError> {
        let connection = self.reading();
        let mut query = connection.prepare_cached("SELECT id FROM room ORDER BY id")?;
        let ids = query.query_map([], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The game with this id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let connection = self.reading();
        let found = connection
            .prepare_cached(
                "SELECT serial, head, room, started, ended, result FROM game WHERE id = ?1",
            )?
            .query_row([id], |row| {
                let game = StoredGame {
                    head: json(row, 1)?,
                    room: row.get(2)?,
                    started: row.get(3)?,
                    ended: row.get(4)?,
                    result: optional_json(row, 5)?,
                    moves: Vec::new(),
                };
                Ok((row.get::<_, i64>(0)?, game))
            })
            .optional()?;
        let Some((serial, mut game)) = found else {
            return Ok(None);
        };
        let mut query =
            connection.prepare_cached("SELECT entry FROM ply WHERE game = ?1 ORDER BY number")?;
        let moves = query.query_map([serial], |row| json(row, 0))?;
        game.moves = moves.collect::<Result<_, _>>()?;
        Ok(Some(game))
    }

    /// Games with at least one move, the newest first: all, or those this person sat in or keeps.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn list(
        &self,
        person: &str,
        all: bool,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let connection = self.reading();
        let mut query = connection.prepare_cached(
            "SELECT serial, id, room, head, started, ended, result,
                    (SELECT max(number) FROM ply WHERE ply.game = serial) AS plies,
                    (SELECT group_concat(seat) FROM sitter
                      WHERE sitter.game = serial AND person = ?1 AND person <> '') AS own
             FROM game
             WHERE serial < ?2 AND plies > 0
               AND (?3 OR own IS NOT NULL OR (keeper = ?1 AND keeper <> ''))
             ORDER BY serial DESC LIMIT ?4",
        )?;
        let rows = query.query_map(
            params![person, before.unwrap_or(i64::MAX), all, limit],
            |row| {
                let own: Option<String> = row.get(8)?;
                Ok(Listed {
                    serial: row.get(0)?,
                    id: row.get(1)?,
                    room: row.get(2)?,
                    head: json(row, 3)?,
                    started: row.get(4)?,
                    ended: row.get(5)?,
                    result: optional_json(row, 6)?,
                    plies: row.get(7)?,
                    own: own
                        .unwrap_or_default()
                        .split(',')
                        .filter_map(|seat| seat.parse().ok())
                        .collect(),
                })
            },
        )?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The finished games of a person, the oldest first; at most the last thousand.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn own(&self, person: &str) -> Result<Vec<Own>, StoreError> {
        let connection = self.reading();
        let mut query = connection.prepare_cached(
            "SELECT id, seat, head, ended, result FROM sitter JOIN game ON game = serial
             WHERE person = ?1 AND person <> '' AND result IS NOT NULL
             ORDER BY ended DESC LIMIT 1000",
        )?;
        let rows = query.query_map([person], |row| {
            Ok(Own {
                id: row.get(0)?,
                seat: row.get(1)?,
                head: json(row, 2)?,
                ended: row.get(3)?,
                result: json(row, 4)?,
            })
        })?;
        let mut own: Vec<Own> = rows.collect::<Result<_, _>>()?;
        own.reverse();
        Ok(own)
    }

    /// The seats of a game that are or were this person's.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn seats_of(&self, game: &str, person: &str) -> Result<Vec<u8>, StoreError> {
        let connection = self.reading();
        let mut query = connection.prepare_cached(
            "SELECT seat FROM sitter JOIN game ON game = serial
             WHERE id = ?1 AND person = ?2 AND person <> '' ORDER BY seat",
        )?;
        let seats = query.query_map([game, person], |row| row.get(0))?;
        Ok(seats.collect::<Result<_, _>>()?)
    }

    /// Whether this person sits or sat in this game, or keeps it.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn belongs_to(&self, game: &str, person: &str) -> Result<bool, StoreError> {
        let found = self
            .reading()
            .prepare_cached(
                "SELECT 1 FROM game LEFT JOIN sitter ON game = serial
                 WHERE id = ?1 AND ?2 <> '' AND ?2 IN (person, keeper)",
            )?
            .exists([game, person])?;
        Ok(found)
    }

    /// The analysis of a game, if it was made.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn analysis(&self, game: &str) -> Result<Option<String>, StoreError> {
        let found = self
            .reading()
            .prepare_cached(
                "SELECT analysis.text FROM analysis JOIN game ON game = serial WHERE id = ?1",
            )?
            .query_row([game], |row| row.get(0))
            .optional()?;
        Ok(found)
    }

    /// A setting of the server.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let found = self
            .reading()
            .prepare_cached("SELECT value FROM setting WHERE key = ?1")?
            .query_row([key], |row| row.get(0))
            .optional()?;
        Ok(found)
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Reads a column that holds JSON.
fn json<T: for<'de> Deserialize<'de>>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    read_json(&text, column)
}

fn optional_json<T: for<'de> Deserialize<'de>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<T>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| read_json(&text, column)).transpose()
}

fn read_json<T: for<'de> Deserialize<'de>>(text: &str, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Text,
            Box::new(error),
        )
    })
}

/// What can go wrong with the database.
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
    NoGame(String),
    /// Many batches were lost together.
    #[error("nothing could be saved: {0}")]
    Commit(String),
    /// Nobody writes any more.
    #[error("the database is closed")]
    Closed,
}
