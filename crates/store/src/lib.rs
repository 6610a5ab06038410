//! SQLite: rooms, games and who played them. The only crate with SQL.
//!
//! - [`store`]: the data file, and reading from it; [`writer`]: the one thread that writes
//! - [`game`]: what is kept; [`id`]: names of rooms, games and persons that cannot be mistaken
//! - `schema`: the tables, and how older files become the present ones
//!
//! Every call but [`Writer::save`] waits for the disk: a server makes it on a thread that may wait.

#![forbid(unsafe_code)]

pub mod error;
pub mod game;
pub mod id;
mod read;
mod schema;
pub mod store;
mod write;
pub mod writer;

pub use error::StoreError;
pub use game::{GameHeader, Listed, Own, StoredGame, StoredRoom};
pub use id::{GameId, PersonId, RoomId};
pub use store::Store;
pub use writer::{Save, Writer};
