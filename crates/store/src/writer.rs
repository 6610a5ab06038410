//! The one thread that writes. What several rooms save at the same time goes into one commit,
//! because a commit costs one flush of the disk however much it holds.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use records::{Entry, GameResult, Sitter};
use rusqlite::{Connection, Transaction};

use crate::error::{FileProblem, StoreError};
use crate::game::{GameHeader, StoredGame};
use crate::id::{GameId, PersonId, RoomId};
use crate::write::write;

/// Something to be saved.
#[derive(Clone, Debug, PartialEq)]
pub enum Save {
    /// A room, new or changed.
    Room {
        /// Its id.
        id: RoomId,
        /// The part that seldom changes.
        state: String,
    },
    /// The part of a room that changes with every move.
    Clocks {
        /// The room.
        room: RoomId,
        /// Its clocks.
        clocks: String,
    },
    /// Deletes a room that is no longer needed. Its games stay.
    NoRoom {
        /// Its id.
        id: RoomId,
    },
    /// Deletes a room and its games if nobody has played in any of them by now.
    Unplayed {
        /// Its id.
        id: RoomId,
    },
    /// A game that begins, or whose seats changed; a finished game stays as it was.
    Game {
        /// Its id.
        id: GameId,
        /// The room it is played in.
        room: Option<RoomId>,
        /// What is known before its first move.
        header: Box<GameHeader>,
        /// When it began, in milliseconds since 1970.
        started: u64,
        /// Each seat's person, if it has one.
        persons: Vec<Option<PersonId>>,
    },
    /// A whole game that was played elsewhere.
    Import {
        /// Its id.
        id: GameId,
        /// The game.
        game: Box<StoredGame>,
        /// The person who keeps it, if anybody does.
        keeper: Option<PersonId>,
    },
    /// A ply was played.
    Ply {
        /// The game.
        game: GameId,
        /// The number of the ply, from 1.
        number: u32,
        /// The entry of the record.
        entry: Entry,
    },
    /// A ply that a game began with. Nobody played it, so that it does not count until somebody plays on.
    Given {
        /// The game.
        game: GameId,
        /// The number of the ply, from 1.
        number: u32,
        /// The entry of the record.
        entry: Entry,
    },
    /// Writes beside a ply who made it.
    By {
        /// The game.
        game: GameId,
        /// The number of the ply, from 1.
        number: u32,
        /// Who made it.
        by: Sitter,
    },
    /// Keeps only the first plies, and reopens the game; its analysis is deleted.
    Undo {
        /// The game.
        game: GameId,
        /// How many plies are left.
        left: u32,
    },
    /// Ends a game.
    End {
        /// The game.
        game: GameId,
        /// When, in milliseconds since 1970.
        ended: u64,
        /// How it ended.
        result: GameResult,
    },
    /// Deletes a game.
    NoGame {
        /// The game.
        game: GameId,
    },
    /// Takes a game out of a person's list; it is deleted when it is in nobody's any more.
    Leave {
        /// The game.
        game: GameId,
        /// The person.
        person: PersonId,
    },
    /// The analysis of a game. It is not kept if the game has been deleted or reopened since.
    Analysis {
        /// The game.
        game: GameId,
        /// When the game ended that was analysed.
        ended: Option<u64>,
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

/// A handle to the writing thread. Dropping it saves everything that was given to it before the
/// thread ends.
pub struct Writer {
    batches: Option<Sender<Batch>>,
    thread: Option<JoinHandle<()>>,
}

/// The most batches in one commit; further ones go into the next.
const MOST_BATCHES: usize = 1024;

impl Writer {
    pub(crate) fn start(connection: Connection, file: PathBuf) -> Self {
        let (batches, waiting) = channel();
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(connection, &file, &waiting))
            .expect("a thread can be started");
        Self {
            batches: Some(batches),
            thread: Some(thread),
        }
    }

    /// Saves all of these or none, and calls `done` once they are on the disk or have failed.
    /// Batches are saved in the order they are given.
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
    /// Returns an error if they could not be saved.
    pub fn save_and_wait(&self, saves: Vec<Save>) -> Result<(), StoreError> {
        let (send, wait) = channel();
        self.save(saves, move |done| {
            // Sending fails only if the waiting thread has ended.
            let _ = send.send(done);
        });
        wait.recv().unwrap_or(Err(StoreError::Closed))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.batches.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was reported where it happened.
            let _ = thread.join();
        }
    }
}

fn write_all(mut connection: Connection, file: &Path, waiting: &Receiver<Batch>) {
    while let Ok(first) = waiting.recv() {
        let mut batches = vec![first];
        batches.extend(waiting.try_iter().take(MOST_BATCHES));
        let saved = commit(&mut connection, &batches);
        match saved {
            Ok(results) => {
                for (batch, result) in batches.into_iter().zip(results) {
                    (batch.done)(result.map_err(|problem| problem.of(file)));
                }
            }
            Err(problem) => {
                let text = problem.of(file).to_string();
                for batch in batches {
                    (batch.done)(Err(StoreError::Commit(text.clone())));
                }
            }
        }
    }
}

/// Commits batches together. A batch that fails is left out without harming the others.
fn commit(
    connection: &mut Connection,
    batches: &[Batch],
) -> Result<Vec<Result<(), FileProblem>>, FileProblem> {
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
