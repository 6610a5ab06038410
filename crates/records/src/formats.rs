//! Texts that games are written in, to be read and written by whoever has a game.
//!
//! - `json`: the record itself
//! - [`ggf`]: what NBoard programs are told
//! - [`sgf`]: as far as GTP's `loadsgf` needs it
//!
//! The transcript of every game is part of its notation: [`rules::transcript`].

pub mod ggf;
mod json;
pub mod sgf;
