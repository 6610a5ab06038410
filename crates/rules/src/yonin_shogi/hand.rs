//! Captured pieces, ready to be dropped.

use super::piece::Kind;

/// How many pieces of each kind a player holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand([u8; 4]);

impl Hand {
    /// An empty hand.
    pub const NONE: Self = Self([0; 4]);

    /// Returns how many of this kind, which must be one of [`Kind::IN_HAND`].
    #[inline]
    #[must_use]
    pub const fn count(self, kind: Kind) -> usize {
        self.0[kind as usize % 4] as usize
    }

    /// Returns how many pieces in all.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        let [a, b, c, d] = self.0;
        a as usize + b as usize + c as usize + d as usize
    }

    /// Reports whether it holds nothing.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        u32::from_le_bytes(self.0) == 0
    }

    #[inline]
    pub(super) const fn set(&mut self, kind: Kind, count: usize) {
        self.0[kind as usize % 4] = count as u8;
    }
}
