//! The text formats that games are read from and written to.
//!
//! - `json`: the record itself
//! - [`ggf`]: the text in which NBoard programs receive a game
//! - [`sgf`]: as far as GTP's `loadsgf` needs it
//!
//! The transcript of every game is part of its notation: [`rules::transcript`].

pub mod ggf;
mod json;
pub mod sgf;
