//! What stands on the board and lies in the hands, always consistent: mailbox, sets and key say
//! the same.

use crate::seat::Seat;
use crate::symmetry::Symmetry;

use super::hand::Hand;
use super::lines::{cross, direction, near, slide};
use super::piece::{INERT, Kind, NOTHING, Piece, STEPS};
use super::set::Set;
use super::square::{Direction, SLOTS, Square, is_straight};
use super::zobrist;

/// How many play.
pub const SEATS: usize = 4;

/// The pieces of all players, on the board and in hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// By way of moving, because that is what all attacks are made of: see [`way`].
    ways: [Set; 5],
    dragons: Set,
    /// By the seat whose pieces look that way, inert pieces and walls included.
    facing: [Set; SEATS],
    /// By owner; inert pieces and walls last.
    owned: [Set; SEATS + 1],
    codes: [u8; SLOTS],
    hands: [Hand; SEATS],
    /// Where each king stands, or the wall it has become.
    kings: [Square; SEATS],
    key: u64,
}

/// Returns which of the five ways a piece moves: pawn, silver, gold, rook (dragons as well), king.
#[inline]
const fn way(kind: Kind) -> usize {
    match kind {
        Kind::Pawn => 0,
        Kind::Silver => 1,
        Kind::Gold | Kind::Tokin | Kind::PromotedSilver => 2,
        Kind::Rook | Kind::Dragon => 3,
        Kind::King => 4,
    }
}

impl Board {
    /// A board without a piece. It cannot be played on before every seat has a king or a wall.
    pub(super) const EMPTY: Self = Self {
        ways: [Set::EMPTY; 5],
        dragons: Set::EMPTY,
        facing: [Set::EMPTY; SEATS],
        owned: [Set::EMPTY; SEATS + 1],
        codes: [NOTHING; SLOTS],
        hands: [Hand::NONE; SEATS],
        kings: [Square::new(0, 0); SEATS],
        key: 0,
    };

