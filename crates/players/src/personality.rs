//! What a player does besides playing well: the `[personality.KIND]` table of its file.

use rules::reversi::{Bits, Othello};
use serde::Deserialize;

/// The personalities a player file can name.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonalitySpec {}

impl PersonalitySpec {
    /// Its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match *self {}
    }
}

/// The number of the move that is chosen in a position: discs placed so far, and one.
pub(crate) fn move_number(position: &Othello) -> u32 {
    let placed = (position.own() | position.other()).len().saturating_sub(4);
    placed + 1
}
