//! What is remembered of positions: facts that hold whatever lies above, never that a position
//! was put off, which is only true under the demands of the moment.

use rules::PerSeat;

use crate::table::TranspositionTable;

/// A fact about a position at some depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    /// The best move found, by its place among the legal moves.
    pub(super) best: u16,
    /// What is known of the value.
    pub(super) value: Value,
    /// Whether a deeper search might find something else.
    pub(super) cut_off: bool,
}

/// How much is known of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// The exact values.
    Exact(PerSeat<i32>),
    /// The seat to move gets at least this much.
    AtLeast(i32),
}

/// The table of facts.
#[derive(Clone, Debug)]
pub(super) struct Memo(TranspositionTable<Fact>);

impl Memo {
    pub(super) fn new(bits: u8) -> Self {
        Self(TranspositionTable::new(bits))
    }

    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    /// Returns what is known of a position, and whether it is known at just this depth; a fact of
    /// another depth is good for ordering only.
    #[inline]
    pub(super) fn get(&self, key: u64, remaining: u32) -> Option<(Fact, bool)> {
        self.0
            .get(key)
            .map(|slot| (slot.data, slot.depth == depth(remaining)))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, remaining: u32, fact: Fact) {
        self.0.put(key, depth(remaining), fact);
    }
}

/// A search to the end of the game starts with more plies than any game has, and all its facts
/// belong together, however many plies were played on the way.
#[inline]
const fn depth(remaining: u32) -> u32 {
    const END: u32 = 1 << 20;
    if remaining > END { END } else { remaining }
}
