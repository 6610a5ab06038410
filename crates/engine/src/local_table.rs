//! What one thread remembers of small endgames. A new position always replaces the old one; the
//! table is small so that it stays in the cache.

use crate::board::Board;
use crate::prefetch::prefetch;
use crate::score::ALL;

/// How many positions there is room for, as a power of two.
const BITS: u32 = 15;

/// No square.
pub(crate) const NO_SQUARE: u8 = 64;

/// The value of a position lies between `lower` and `upper`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    own: u64,
    other: u64,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The move that was best, or [`NO_SQUARE`].
    pub(crate) best: u8,
}

/// An engine with its weights, table and threads.
#[derive(Debug)]
pub(crate) struct LocalTable {
    entries: Box<[Known; 1 << BITS]>,
}

impl LocalTable {
    pub(crate) fn new() -> Self {
        // No position has all discs twice.
        let nothing = Known {
            own: !0,
            other: !0,
            lower: 0,
            upper: 0,
            best: NO_SQUARE,
        };
        let entries = vec![nothing; 1 << BITS].into_boxed_slice();
        Self {
            entries: entries.try_into().expect("the length is that of the array"),
        }
    }

    /// Prefetches what is remembered of a position that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(&self.entries[(hash >> (64 - BITS)) as usize]);
    }

    /// Returns what is remembered of the position with this hash.
    #[inline(always)]
    pub(crate) fn get(&self, board: Board, hash: u64) -> Option<Known> {
        let known = &self.entries[(hash >> (64 - BITS)) as usize];
        (known.own == board.own && known.other == board.other).then_some(*known)
    }

    /// Remembers a value found in the window (`alpha`, `alpha` + 1).
    #[inline(always)]
    pub(crate) fn put(&mut self, board: Board, hash: u64, alpha: i32, value: i32, best: u8) {
        let known = &mut self.entries[(hash >> (64 - BITS)) as usize];
        if known.own != board.own || known.other != board.other {
            *known = Known {
                own: board.own,
                other: board.other,
                lower: -ALL as i8,
                upper: ALL as i8,
                best,
            };
        }
        if value > alpha {
            known.lower = value as i8;
            known.best = best;
        } else {
            known.upper = value as i8;
            if known.best == NO_SQUARE {
                known.best = best;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_come_together() {
        let mut table = LocalTable::new();
        let board = Board::START;
        assert!(table.get(board, board.hash()).is_none());
        table.put(board, board.hash(), 3, 6, 19);
        table.put(board, board.hash(), 7, 6, 20);
        let known = table.get(board, board.hash()).expect("it was put there");
        assert_eq!((known.lower, known.upper, known.best), (6, 6, 19));
        assert!(table.get(board.passed(), board.hash()).is_none());
    }
}
