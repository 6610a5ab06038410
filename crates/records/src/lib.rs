//! What was played: game records and the store that keeps them.
//!
//! - [`record`]: one lossless JSON object for every game
//! - [`store`]: the database, the only place with SQL; [`writer`]: how it is written to
//!
//! A library with folders and other file formats build on these: a format is import to or export
//! from a [`Record`], a folder is one more table.

#![forbid(unsafe_code)]

pub mod record;
pub mod store;
pub mod writer;

pub use record::{Clock, Entry, Note, Out, Reason, Record, RecordError, RecordSeat, Result};
pub use store::{Head, Listed, Own, Store, StoreError, StoredGame, StoredRoom};
pub use writer::{Save, Writer};
