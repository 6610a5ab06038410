//! The one thread that writes. What many rooms want saved at the same time goes into one commit,
//! because a commit costs a flush of the disk however much is in it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use rusqlite::{Connection, Transaction, params};
use serde::Serialize;

use crate::record::{self, Entry};
use crate::store::{Head, StoreError, StoredGame};

/// Something to be saved.
#[derive(Clone, Debug, PartialEq)]
pub enum Save {
    /// A room, new or changed.
    Room {
        /// Its id.
        id: String,
        /// What changes seldom.
        state: String,
    },
    /// What changes in a room with every move.
    Clocks {
        /// The room.
        room: String,
        /// Its clocks.
        clocks: String,
    },
    /// A room nobody needs any more. Its games stay.
    NoRoom {
        /// Its id.
        id: String,
    },
    /// A game begins, or others sit at it; a finished game stays as it was.
    Game {
        /// Its id.
        id: String,
        /// The room it is played in.
        room: Option<String>,
        /// What is known of it.
        head: Box<Head>,
        /// When it began, in milliseconds since 1970.
        started: u64,
        /// Each seat's person, by the secret the page keeps; empty for none.
        persons: Vec<String>,
    },
    /// A whole game that was played elsewhere.
    Import {
        /// Its id.
        id: String,
        /// The game.
        game: Box<StoredGame>,
        /// The person who keeps it, by the secret the page keeps; empty for none.
        keeper: String,
    },
    /// A ply was played.
    Ply {
        /// The game.
        game: String,
        /// Which ply, from 1.
        number: u32,
        /// What it was.
        entry: Entry,
    },
    /// Only the first plies still count, and the game is not over.
    Undo {
        /// The game.
        game: String,
        /// How many plies are left.
        left: u32,
    },
    /// A game is over.
    End {
        /// The game.
        game: String,
        /// When, in milliseconds since 1970.
        ended: u64,
        /// How.
        result: record::Result,
    },
    /// A game is of no interest any more.
    NoGame {
        /// The game.
        game: String,
    },
    /// What a game was worth.
    Analysis {
        /// The game.
        game: String,
        /// The analysis.
        text: String,
    },
    /// A setting of the server.
    Setting {
        /// Its name.
        key: String,
        /// Its value.
        value: String,
    },
}

type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

struct Batch {
    saves: Vec<Save>,
    done: Done,
}

/// A handle to the thread that writes. When it is dropped, all that was given to it is saved
/// before the thread ends.
pub struct Writer {
    batches: Option<Sender<Batch>>,
    thread: Option<JoinHandle<()>>,
}

/// If more batches than this wait, the rest goes into the next commit.
const MOST_BATCHES: usize = 1024;

impl Writer {
    pub(crate) fn start(connection: Connection) -> Self {
        let (batches, waiting) = channel();
        let thread = std::thread::Builder::new()
            .name("records".to_owned())
            .spawn(move || write_all(connection, &waiting))
            .expect("a thread can be started");
        Self {
            batches: Some(batches),
            thread: Some(thread),
        }
    }

    /// Saves all of these or none, and says so when they are on the disk. Batches are saved in
    /// the order they are given.
    pub fn save(
        &self,
        saves: Vec<Save>,
        done: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) {
        let batch = Batch {
            saves,
            done: Box::new(done),
        };
        let batches = self.batches.as_ref().expect("open until it is dropped");
        if let Err(unsent) = batches.send(batch) {
            (unsent.0.done)(Err(StoreError::Closed));
        }
    }

    /// Saves all of these or none, and waits until they are on the disk.
    ///
    /// # Errors
    /// If they could not be saved.
    pub fn save_and_wait(&self, saves: Vec<Save>) -> Result<(), StoreError> {
        let (send, wait) = channel();
        self.save(saves, move |done| {
            // Nobody waits any more only if the waiting thread is gone.
            let _ = send.send(done);
        });
        wait.recv().unwrap_or(Err(StoreError::Closed))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.batches.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been shown where it happened.
            let _ = thread.join();
        }
    }
}

fn write_all(mut connection: Connection, waiting: &Receiver<Batch>) {
    while let Ok(first) = waiting.recv() {
        let mut batches = vec![first];
        batches.extend(waiting.try_iter().take(MOST_BATCHES));
        let saved = commit(&mut connection, &batches);
        match saved {
            Ok(results) => {
                for (batch, result) in batches.into_iter().zip(results) {
                    (batch.done)(result);
                }
            }
            Err(error) => {
                let text = error.to_string();
                for batch in batches {
                    (batch.done)(Err(StoreError::Commit(text.clone())));
                }
            }
        }
    }
}

