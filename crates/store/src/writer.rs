//! The one thread that writes. What many rooms want saved at the same time goes into one commit,
//! because a commit costs a flush of the disk however much is in it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use records::{Entry, GameResult};
use rusqlite::{Connection, Transaction};

use crate::error::StoreError;
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
        /// What changes seldom.
        state: String,
    },
    /// What changes in a room with every move.
    Clocks {
        /// The room.
        room: RoomId,
        /// Its clocks.
        clocks: String,
    },
    /// A room nobody needs any more. Its games stay.
    NoRoom {
        /// Its id.
        id: RoomId,
    },
    /// A game begins, or others sit at it; a finished game stays as it was.
    Game {
        /// Its id.
        id: GameId,
        /// The room it is played in.
        room: Option<RoomId>,
        /// What is known of it.
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
        /// Which ply, from 1.
        number: u32,
        /// What it was.
        entry: Entry,
    },
    /// Only the first plies still count, and the game is not over.
    Undo {
        /// The game.
        game: GameId,
        /// How many plies are left.
        left: u32,
    },
    /// A game is over.
    End {
        /// The game.
        game: GameId,
        /// When, in milliseconds since 1970.
        ended: u64,
        /// How.
        result: GameResult,
    },
    /// A game is of no interest any more.
    NoGame {
        /// The game.
        game: GameId,
    },
    /// What a game was worth.
    Analysis {
        /// The game.
        game: GameId,
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
            .name("store".to_owned())
            .spawn(move || write_all(connection, &waiting))
            .expect("a thread can be started");
        Self {
            batches: Some(batches),
            thread: Some(thread),
        }
    }

    /// Saves all of these or none, and calls `done` when they are on the disk or refused. Batches are saved in
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
