//! Rooms, games and who played them, in SQLite. The only crate with SQL.
//!
//! ```
//! use kaesu_store::{GameHeader, GameId, PersonId, Save, Store};
//! use records::{Entry, Sitter};
//!
//! let folder = tempfile::tempdir()?;
//! let (store, writer) = Store::open(&folder.path().join("data.sqlite"))?;
//! let (game, aya) = (GameId::new("game"), PersonId::new("secret").unwrap());
//! let header = GameHeader {
//!     game: "reversi-8x8".to_owned(),
//!     seats: vec![Sitter::person("Aya"), Sitter::ai("random", None)],
//!     clock: None,
//!     start: None,
//!     seed: 1,
//! };
//! // A batch is saved as a whole or not at all.
//! writer.save_and_wait(vec![
//!     Save::Game {
//!         id: game.clone(),
//!         room: None,
//!         header: Box::new(header),
//!         started: 0,
//!         persons: vec![Some(aya.clone()), None],
//!     },
//!     Save::Ply {
//!         game: game.clone(),
//!         number: 1,
//!         entry: Entry { text: Some("f5".to_owned()), ..Entry::default() },
//!     },
//! ])?;
//! assert_eq!(store.seats_of(&game, &aya)?, [0]);
//! assert_eq!(store.game(&game)?.unwrap().record().moves.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`store`]: the data file, and reading from it; [`writer`]: the one thread that writes
//! - [`game`]: what is kept; [`id`]: ids of rooms, games and persons, each a type of its own
//! - [`study`]: the data file of a study with people, which is another file
//! - [`mod@backup`] and [`mod@check`]: copies of the data file, and whether it is whole, while it is in use
//! - `identity`: which files are ours; `private`: that nobody else reads them
//! - `schema`: the tables, and how older files are migrated
//!
//! Every call but [`Writer::save`] waits for the disk; a server makes it on a thread that may
//! block.

#![forbid(unsafe_code)]

pub mod backup;
pub mod check;
pub mod error;
pub mod game;
pub mod id;
mod identity;
mod private;
mod read;
mod schema;
pub mod store;
pub mod study;
mod write;
pub mod writer;

pub use backup::backup;
pub use check::{Checked, check};
pub use error::{FileProblem, StoreError};
pub use game::{GameHeader, Listed, Own, StoredGame, StoredRoom};
pub use id::{GameId, PersonId, RoomId};
pub use store::Store;
pub use study::{EventRow, StudyLog};
pub use writer::{Save, Writer};
