//! The 81 squares, and the eight ways a piece can step off one.
//!
//! A square's slot in sets and tables is `10 × (row + 1) + column + 1`: a border one slot wide
//! lies round the board, so that no step from a square ever lands on a wrong one.

use std::fmt;

use super::lines::near;
use super::set::Set;
use crate::seat::Seat;
use crate::symmetry::Symmetry;

/// Rows and columns.
pub const SIDE: usize = 9;

/// Room for every slot and for every step off the board; a power of two, so that a masked slot
/// needs no bounds check.
pub(super) const SLOTS: usize = 128;

/// Clockwise from "up the board": even directions are straight, odd ones diagonal.
pub(super) type Direction = usize;

/// What a step in each direction adds to a slot.
pub(super) const DELTAS: [i32; 8] = [-10, -9, 1, 11, 10, 9, -1, -11];

/// Returns where this seat's pieces look.
#[inline]
pub(super) const fn forward(facing: Seat) -> Direction {
    2 * facing.index()
}

/// Reports whether this is no diagonal.
#[inline]
pub(super) const fn is_straight(direction: Direction) -> bool {
    direction & 1 == 0
}

/// Returns the direction the other way.
#[inline]
pub(super) const fn opposite(direction: Direction) -> Direction {
    (direction + 4) % 8
}

/// A square of the board, seen from South: row 0 on top, column 0 on the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square in this row and column.
    ///
    /// # Panics
    /// Panics if one of them is not below [`SIDE`].
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Self {
        assert!(row < SIDE && column < SIDE, "the board is 9 × 9");
        Self((10 * (row + 1) + column + 1) as u8)
    }

    /// Returns all squares, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE * SIDE).map(|index| Self::new(index / SIDE, index % SIDE))
    }

    /// Returns the row, 0 on top.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / 10 - 1
    }

    /// Returns the column, 0 on the left.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % 10 - 1
    }

    /// Returns the square's number below 81, row by row.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 - self.0 / 10 - 10) as usize
    }

    /// Returns the squares one step from here.
    #[inline]
    #[must_use]
    pub fn near(self) -> Set {
        near(self)
    }

    /// Returns where the square goes when the board is turned.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Self {
        let (row, column) = symmetry.apply(SIDE, self.row(), self.column());
        Self::new(row, column)
    }

    /// Reads a file 9 to 1 and a rank a to i.
    pub(super) fn read(file: char, rank: char) -> Option<Self> {
        let file = file.to_digit(10).filter(|&file| file != 0)? as usize;
        let rank = ('a'..='i').position(|letter| letter == rank)?;
        Some(Self::new(rank, SIDE - file))
    }

    /// Returns the square with this slot, which must be one of the board's.
    #[inline]
    pub(super) const fn from_slot(slot: usize) -> Self {
        Self(slot as u8)
    }

    #[inline]
    pub(super) const fn slot(self) -> usize {
        self.0 as usize % SLOTS
    }

    /// Returns the square one step before this one, which must be on the board.
    #[inline]
    pub(super) const fn before(self, direction: Direction) -> Self {
        Self((self.0 as i32 - DELTAS[direction]) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = (b'a' + self.row() as u8) as char;
        write!(f, "{}{rank}", SIDE - self.column())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_and_named_from_the_top_left() {
        for (number, square) in Square::all().enumerate() {
            assert_eq!(square.index(), number);
            assert_eq!(Square::new(square.row(), square.column()), square);
            let text: Vec<char> = square.to_string().chars().collect();
            assert_eq!(Square::read(text[0], text[1]), Some(square));
        }
        assert_eq!(Square::new(0, 0).to_string(), "9a");
        assert_eq!(Square::new(6, 2).to_string(), "7g");
        assert_eq!(Square::read('0', 'a'), None);
        assert_eq!(Square::read('1', 'j'), None);
    }

    #[test]
    fn a_quarter_turn_takes_south_to_west() {
        let king = Square::new(8, 4);
        assert_eq!(king.turned(Symmetry::ROTATIONS[1]), Square::new(4, 0));
    }
}