/// One commit. A batch that fails is left out and harms no other.
fn commit(
    connection: &mut Connection,
    batches: &[Batch],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut transaction = connection.transaction()?;
    let mut results = Vec::with_capacity(batches.len());
    for batch in batches {
        let savepoint = transaction.savepoint()?;
        let result = batch.saves.iter().try_for_each(|s| write(&savepoint, s));
        if result.is_ok() {
            savepoint.commit()?;
        } else {
            savepoint.finish()?;
        }
        results.push(result);
    }
    Transaction::commit(transaction)?;
    Ok(results)
}

fn write(connection: &Connection, save: &Save) -> Result<(), StoreError> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> Result<usize, StoreError> {
        Ok(connection.prepare_cached(sql)?.execute(values)?)
    };
    // For changes of a game that has to exist.
    let change = |game: &str, sql: &str, values: &[&dyn rusqlite::ToSql]| match run(sql, values)? {
        0 => Err(StoreError::NoGame(game.to_owned())),
        _ => Ok(()),
    };
    match save {
        Save::Room { id, state } => {
            run(
                "INSERT INTO room (id, state) VALUES (?1, ?2)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state",
                params![id, state],
            )?;
        }
        Save::Clocks { room, clocks } => {
            run(
                "UPDATE room SET clocks = ?2 WHERE id = ?1",
                params![room, clocks],
            )?;
        }
        Save::NoRoom { id } => {
            run("DELETE FROM room WHERE id = ?1", params![id])?;
        }
        Save::Game {
            id,
            room,
            head,
            started,
            persons,
        } => {
            run(
                "INSERT INTO game (id, room, head, started) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET head = excluded.head WHERE result IS NULL",
                params![id, room, text(head), started],
            )?;
            for (seat, person) in persons.iter().enumerate() {
                run(
                    "INSERT OR REPLACE INTO sitter (game, seat, person)
                     SELECT serial, ?2, ?3 FROM game WHERE id = ?1 AND result IS NULL",
                    params![id, seat, person],
                )?;
            }
        }
        Save::Import { id, game, keeper } => {
            run(
                "INSERT INTO game (id, head, started, ended, result, keeper)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    id,
                    text(&game.head),
                    game.started,
                    game.ended,
                    game.result.as_ref().map(text),
                    keeper
                ],
            )?;
            for (number, entry) in (1u32..).zip(&game.moves) {
                write_ply(connection, id, number, entry)?;
            }
        }
        Save::Ply {
            game,
            number,
            entry,
        } => write_ply(connection, game, *number, entry)?,
        Save::Undo { game, left } => {
            change(
                game,
                "UPDATE game SET ended = NULL, result = NULL WHERE id = ?1",
                params![game],
            )?;
            run(
                "DELETE FROM ply WHERE number > ?2
                 AND game = (SELECT serial FROM game WHERE id = ?1)",
                params![game, left],
            )?;
        }
        Save::End {
            game,
            ended,
            result,
        } => change(
            game,
            "UPDATE game SET ended = ?2, result = ?3 WHERE id = ?1",
            params![game, ended, text(result)],
        )?,
        Save::NoGame { game } => change(game, "DELETE FROM game WHERE id = ?1", params![game])?,
        Save::Analysis {
            game,
            text: analysis,
        } => change(
            game,
            "INSERT OR REPLACE INTO analysis (game, text)
             SELECT serial, ?2 FROM game WHERE id = ?1",
            params![game, analysis],
        )?,
        Save::Setting { key, value } => {
            run(
                "INSERT OR REPLACE INTO setting (key, value) VALUES (?1, ?2)",
                params![key, value],
            )?;
        }
    }
    Ok(())
}

fn write_ply(
    connection: &Connection,
    game: &str,
    number: u32,
    entry: &Entry,
) -> Result<(), StoreError> {
    let written = connection
        .prepare_cached(
            "INSERT INTO ply (game, number, entry) SELECT serial, ?2, ?3 FROM game WHERE id = ?1",
        )?
        .execute(params![game, number, text(entry)])?;
    match written {
        0 => Err(StoreError::NoGame(game.to_owned())),
        _ => Ok(()),
    }
}

fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("numbers and texts can be written as JSON")
}
