//! Sets of squares, one bit per slot of a `u128`.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Not};

use super::square::{DELTAS, Direction, SIDE, Square};

/// A set of squares.
///
/// A step may leave bits on the border round the board; whoever steps cuts them off with a set of
/// squares, and steps only what was cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set(u128);

impl Set {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// All 81 squares.
    pub const BOARD: Self = {
        let mut set = Self::EMPTY;
        let mut row = 0;
        while row < SIDE {
            set.0 |= 0x1ff << Square::new(row, 0).slot();
            row += 1;
        }
        set
    };

    /// Returns the set of this square alone.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.slot())
    }

    /// Reports whether there is no square in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many squares it holds.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Reports whether the square is in it.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.slot() & 1 != 0
    }

    /// Reports whether all its squares are in `other`.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Reports whether it has two squares or more.
    #[inline]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the first square, row by row.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(Square::from_slot(self.0.trailing_zeros() as usize))
    }

    /// Returns the set with every square moved one step.
    #[inline(always)]
    pub(super) const fn step(self, direction: Direction) -> Self {
        let delta = DELTAS[direction];
        if delta > 0 {
            Self(self.0 << delta)
        } else {
            Self(self.0 >> -delta)
        }
    }

    /// Returns the union; `|` for constants.
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the intersection; `&` for constants.
    pub(super) const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns all slots up to and including the first one of the set, or all slots if it is empty.
    #[inline]
    pub(super) const fn up_to_first(self) -> Self {
        Self(self.0 ^ self.0.wrapping_sub(1))
    }

    /// Returns all slots from the last one of the set on, that one included, or all if it is empty.
    #[inline]
    pub(super) const fn last_onwards(self) -> Self {
        Self(u128::MAX << (127 - (self.0 | 1).leading_zeros()))
    }
}

impl BitAnd for Set {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Set {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Set {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Set {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Not for Set {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Iterator for Set {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_off_the_board_never_comes_back() {
        for square in Square::all() {
            for (direction, (down, right)) in [
                (-1, 0),
                (-1, 1),
                (0, 1),
                (1, 1),
                (1, 0),
                (1, -1),
                (0, -1),
                (-1, -1),
            ]
            .into_iter()
            .enumerate()
            {
                let row = square.row() as i32 + down;
                let column = square.column() as i32 + right;
                let expected = if (0..9).contains(&row) && (0..9).contains(&column) {
                    Set::of(Square::new(row as usize, column as usize))
                } else {
                    Set::EMPTY
                };
                assert_eq!(Set::of(square).step(direction) & Set::BOARD, expected);
            }
        }
    }

    #[test]
    fn sets_list_their_squares_in_order() {
        assert!(Set::BOARD.eq(Square::all()));
        assert_eq!(Set::BOARD.len(), 81);
        assert!(!Set::of(Square::new(4, 4)).has_several());
        assert!(Set::BOARD.has_several());
    }
}
