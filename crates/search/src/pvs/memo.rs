//! What is remembered of positions: bounds of their values that hold at a depth, or for ever.

use crate::table::{Slot, TranspositionTable};
use crate::two_seats::root::TO_THE_END;
use crate::two_seats::window::Window;

/// On which side of a value the truth lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// Returns what a value found by fail-soft search through a window proves.
    #[inline]
    pub(super) const fn of(value: i32, window: Window) -> Self {
        if value >= window.high {
            Self::AtLeast
        } else if value <= window.low {
            Self::AtMost
        } else {
            Self::Exact
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) value: i32,
    /// The best move found, by its place among the legal moves.
    pub(super) best: u16,
    pub(super) bound: Bound,
    /// Whether every line behind it led to the end of the game.
    pub(super) complete: bool,
}

impl Fact {
    /// Reports whether it answers the question of a window.
    #[inline]
    pub(super) fn answers(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= window.high,
            Bound::AtMost => self.value <= window.low,
        }
    }
}

// What the documentation of the options says.
const _: () = assert!(size_of::<Option<Slot<Fact>>>() == 24);

/// The table of facts.
#[derive(Debug)]
pub(super) struct Memo(TranspositionTable<Fact>);

impl Memo {
    pub(super) fn new(bits: u8) -> Self {
        Self(TranspositionTable::new(bits))
    }

    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    /// Returns what is known of a position, and whether it holds with so many plies left. A fact
    /// from another depth is good for ordering only, or values would depend on what happens to be
    /// remembered; but one that saw the end of the game holds at every greater depth.
    #[inline]
    pub(super) fn get(&self, key: u64, remaining: u32) -> Option<(Fact, bool)> {
        let slot = self.0.get(key)?;
        let depth = depth(remaining);
        let holds = slot.depth == depth || (slot.data.complete && slot.depth < depth);
        Some((slot.data, holds))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, remaining: u32, fact: Fact) {
        self.0.put(key, depth(remaining), fact);
    }
}

/// All facts of a search to the end of the game belong together, however many plies were played
/// on the way.
#[inline]
const fn depth(remaining: u32) -> u32 {
    const END: u32 = TO_THE_END / 2;
    if remaining > END { END } else { remaining }
}