    /// Returns the piece on this square.
    #[inline]
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.codes[square.slot()])
    }

    /// Returns what this seat holds. A seat that is out holds nothing.
    #[inline]
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index() % SEATS]
    }

    /// Returns where this seat's king stands, or the wall it has become.
    #[inline]
    #[must_use]
    pub const fn king(&self, seat: Seat) -> Square {
        self.kings[seat.index() % SEATS]
    }

    /// Reports whether this seat is still in the game.
    #[inline]
    #[must_use]
    pub const fn lives(&self, seat: Seat) -> bool {
        self.owned[seat.index() % SEATS].has(self.king(seat))
    }

    /// Returns the squares of this seat's pieces, its king included.
    #[inline]
    #[must_use]
    pub const fn owned(&self, seat: Seat) -> Set {
        self.owned[seat.index() % SEATS]
    }

    /// Returns the squares of all living players' pieces but this seat's.
    #[inline]
    #[must_use]
    pub fn hostile(&self, seat: Seat) -> Set {
        self.occupied() & !(self.owned(seat) | self.owned[INERT])
    }

    /// Returns all squares that are not empty.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Set {
        self.facing[0] | self.facing[1] | self.facing[2] | self.facing[3]
    }

    /// Returns the squares of pieces that look this seat's way, whoever owns them.
    #[inline]
    #[must_use]
    pub const fn facing(&self, seat: Seat) -> Set {
        self.facing[seat.index() % SEATS]
    }

    /// Returns the squares of all unpromoted pawns.
    #[inline]
    #[must_use]
    pub const fn pawns(&self) -> Set {
        self.ways[way(Kind::Pawn)]
    }

    /// Returns the squares of all unpromoted silvers.
    #[inline]
    #[must_use]
    pub const fn silvers(&self) -> Set {
        self.ways[way(Kind::Silver)]
    }

    /// Returns the squares of all rooks and dragons, the only pieces that slide.
    #[inline]
    #[must_use]
    pub const fn rooks(&self) -> Set {
        self.ways[way(Kind::Rook)]
    }

    /// Returns the squares of all kings and walls: what cannot be captured.
    #[inline]
    #[must_use]
    pub const fn kings(&self) -> Set {
        self.ways[way(Kind::King)]
    }

    /// Of `pieces`, those that can step in this direction; a dragon's diagonal step is one, its
    /// straight moves are not.
    #[inline(always)]
    pub(super) fn steppers(&self, direction: Direction, pieces: Set) -> Set {
        let [pawns, silvers, golds, _, kings] = self.ways;
        let half = direction / 2;
        let able = if is_straight(direction) {
            golds | kings | (pawns | silvers) & self.facing[half]
        } else {
            let forward = self.facing[half] | self.facing[(half + 1) % SEATS];
            silvers | kings | self.dragons | golds & forward
        };
        able & pieces
    }

    /// Returns all squares that `pieces` attack when these squares are occupied.
    #[inline]
    pub(super) fn attacked(&self, pieces: Set, occupied: Set) -> Set {
        let step = |direction| self.steppers(direction, pieces).step(direction);
        let steps = step(0) | step(1) | step(2) | step(3) | step(4) | step(5) | step(6) | step(7);
        (self.rooks() & pieces).fold(steps, |all, rook| all | slide(rook, occupied))
    }

    /// Returns all squares that these pieces attack, occupied ones included. Inert pieces among
    /// them attack as if they had an owner.
    #[inline]
    #[must_use]
    pub fn attacks(&self, pieces: Set) -> Set {
        self.attacked(pieces, self.occupied()) & Set::BOARD
    }

    /// Returns the squares of those of `pieces` that attack this square.
    #[inline]
    #[must_use]
    pub fn attackers(&self, target: Square, pieces: Set) -> Set {
        let mut found = self.steps_to(target, pieces);
        let sliders = self.rooks() & pieces;
        if !(sliders & cross(target)).is_empty() {
            found |= slide(target, self.occupied()) & sliders;
        }
        found
    }

    /// Returns the squares of those of `pieces` that attack this square by a step.
    #[inline]
    pub(super) fn steps_to(&self, target: Square, pieces: Set) -> Set {
        let mut found = Set::EMPTY;
        for square in near(target) & pieces {
            let steps = STEPS[self.codes[square.slot()] as usize];
            if steps >> direction(square, target) & 1 != 0 {
                found |= Set::of(square);
            }
        }
        found
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.toggle(square, piece);
        self.codes[square.slot()] = piece.code();
        if piece.kind() == Kind::King {
            self.kings[piece.facing().index() % SEATS] = square;
        }
    }

    /// Takes away what stands on a square.
    #[inline]
    pub(super) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece(square)?;
        self.toggle(square, piece);
        self.codes[square.slot()] = NOTHING;
        Some(piece)
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = Set::of(square);
        self.ways[way(piece.kind())] ^= bit;
        if piece.kind() == Kind::Dragon {
            self.dragons ^= bit;
        }
        self.facing[piece.facing().index() % SEATS] ^= bit;
        self.owned[piece.owner_index().min(INERT)] ^= bit;
        self.key ^= zobrist::piece(piece, square);
    }

    /// Changes how many pieces of a kind a seat holds.
    #[inline]
    pub(super) fn set_hand(&mut self, seat: Seat, kind: Kind, count: usize) {
        let hand = &mut self.hands[seat.index() % SEATS];
        self.key ^= zobrist::hand(seat.index(), kind as usize, hand.count(kind))
            ^ zobrist::hand(seat.index(), kind as usize, count);
        hand.set(kind, count);
    }

    /// What becomes of a player's things when he is out: his king is a wall, all else belongs to
    /// the heir, or stays inert and out of play.
    pub(super) fn bequeath(&mut self, seat: Seat, heir: Option<Seat>) {
        for square in self.owned(seat) {
            let piece = self.take(square).expect("an owned square holds a piece");
            let owner = heir.filter(|_| piece.kind() != Kind::King);
            self.put(square, piece.with_owner(owner));
        }
        for kind in Kind::IN_HAND {
            let count = self.hand(seat).count(kind);
            self.set_hand(seat, kind, 0);
            if let Some(heir) = heir {
                self.set_hand(heir, kind, self.hand(heir).count(kind) + count);
            }
        }
    }

    /// Returns the board turned, and the seats along with it.
    pub(super) fn turned(&self, symmetry: Symmetry) -> Self {
        let turn = |seat: Seat| seat.next(symmetry.quarter_turns.into(), SEATS);
        let mut turned = Self::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece(square) {
                let owner = piece.owner().map(turn);
                let piece = Piece::new(piece.kind(), owner, turn(piece.facing()));
                turned.put(square.turned(symmetry), piece);
            }
        }
        for seat in Seat::all(SEATS) {
            for kind in Kind::IN_HAND {
                turned.set_hand(turn(seat), kind, self.hand(seat).count(kind));
            }
        }
        turned
    }

    /// Returns the exclusive or of the numbers of all pieces and hands.
    #[inline]
    pub(super) const fn key(&self) -> u64 {
        self.key
    }
}
