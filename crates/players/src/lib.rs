//! Who plays: a player file becomes a player.
//!
//! - [`mod@file`], [`library`]: player files and those that come along
//! - [`searching`], [`evaluation`], [`personality`]: what a file can name
//! - [`player`]: what decides moves; [`measure`]: what its values mean; [`repeatable`]: what of it can be had again
//! - [`make`]: from a file to the [`maker`] of a game's players
//! - [`playing`]: players take turns until a game is over
//! - [`external`]: other people's programs as players

#![forbid(unsafe_code)]

pub mod book;
pub mod evaluation;
pub mod external;
pub mod file;
pub mod library;
pub mod make;
pub mod maker;
mod many_seat_player;
pub mod mate_player;
mod mate_search;
pub mod measure;
pub mod monte_carlo;
mod number;
pub mod p0_search;
pub mod personality;
pub mod player;
pub mod playing;
mod random;
pub mod repeatable;
pub mod searching;
mod territory_playouts;
mod two_seat_player;

pub use file::{FileError, PlayerFile};
pub use make::Playable;
pub use maker::Maker;
pub use measure::Measure;
pub use player::{Choice, Note, NoteKind, Player, PlayerError, Program, Turn};
pub use playing::Playing;
pub use repeatable::Repeatable;
