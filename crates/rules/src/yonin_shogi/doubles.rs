//! Sparing the partner: in a game of two pairs no move may give the partner's king a new attacker.

use crate::seat::Seat;

use super::board::Board;
use super::lines::{cross, near};
use super::piece::{Kind, Piece};
use super::set::Set;
use super::sink::Sink;
use super::square::{Direction, Square};

/// Lets pass what leaves the partner's king without an attacker he did not have before: the
/// squares of his attackers after the move must be among those before it.
pub(super) struct Sparing<'a, S> {
    board: &'a Board,
    seat: Seat,
    partner: Seat,
    attackers: Set,
    /// Leaving one of these squares may open a line onto the king.
    lines: Set,
    /// A piece that comes to one of these squares may attack the king.
    vicinity: Set,
    sink: &'a mut S,
}

impl<'a, S: Sink> Sparing<'a, S> {
    #[inline]
    pub(super) fn new(board: &'a Board, seat: Seat, partner: Seat, sink: &'a mut S) -> Self {
        let king = board.king(partner);
        let lines = cross(king);
        Self {
            board,
            seat,
            partner,
            attackers: board.attackers(king, board.hostile(partner)),
            lines,
            vicinity: lines | near(king),
            sink,
        }
    }

    fn harms(&self, from: Option<Square>, to: Square, arriving: Piece) -> bool {
        let mut board = *self.board;
        if let Some(from) = from {
            board.take(from);
        }
        board.take(to);
        board.put(to, arriving);
        let attackers = board.attackers(board.king(self.partner), board.hostile(self.partner));
        !attackers.is_subset(self.attackers)
    }

    fn harms_by_shift(&self, from: Square, to: Square, promotes: bool) -> bool {
        self.board.piece(from).is_some_and(|piece| {
            let arriving = piece.promoted().filter(|_| promotes).unwrap_or(piece);
            self.harms(Some(from), to, arriving)
        })
    }
}

/// Returns the squares that `harmful` says no to.
fn without(to: Set, suspects: Set, harmful: impl Fn(Square) -> bool) -> Set {
    (to & suspects)
        .filter(|&square| harmful(square))
        .fold(to, |left, square| left & !Set::of(square))
}

impl<S: Sink> Sink for Sparing<'_, S> {
    fn steps(&mut self, direction: Direction, to: Set, promotes: bool) {
        let suspects = self.vicinity | self.lines.step(direction);
        let to = without(to, suspects, |square| {
            self.harms_by_shift(square.before(direction), square, promotes)
        });
        self.sink.steps(direction, to, promotes);
    }

    fn shifts(&mut self, from: Square, to: Set, promotes: bool) {
        let suspects = if self.lines.has(from) {
            Set::BOARD
        } else {
            self.vicinity
        };
        let to = without(to, suspects, |square| {
            self.harms_by_shift(from, square, promotes)
        });
        self.sink.shifts(from, to, promotes);
    }

    fn drops(&mut self, kind: Kind, to: Set) {
        let to = without(to, self.vicinity, |square| {
            self.harms(None, square, Piece::own(kind, self.seat))
        });
        self.sink.drops(kind, to);
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}
