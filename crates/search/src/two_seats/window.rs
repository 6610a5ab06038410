//! Between which values a search has to be exact, seen from the seat whose turn it is.

use rules::Game;

use crate::limits::Stopped;

/// Values above `low` and below `high` matter; of others it is enough to know on which side they
/// lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Window {
    /// Every value matters; both ends can be negated.
    pub(crate) const OPEN: Self = Self {
        low: -i32::MAX,
        high: i32::MAX,
    };

    /// Returns the window that only asks whether a value is more than `low`.
    #[inline]
    pub(crate) const fn above(low: i32) -> Self {
        Self { low, high: low + 1 }
    }

    /// Reports whether no value lies inside: then only a bound is wanted, and no line.
    #[inline]
    pub(crate) const fn is_null(self) -> bool {
        self.high - 1 <= self.low
    }

    /// Through which window to look again after looking [`Window::above`] its low end and seeing
    /// `value`, if that is needed: what was seen is true, so nothing below it matters any more.
    #[inline]
    pub(crate) fn after_scout(self, value: i32) -> Option<Self> {
        (value > self.low && value < self.high).then(|| Self {
            low: value - 1,
            high: self.high,
        })
    }

    /// Returns the same window for the other seat.
    #[inline]
    const fn opposite(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }

    /// Plays a move and looks at what comes of it through this window, which belongs to the seat
    /// that moves. Usually the other seat follows; but a turn may jump, and then nothing changes
    /// sides.
    #[inline(always)]
    pub(crate) fn look<G: Game>(
        self,
        position: &G,
        m: G::Move,
        value: impl FnOnce(&G, Self) -> Result<i32, Stopped>,
    ) -> Result<i32, Stopped> {
        // Not `after`, which returns the position: moving it out of the function that wrote it
        // cost a tenth of the time of a search on 8 × 8.
        let mut child = position.clone();
        child.play_unchecked(m);
        if child.turn() == position.turn() {
            value(&child, self)
        } else {
            value(&child, self.opposite()).map(|value| -value)
        }
    }
}
