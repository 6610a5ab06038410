//! Game records: what was played, its replay, and the text formats it is written in.
//!
//! ```
//! use kaesu_records::Record;
//!
//! // Reading a record replays it, so every record that was read is legal.
//! let record = Record::parse(
//!     r#"{
//!         "format": "kaesu-record",
//!         "version": 1,
//!         "game": "reversi-8x8",
//!         "seats": [{"name": "Aya"}, {"name": "Level 3", "player": "level-reversi-3"}],
//!         "moves": [{"seat": 0, "move": "f5", "ms": 1200}, {"seat": 1, "move": "d6", "ms": 40}]
//!     }"#,
//! )?;
//! assert_eq!(record.moves.len(), 2);
//! assert_eq!(Record::parse(&record.to_json())?, record);
//!
//! let illegal = record.to_json().replace("\"d6\"", "\"a1\"");
//! assert!(Record::parse(&illegal).is_err());
//! # Ok::<(), kaesu_records::RecordError>(())
//! ```
//!
//! - [`record`]: a game without loss; [`sitter`], [`time_control`], [`result`]: types that rooms,
//!   the store and the page share with it
//! - [`replay`]: whether a record follows the rules of its game; [`Record::check_times`]: whether its times fit together
//! - [`formats`]: JSON, transcripts, GGF, SGF, and whatever people paste
//!
//! The crate does no I/O: it reads no files and knows no database.

#![forbid(unsafe_code)]

pub mod formats;
pub mod record;
pub mod replay;
pub mod result;
pub mod sitter;
pub mod time_control;
mod times;

pub use record::{Entry, Note, Out, Record};
pub use replay::RecordError;
pub use result::{GameResult, Reason};
pub use sitter::Sitter;
pub use time_control::TimeControl;
