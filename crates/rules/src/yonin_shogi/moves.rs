//! A move: a piece goes from square to square, perhaps promoting, or is dropped.

use std::fmt;

use crate::symmetry::Symmetry;

use super::piece::Kind;
use super::square::{SIDE, Square};

/// No position has more legal moves.
///
/// Take all pieces of the set for the mover's and let nothing stand in their way. A pawn has at
/// most 2 moves, a silver 5, a rook 16, twice as many if it may promote; a gold 6, a promoted rook
/// 20, the king 8. A kind can be dropped on at most 77 squares, as four kings or walls are
/// always there, and then one piece of it is not on the board. So the kinds add up to at most
/// 11 × 2 + 77, 7 × 10 + 77, 7 × 6 + 77 and 3 × 32 + 77, and with the king's 8 that makes 546.
pub const MOST_MOVES: usize = 546;

/// One more than the largest [`Move::index`]: to every square from every square, with and without
/// promotion, and a drop of four kinds.
pub(super) const INDICES: usize = (2 * SQUARES + 4) * SQUARES;

const SQUARES: usize = SIDE * SIDE;

/// A move, legal or not.
///
/// Seven bits for the slot the piece leaves, seven for the slot it goes to, one for promotion. No
/// square has a slot below 11: a drop has its kind in place of the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const TO: u32 = 7;
const PROMOTES: u32 = 14;

impl Move {
    /// Creates a move of the piece on one square to another.
    #[inline]
    #[must_use]
    pub const fn shift(from: Square, to: Square, promotes: bool) -> Self {
        Self(from.slot() as u16 | (to.slot() as u16) << TO | (promotes as u16) << PROMOTES)
    }

    /// Creates a drop of a piece from the hand. The kind must be one of [`Kind::IN_HAND`].
    #[inline]
    #[must_use]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self((kind as u16 % 4) | (to.slot() as u16) << TO)
    }

    #[inline]
    const fn origin(self) -> usize {
        (self.0 % (1 << TO)) as usize
    }

    /// Returns where the piece comes from, unless it is dropped.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self.origin() {
            ..4 => None,
            slot => Some(Square::from_slot(slot)),
        }
    }

    /// Returns what is dropped, if anything is.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<Kind> {
        match self.origin() {
            kind @ ..4 => Some(Kind::from_number(kind as u8)),
            _ => None,
        }
    }

    /// Returns where the piece goes.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_slot((self.0 >> TO) as usize % (1 << TO))
    }

    /// Reports whether the piece promotes.
    #[inline]
    #[must_use]
    pub const fn promotes(self) -> bool {
        self.0 >> PROMOTES != 0
    }

    /// Returns a number below [`INDICES`], different for all moves.
    pub(super) fn index(self) -> usize {
        let origin = match self.from() {
            None => 2 * SQUARES + self.origin(),
            Some(from) => from.index() + if self.promotes() { SQUARES } else { 0 },
        };
        origin * SQUARES + self.to().index()
    }

    pub(super) fn turned(self, symmetry: Symmetry) -> Self {
        let to = self.to().turned(symmetry);
        match self.from() {
            None => Self::drop(Kind::from_number(self.origin() as u8), to),
            Some(from) => Self::shift(from.turned(symmetry), to, self.promotes()),
        }
    }

    /// Reads what `Display` writes.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let mut next = || letters.next();
        let (first, second, file, rank, rest) = (next()?, next()?, next()?, next()?, next());
        let to = Square::read(file, rank)?;
        if second == '*' {
            let kind = Kind::from_letter(first).filter(|kind| Kind::IN_HAND.contains(kind))?;
            return rest.is_none().then(|| Self::drop(kind, to));
        }
        let promotes = match rest {
            None => false,
            Some('+') if letters.next().is_none() => true,
            Some(_) => return None,
        };
        Some(Self::shift(Square::read(first, second)?, to, promotes))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.to();
        match self.from() {
            Some(from) => write!(f, "{from}{to}{}", if self.promotes() { "+" } else { "" }),
            None => {
                let kind = Kind::from_number(self.origin() as u8);
                write!(f, "{}*{to}", kind.letter())
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_own_number_and_text() {
        let mut seen = vec![false; INDICES];
        for to in Square::all() {
            let shifts = Square::all()
                .flat_map(|from| [false, true].map(|promotes| Move::shift(from, to, promotes)));
            let drops = Kind::IN_HAND.map(|kind| Move::drop(kind, to));
            for m in shifts.chain(drops) {
                assert!(!seen[m.index()], "{m}");
                seen[m.index()] = true;
                assert_eq!(Move::read(&m.to_string()), Some(m));
            }
        }
        assert!(seen.into_iter().all(|number| number));
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in [
            "", "7g", "7g7", "7g7f-", "7g7f++", "K*5e", "S*5e+", "0a1a", "7g7j", "７g7f",
        ] {
            assert_eq!(Move::read(text), None, "{text}");
        }
    }
}
