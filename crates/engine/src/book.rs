//! A graph of positions with values and error bounds, grown by our own search.
//!
//! A position is kept once for all its eight symmetries, with what a search found. One whose
//! successors are all there is *open*: it is worth what the best of them leaves it. The graph has no
//! cycles, because every move fills a square and nobody passes twice.
//!
//! - [`Book`]: what is kept, and its bytes; [`judged`]: what follows of it; [`growth`]: which
//!   positions come next

mod file;
pub mod growth;
pub mod judged;
pub(crate) mod symmetry;

pub use file::BookError;
pub use judged::{Judged, Link, Worth};

use std::collections::BTreeMap;

use crate::board::Board;

/// What a search found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its value in discs to the side to move.
    pub value: i8,
    /// By how many discs the value may be wrong: how much it changed with the last plies of the
    /// search, and nothing if it is exact.
    pub error: u8,
    /// Plies looked ahead.
    pub depth: u8,
    /// In percent, how sure cuts were; 100 and as many plies as empty squares are exact.
    pub confidence: u8,
}

/// Positions and what is known of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: BTreeMap<(u64, u64), Entry>,
}

impl Book {
    /// Returns how many positions there are, each counted once for all its symmetries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Reports whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns what is known of a position, however it is turned.
    #[must_use]
    pub fn get(&self, board: Board) -> Option<Entry> {
        self.entries.get(&key(board)).copied()
    }

    /// Keeps what was found of a position.
    pub fn put(&mut self, board: Board, entry: Entry) {
        self.entries.insert(key(board), entry);
    }

    /// Returns the positions, turned so that each is kept once, in a fixed order.
    pub fn positions(&self) -> impl Iterator<Item = (Board, Entry)> {
        let whole = |(&(own, other), &entry): (&(u64, u64), &Entry)| (Board { own, other }, entry);
        self.entries.iter().map(whole)
    }

    /// Reports whether all successors of a position are here.
    #[must_use]
    pub fn is_open(&self, board: Board) -> bool {
        !board.is_over()
            && successors(board).all(|(_, next)| next.is_over() || self.get(next).is_some())
    }
}

fn key(board: Board) -> (u64, u64) {
    let Board { own, other } = symmetry::canonical(board);
    (own, other)
}

/// Returns the moves of a position and where they lead; `None` is a pass. There is none if the game is over.
pub fn successors(board: Board) -> impl Iterator<Item = (Option<u32>, Board)> {
    let pass = (board.moves() == 0 && !board.is_over()).then(|| (None, board.passed()));
    let places = (0..64).filter_map(move |square| Some((Some(square), board.play(square)?)));
    places.chain(pass)
}

#[cfg(test)]
mod tests;
