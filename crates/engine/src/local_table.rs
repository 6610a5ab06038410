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
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The move that was best, or [`NO_SQUARE`].
    pub(crate) best: u8,
}

/// The discs of both sides, four positions to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
struct Discs(u64, u64);

/// Positions and what is known of them. They lie apart, because most positions that are looked up
/// are not there.
#[derive(Debug)]
pub(crate) struct LocalTable {
    positions: Box<[Discs; 1 << BITS]>,
    known: Box<[Known; 1 << BITS]>,
}

fn filled<T: Copy>(value: T) -> Box<[T; 1 << BITS]> {
    let values = vec![value; 1 << BITS].into_boxed_slice();
    let values = values.try_into().ok();
    values.expect("the length is that of the array")
}

impl LocalTable {
    pub(crate) fn new() -> Self {
        Self {
            // No position has all discs twice.
            positions: filled(Discs(!0, !0)),
            known: filled(Known {
                lower: 0,
                upper: 0,
                best: NO_SQUARE,
            }),
        }
    }

    /// Returns where a position is kept. Of a product the highest bits hang on all bits of the
    /// factors: no further mixing is needed.
    #[inline(always)]
    pub(crate) const fn place(board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xd1b5_4a32_d192_ed03);
        (mixed >> (64 - BITS)) as usize
    }

    /// Prefetches what is remembered of a position that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: usize) {
        prefetch(&self.positions[place]);
    }

    /// Returns what is remembered of the position that is kept at this place.
    #[inline(always)]
    pub(crate) fn get(&self, board: Board, place: usize) -> Option<Known> {
        (self.positions[place] == Discs(board.own, board.other)).then(|| self.known[place])
    }

    /// Remembers a value found in the window (`alpha`, `alpha` + 1).
    #[inline(always)]
    pub(crate) fn put(&mut self, board: Board, place: usize, alpha: i32, value: i32, best: u8) {
        let known = &mut self.known[place];
        if self.positions[place] != Discs(board.own, board.other) {
            self.positions[place] = Discs(board.own, board.other);
            *known = Known {
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
        let place = LocalTable::place(board);
        assert!(table.get(board, place).is_none());
        table.put(board, place, 3, 6, 19);
        table.put(board, place, 7, 6, 20);
        let known = table.get(board, place).expect("it was put there");
        assert_eq!((known.lower, known.upper, known.best), (6, 6, 19));
        assert!(table.get(board.passed(), place).is_none());
    }

    #[test]
    fn positions_are_spread() {
        let small = |board: &Board| (7..=12).contains(&board.empty_count());
        let games = crate::positions::random_games(3, 2_500);
        let positions: std::collections::HashSet<Board> = games.filter(small).collect();
        assert!(positions.len() > 10_000);
        let mut taken = vec![0; 1 << BITS];
        for board in positions {
            taken[LocalTable::place(board)] += 1;
        }
        // Half a position for each place in the mean: nine at one do not come about by chance.
        assert!(taken.iter().all(|&count| count < 9));
    }
}
