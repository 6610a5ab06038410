//! What is remembered of positions, for one side and one search.

use rules::PerSeat;

use crate::table::TranspositionTable;
use crate::window::Window;

/// What a position is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The sum of the side's values.
    pub(super) score: i64,
    /// All values where the expected line ends.
    pub(super) values: PerSeat<i32>,
}

/// How a score was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

/// A fact about a position.
#[derive(Clone, Copy, Debug)]
struct Fact {
    found: Found,
    kind: Kind,
    best: u16,
    cut_off: bool,
}

/// What the table holds for a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recalled {
    /// Its worth, if that is enough for the window.
    pub(super) found: Option<Found>,
    /// A good move, by its place among the legal moves.
    pub(super) hint: Option<u16>,
    /// Whether a deeper search might find something else.
    pub(super) cut_off: bool,
}

/// What is stored.
pub(super) struct New {
    pub(super) found: Found,
    pub(super) best: u16,
    pub(super) cut_off: bool,
}

/// The table of facts.
pub(super) struct Memo(TranspositionTable<Fact>);

impl Memo {
    pub(super) fn new(bits: u8) -> Self {
        Self(TranspositionTable::new(bits))
    }

    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    /// Returns what is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u64, remaining: u32, window: Window) -> Recalled {
        let Some(slot) = self.0.get(key) else {
            return Recalled::default();
        };
        let fact = &slot.data;
        let enough = slot.depth == remaining
            && match fact.kind {
                Kind::Exact => true,
                Kind::AtLeast => fact.found.score >= window.high,
                Kind::AtMost => fact.found.score <= window.low,
            };
        Recalled {
            found: enough.then_some(fact.found),
            hint: Some(fact.best),
            cut_off: fact.cut_off,
        }
    }

    /// Stores what was found through a window.
    #[inline]
    pub(super) fn put(&mut self, key: u64, remaining: u32, window: Window, new: New) {
        let New {
            found,
            best,
            cut_off,
        } = new;
        let kind = if found.score >= window.high {
            Kind::AtLeast
        } else if found.score <= window.low {
            Kind::AtMost
        } else {
            Kind::Exact
        };
        let fact = Fact {
            found,
            kind,
            best,
            cut_off,
        };
        self.0.put(key, remaining, fact);
    }
}
