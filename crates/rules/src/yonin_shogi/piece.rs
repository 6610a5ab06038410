//! Pieces: a kind, an owner and a facing in one byte.

use crate::seat::Seat;

use super::square::{Direction, forward, is_straight};

/// What a piece is, promotion included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// One step forward.
    Pawn,
    /// One step forward or diagonally.
    Silver,
    /// Any way straight.
    Rook,
    /// One step straight or diagonally forward.
    Gold,
    /// A promoted pawn: moves like a gold.
    Tokin,
    /// Moves like a gold.
    PromotedSilver,
    /// A promoted rook: a rook that may step diagonally as well.
    Dragon,
    /// One step anywhere.
    King,
}

impl Kind {
    /// All kinds in the order of their numbers: setting bit 2 promotes, clearing it demotes.
    const ALL: [Self; 8] = [
        Self::Pawn,
        Self::Silver,
        Self::Rook,
        Self::Gold,
        Self::Tokin,
        Self::PromotedSilver,
        Self::Dragon,
        Self::King,
    ];

    /// What can be held in hand, in the order hands are written.
    pub const IN_HAND: [Self; 4] = [Self::Rook, Self::Gold, Self::Silver, Self::Pawn];

    #[inline]
    pub(super) const fn from_number(number: u8) -> Self {
        Self::ALL[(number & 7) as usize]
    }

    /// Returns what it becomes when it promotes, if it can.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Pawn => Some(Self::Tokin),
            Self::Silver => Some(Self::PromotedSilver),
            Self::Rook => Some(Self::Dragon),
            _ => None,
        }
    }

    /// Returns what it is in the hand of whoever captures it. A king is never captured and stays a
    /// king.
    #[inline]
    #[must_use]
    pub const fn demoted(self) -> Self {
        match self {
            Self::King => self,
            _ => Self::from_number(self as u8 & 3),
        }
    }

    /// Returns the letter of the unpromoted kind.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.demoted() {
            Self::Pawn => 'P',
            Self::Silver => 'S',
            Self::Rook => 'R',
            Self::Gold => 'G',
            _ => 'K',
        }
    }

    /// Returns the unpromoted kind with this letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'P' => Some(Self::Pawn),
            'S' => Some(Self::Silver),
            'R' => Some(Self::Rook),
            'G' => Some(Self::Gold),
            'K' => Some(Self::King),
            _ => None,
        }
    }

    /// Returns how many there are in a set, promoted ones included.
    pub(super) const fn in_set(self) -> usize {
        match self.demoted() {
            Self::Pawn => 12,
            Self::Silver | Self::Gold => 8,
            _ => 4,
        }
    }

    /// Reports whether a piece of this kind, facing up the board, steps in this direction. The
    /// straight lines of rook and dragon are no steps.
    const fn steps(self, direction: Direction) -> bool {
        match self {
            Self::Pawn => direction == 0,
            Self::Silver => direction == 0 || !is_straight(direction),
            Self::Rook => false,
            Self::Gold | Self::Tokin | Self::PromotedSilver => {
                is_straight(direction) || direction == 1 || direction == 7
            }
            Self::Dragon => !is_straight(direction),
            Self::King => true,
        }
    }
}

/// A piece on the board.
///
/// An inert piece, left behind by a player who is out, has no owner. An inert king is a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(u8);

/// In the place of the owner's index.
pub(super) const INERT: usize = 4;

impl Piece {
    /// Creates a piece of this kind; no owner makes it inert.
    #[inline]
    #[must_use]
    pub const fn new(kind: Kind, owner: Option<Seat>, facing: Seat) -> Self {
        let owner = match owner {
            Some(seat) => seat.index() as u8,
            None => INERT as u8,
        };
        Self(kind as u8 | (facing.index() as u8) << 3 | owner << 5)
    }

    /// Returns a piece as its owner drops it.
    #[inline]
    #[must_use]
    pub const fn own(kind: Kind, owner: Seat) -> Self {
        Self::new(kind, Some(owner), owner)
    }

    /// Returns what it is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind::from_number(self.0)
    }

    /// Returns whose it is, unless it is inert.
    #[inline]
    #[must_use]
    pub const fn owner(self) -> Option<Seat> {
        match self.owner_index() {
            INERT.. => None,
            seat => Some(Seat::new(seat)),
        }
    }

    /// Returns the seat whose pieces look this way.
    #[inline]
    #[must_use]
    pub const fn facing(self) -> Seat {
        Seat::new((self.0 >> 3 & 3) as usize)
    }

    /// Reports whether it is the wall that the king of a player who is out has become.
    #[inline]
    #[must_use]
    pub const fn is_wall(self) -> bool {
        matches!(self.kind(), Kind::King) && self.owner_index() == INERT
    }

    /// Returns the same piece promoted, if it can promote.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        match self.kind().promoted() {
            Some(kind) => Some(Self(self.0 & !7 | kind as u8)),
            None => None,
        }
    }

    /// Returns the same piece in other hands.
    #[inline]
    #[must_use]
    pub const fn with_owner(self, owner: Option<Seat>) -> Self {
        Self::new(self.kind(), owner, self.facing())
    }

    #[inline]
    pub(super) const fn owner_index(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// Owner and facing together, below 32.
    #[inline]
    pub(super) const fn side(self) -> usize {
        (self.0 >> 3) as usize
    }

    #[inline]
    pub(super) const fn code(self) -> u8 {
        self.0
    }

    /// Returns the piece with this code; every code of the board other than [`NOTHING`] is one.
    #[inline]
    pub(super) const fn from_code(code: u8) -> Option<Self> {
        if code == NOTHING {
            None
        } else {
            Some(Self(code))
        }
    }
}

/// The code of an empty square and of the border.
pub(super) const NOTHING: u8 = 0xff;

/// For every code, one bit per direction in which such a piece attacks by a step. Inert pieces
/// attack nothing.
pub(super) static STEPS: [u8; 256] = {
    let mut table = [0; 256];
    let mut code = 0;
    while code < INERT << 5 {
        let piece = Piece(code as u8);
        let mut direction = 0;
        while direction < 8 {
            if piece
                .kind()
                .steps((direction + 8 - forward(piece.facing())) % 8)
            {
                table[code] |= 1 << direction;
            }
            direction += 1;
        }
        code += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_keeps_what_it_was_made_of() {
        for kind in Kind::ALL {
            for facing in Seat::all(4) {
                for owner in Seat::all(4).map(Some).chain([None]) {
                    let piece = Piece::new(kind, owner, facing);
                    assert_eq!(piece.kind(), kind);
                    assert_eq!(piece.owner(), owner);
                    assert_eq!(piece.facing(), facing);
                    assert_eq!(Piece::from_code(piece.code()), Some(piece));
                    assert_eq!(piece.is_wall(), kind == Kind::King && owner.is_none());
                }
            }
        }
    }

    #[test]
    fn promotion_and_capture_undo_each_other() {
        for kind in Kind::ALL {
            if let Some(promoted) = kind.promoted() {
                assert_eq!(promoted.demoted(), kind);
                assert_eq!(Kind::from_letter(promoted.letter()), Some(kind));
            }
        }
    }
}
