//! The eight ways to lay a square board on itself, and the games that do not mind.

use crate::game::Game;
use crate::seat::Seat;

/// A mirroring (left to right, first) and then quarter turns clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Quarter turns clockwise, 0 to 3.
    pub quarter_turns: u8,
    /// Whether left and right change places before turning.
    pub mirrored: bool,
}

impl Symmetry {
    /// The four turns.
    pub const ROTATIONS: [Self; 4] = [
        Self::new(0, false),
        Self::new(1, false),
        Self::new(2, false),
        Self::new(3, false),
    ];

    /// The four turns, and the four turns after mirroring.
    pub const ALL: [Self; 8] = [
        Self::new(0, false),
        Self::new(1, false),
        Self::new(2, false),
        Self::new(3, false),
        Self::new(0, true),
        Self::new(1, true),
        Self::new(2, true),
        Self::new(3, true),
    ];

    const fn new(quarter_turns: u8, mirrored: bool) -> Self {
        Self {
            quarter_turns,
            mirrored,
        }
    }

    /// Returns where the square in this row and column of a `side` × `side` board goes.
    #[must_use]
    pub fn apply(self, side: usize, row: usize, column: usize) -> (usize, usize) {
        let last = side - 1;
        let start = if self.mirrored {
            (row, last - column)
        } else {
            (row, column)
        };
        (0..self.quarter_turns).fold(start, |(row, column), _| (column, last - row))
    }

    /// Returns the symmetry that takes everything back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.mirrored {
            self
        } else {
            Self::new((4 - self.quarter_turns) % 4, false)
        }
    }
}

/// A game whose board can be turned: playing and turning can change places.
///
/// A game without symmetries implements this with an empty block.
pub trait Symmetric: Game {
    /// Returns the symmetries of the game. None, by default.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }

    /// Returns the position with the board turned, and colours, seats and rules changed along with
    /// it.
    ///
    /// # Panics
    /// Panics if the symmetry is not one of [`Symmetric::symmetries`].
    #[must_use]
    fn turned(&self, symmetry: Symmetry) -> Self {
        panic!("{symmetry:?} is no symmetry of this game")
    }

    /// Returns what becomes of a move when the board is turned.
    ///
    /// # Panics
    /// Panics if the symmetry is not one of [`Symmetric::symmetries`].
    fn turned_move(&self, _: Self::Move, symmetry: Symmetry) -> Self::Move {
        panic!("{symmetry:?} is no symmetry of this game")
    }

    /// Returns where a seat goes when the board is turned.
    ///
    /// # Panics
    /// Panics if the symmetry is not one of [`Symmetric::symmetries`].
    fn turned_seat(&self, _: Seat, symmetry: Symmetry) -> Seat {
        panic!("{symmetry:?} is no symmetry of this game")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_takes_the_top_left_corner_to_the_top_right() {
        assert_eq!(Symmetry::ROTATIONS[1].apply(8, 0, 0), (0, 7));
    }

    #[test]
    fn inverses_take_everything_back() {
        for symmetry in Symmetry::ALL {
            for square in 0..25 {
                let (row, column) = symmetry.apply(5, square / 5, square % 5);
                let back = symmetry.inverse().apply(5, row, column);
                assert_eq!(back, (square / 5, square % 5), "{symmetry:?}");
            }
        }
    }
}
