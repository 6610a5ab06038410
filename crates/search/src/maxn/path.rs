//! What the seats above a position insist on, and whether a value can still get past all of them.

use rules::{PerSeat, Seat};

/// A demand that everything meets.
pub(super) const NO_DEMAND: i32 = i32::MIN;

/// One position on the way from the root, of which a child is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Whose choice it is.
    pub(super) mover: Seat,
    /// The least value for the mover at which it would prefer the child to its best move so far:
    /// that of the best move if the child comes first among equals, otherwise one more.
    pub(super) demand: i32,
}

/// The way from the root to the position that is being searched.
#[derive(Clone, Debug)]
pub(super) struct Path {
    levels: Vec<Level>,
}

impl Path {
    pub(super) const fn new() -> Self {
        Self { levels: Vec::new() }
    }

    /// Sets what a level demands of the child that is searched next, and drops deeper levels.
    #[inline]
    pub(super) fn set(&mut self, level: usize, mover: Seat, demand: i32) {
        self.levels.truncate(level);
        debug_assert_eq!(self.levels.len(), level, "levels are entered one by one");
        self.levels.push(Level { mover, demand });
    }

    /// Returns the levels `from..level`, the deepest first, with their numbers.
    #[inline]
    pub(super) fn upwards(
        &self,
        from: usize,
        level: usize,
    ) -> impl Iterator<Item = (usize, &Level)> {
        self.levels[..level].iter().enumerate().skip(from).rev()
    }

    /// Returns the deepest of the levels `from..level` that does not choose this value.
    #[inline]
    pub(super) fn rejects(
        &self,
        from: usize,
        level: usize,
        values: &PerSeat<i32>,
    ) -> Option<usize> {
        self.upwards(from, level)
            .find(|(_, above)| values[above.mover] < above.demand)
            .map(|(number, _)| number)
    }

    /// Returns the deepest level `l` in `from..level` such that no value within these bounds,
    /// adding up to at most `sum`, is chosen by all of `l..level`.
    #[inline]
    pub(super) fn contradiction(
        &self,
        from: usize,
        level: usize,
        mut low: PerSeat<i32>,
        high: &PerSeat<i32>,
        sum: i64,
    ) -> Option<usize> {
        let mut least: i64 = low.iter().map(|&value| i64::from(value)).sum();
        for (number, above) in self.upwards(from, level) {
            let seat = above.mover;
            if above.demand > low[seat] {
                least += i64::from(above.demand) - i64::from(low[seat]);
                low[seat] = above.demand;
                if above.demand > high[seat] || least > sum {
                    return Some(number);
                }
            }
        }
        None
    }
}
