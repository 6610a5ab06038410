//! What was played: game records, their replay and the texts they are written in.
//!
//! - [`record`]: a game without loss; [`sitter`], [`time_control`], [`result`]: words that rooms, the
//!   store and the page share with it
//! - [`replay`]: whether a record follows the rules of its game
//! - [`formats`]: JSON, GGF, SGF
//!
//! Nothing here reads a file or knows a database.

#![forbid(unsafe_code)]

pub mod formats;
pub mod record;
pub mod replay;
pub mod result;
pub mod sitter;
pub mod time_control;

pub use record::{Entry, Note, Out, Record};
pub use replay::RecordError;
pub use result::{GameResult, Reason};
pub use sitter::Sitter;
pub use time_control::TimeControl;
