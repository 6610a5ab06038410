//! Where generated moves go: into a list, into a count, or nowhere but a yes or no.

use arrayvec::ArrayVec;

use super::moves::{MOST_MOVES, Move};
use super::piece::Kind;
use super::set::Set;
use super::square::{Direction, Square};

/// Room for all legal moves of any position.
pub type Moves = ArrayVec<Move, MOST_MOVES>;

/// Receives moves by the set. No move comes twice.
pub(super) trait Sink {
    /// Steps in one direction that end on these squares.
    fn steps(&mut self, direction: Direction, to: Set, promotes: bool);
    /// Moves of one piece to these squares.
    fn shifts(&mut self, from: Square, to: Set, promotes: bool);
    /// Drops of one kind on these squares.
    fn drops(&mut self, kind: Kind, to: Set);
    /// Reports whether further moves make no difference.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

impl Sink for Moves {
    #[inline]
    fn steps(&mut self, direction: Direction, to: Set, promotes: bool) {
        self.extend(to.map(|square| Move::shift(square.before(direction), square, promotes)));
    }

    #[inline]
    fn shifts(&mut self, from: Square, to: Set, promotes: bool) {
        self.extend(to.map(|square| Move::shift(from, square, promotes)));
    }

    #[inline]
    fn drops(&mut self, kind: Kind, to: Set) {
        self.extend(to.map(|square| Move::drop(kind, square)));
    }
}

/// How many moves there are.
#[derive(Default)]
pub(super) struct Count {
    pub(super) moves: usize,
}

impl Sink for Count {
    #[inline]
    fn steps(&mut self, _: Direction, to: Set, _: bool) {
        self.moves += to.len();
    }

    #[inline]
    fn shifts(&mut self, _: Square, to: Set, _: bool) {
        self.moves += to.len();
    }

    #[inline]
    fn drops(&mut self, _: Kind, to: Set) {
        self.moves += to.len();
    }
}

/// Whether there is a move.
#[derive(Default)]
pub(super) struct Any {
    pub(super) found: bool,
}

impl Sink for Any {
    #[inline]
    fn steps(&mut self, _: Direction, to: Set, _: bool) {
        self.found |= !to.is_empty();
    }

    #[inline]
    fn shifts(&mut self, _: Square, to: Set, _: bool) {
        self.found |= !to.is_empty();
    }

    #[inline]
    fn drops(&mut self, _: Kind, to: Set) {
        self.found |= !to.is_empty();
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.found
    }
}
