//! A position as the engine sees it: the discs of the side to move and of the other side. What
//! colour they have makes no difference to any value.

use rules::Notation;
use rules::reversi::{Move, Othello};

/// The discs of the side to move and of the other side; no square is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
}

impl Board {
    /// The start of the game.
    pub const START: Self = Self {
        own: 0x0000_0008_1000_0000,
        other: 0x0000_0010_0800_0000,
    };

    /// Returns the empty squares.
    #[inline]
    #[must_use]
    pub const fn empties(self) -> u64 {
        !(self.own | self.other)
    }

    /// Returns how many squares are empty.
    #[inline]
    #[must_use]
    pub const fn empty_count(self) -> u32 {
        self.empties().count_ones()
    }

    /// Returns the position after a disc on `square` that turns `flips`, seen by the other side.
    #[inline]
    #[must_use]
    pub const fn placed(self, square: u32, flips: u64) -> Self {
        Self {
            own: self.other ^ flips,
            other: self.own | flips | 1 << square,
        }
    }

    /// Returns the same discs with the other side to move.
    #[inline]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// Returns the difference of discs if the game ends here; empty squares go to the winner.
    #[inline]
    #[must_use]
    pub const fn final_score(self) -> i32 {
        let own = self.own.count_ones() as i32;
        let other = self.other.count_ones() as i32;
        let empties = 64 - own - other;
        if own > other {
            own - other + empties
        } else if own < other {
            own - other - empties
        } else {
            0
        }
    }

    /// Returns where the side to move can place a disc.
    #[inline]
    #[must_use]
    pub fn moves(self) -> u64 {
        rules::reversi::kernel::moves(self.own, self.other)
    }

    /// Returns the position after a disc on `square`, seen by the other side; `None` if it turns
    /// nothing.
    #[must_use]
    pub fn play(self, square: u32) -> Option<Self> {
        if self.empties() >> square & 1 == 0 {
            return None;
        }
        match rules::reversi::kernel::flips(self.own, self.other, square) {
            0 => None,
            flips => Some(self.placed(square, flips)),
        }
    }

    /// Reports whether neither side can move.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
    }

    /// Spreads the position over 64 bits; the high ones are the best.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        let mixed = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self
                .other
                .rotate_left(29)
                .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 32).wrapping_mul(0x94d0_49bb_1331_11eb)
    }
}

impl From<&Othello> for Board {
    fn from(position: &Othello) -> Self {
        Self {
            own: position.own(),
            other: position.other(),
        }
    }
}

/// Returns the move of the rules for a square of the engine, or the pass.
#[must_use]
pub fn to_move(square: Option<u32>) -> Move {
    square.map_or(Move::Pass, |square| Move::Place(square as u8))
}

/// Reads a position line of Othello: 64 squares and whose turn it is.
///
/// # Errors
/// Returns the error for a line that the rules refuse.
pub fn parse(line: &str) -> Result<Board, rules::PositionError> {
    Othello::parse_position(&(), line).map(|position| Board::from(&position))
}

#[cfg(test)]
mod tests {
    use rules::Game;

    use super::*;

    #[test]
    fn the_start_is_that_of_the_rules() {
        assert_eq!(Board::from(&Othello::start(&())), Board::START);
    }

    #[test]
    fn the_winner_gets_the_empty_squares() {
        let board = Board {
            own: 0b111,
            other: 0b1000,
        };
        assert_eq!(board.final_score(), 62);
        assert_eq!(board.passed().final_score(), -62);
    }
}
