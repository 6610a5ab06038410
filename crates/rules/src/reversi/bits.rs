//! Sets of squares as words: 64 bits hold a grid of 8 × 8, 128 bits one of 10 × 10.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use super::kernel;

/// A set of squares of a grid; bit 0 is the top left square, rows follow each other.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Columns of the grid, which is also its number of rows.
    const STRIDE: u32;
    /// No square.
    const EMPTY: Self;
    /// All squares but those of the first and the last column.
    const INNER: Self;

    /// Returns the set of this square alone.
    fn only(square: u32) -> Self;
    /// Returns how many squares there are.
    fn len(self) -> u32;
    /// Reports whether the set is empty.
    fn is_empty(self) -> bool;
    /// Returns the first square of a set that is not empty.
    fn first(self) -> u32;
    /// Returns the set less its first square.
    fn rest(self) -> Self;
    /// Returns the words of the set, for hashing.
    fn words(self) -> [u64; 2];

    /// Reports whether the square is in the set.
    #[inline]
    fn has(self, square: u32) -> bool {
        !(self & Self::only(square)).is_empty()
    }

    /// Returns the squares in order.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// Returns the empty squares where a disc of `own` turns at least one of `other`.
    #[inline]
    fn moves(own: Self, other: Self) -> Self {
        kernel::scalar_moves(own, other)
    }

    /// Returns the discs of `other` that a disc of `own` on an empty square turns.
    #[inline]
    fn flips(own: Self, other: Self, square: u32) -> Self {
        kernel::scalar_flips(own, other, square)
    }
}

macro_rules! bits {
    ($word:ty, stride $stride:literal, inner $inner:expr, words $words:expr, $($fast:item)*) => {
        impl Bits for $word {
            const STRIDE: u32 = $stride;
            const EMPTY: Self = 0;
            const INNER: Self = $inner;

            #[inline]
            fn only(square: u32) -> Self {
                1 << square
            }
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn rest(self) -> Self {
                self & (self - 1)
            }
            #[inline]
            fn words(self) -> [u64; 2] {
                $words(self)
            }
            $($fast)*
        }
    };
}

bits! {
    u64, stride 8, inner 0x7e7e_7e7e_7e7e_7e7e, words |word: u64| [word, 0],
    #[inline]
    fn moves(own: Self, other: Self) -> Self {
        kernel::moves(own, other)
    }
    #[inline]
    fn flips(own: Self, other: Self, square: u32) -> Self {
        kernel::flips(own, other, square)
    }
}

bits! {
    u128, stride 10, inner inner_of_ten(), words |word: u128| [word as u64, (word >> 64) as u64],
}

const fn inner_of_ten() -> u128 {
    let mut rows = 0;
    let mut row = 0;
    while row < 10 {
        rows |= 0b01_1111_1110 << (10 * row);
        row += 1;
    }
    rows
}

/// The squares of a set in order.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.rest();
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_a_set() {
        let set = u64::only(3) | u64::only(60);
        assert_eq!(set.len(), 2);
        assert!(set.has(60) && !set.has(61));
        assert_eq!(set.squares().collect::<Vec<_>>(), [3, 60]);
    }

    #[test]
    fn the_inner_columns_of_ten_leave_the_edges_out() {
        for square in 0..100 {
            let column = square % 10;
            assert_eq!(u128::INNER.has(square), column != 0 && column != 9);
        }
    }
}
