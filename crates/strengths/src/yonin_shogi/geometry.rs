//! Squares as each seat sees them, made once.

use std::sync::OnceLock;

use rules::Symmetry;
use rules::yonin_shogi::set::Set;
use rules::yonin_shogi::square::{SIDE as BOARD_SIDE, Square};

use crate::chances::SEATS;

pub(super) const SQUARES: usize = BOARD_SIDE * BOARD_SIDE;

/// How far from a king pieces count as near.
pub(super) const REACH: usize = 3;

/// Rows and columns of what is near.
pub(super) const SIDE: usize = 2 * REACH + 1;

/// Tables of squares.
pub(super) struct Geometry {
    /// By seat: where a square lies when the board is turned so that the seat is South.
    seen: [[u8; SQUARES]; SEATS],
    /// The squares near a square, itself left out.
    around: [Set; SQUARES],
}

impl Geometry {
    pub(super) fn get() -> &'static Self {
        static TABLES: OnceLock<Box<Geometry>> = OnceLock::new();
        TABLES.get_or_init(|| Box::new(Self::new()))
    }

    fn new() -> Self {
        let squares: Vec<Square> = Square::all().collect();
        let seen = std::array::from_fn(|seat| {
            let turn = Symmetry::ROTATIONS[seat].inverse();
            std::array::from_fn(|index| squares[index].turned(turn).index() as u8)
        });
        let near = |one: Square, other: Square| {
            one.row().abs_diff(other.row()) <= REACH
                && one.column().abs_diff(other.column()) <= REACH
                && one != other
        };
        let around = std::array::from_fn(|index| {
            let near = squares.iter().filter(|&&other| near(squares[index], other));
            near.fold(Set::EMPTY, |set, &square| set | Set::of(square))
        });
        Self { seen, around }
    }

    /// Returns where a seat sees a square.
    #[inline]
    pub(super) fn seen(&self, seat: usize, square: usize) -> usize {
        self.seen[seat][square].into()
    }

    /// Returns the squares near a square.
    #[inline]
    pub(super) fn around(&self, square: usize) -> Set {
        self.around[square]
    }

    /// Returns a number below [`SIDE`] squared for a square near a king.
    #[inline]
    pub(super) fn offset(&self, seat: usize, king: usize, square: usize) -> usize {
        self.offset_within(REACH, seat, king, square)
    }

    /// Returns a number below 9 for a king's square and those beside it.
    #[inline]
    pub(super) fn place(&self, seat: usize, king: usize, square: usize) -> usize {
        self.offset_within(1, seat, king, square)
    }

    #[inline]
    fn offset_within(&self, reach: usize, seat: usize, king: usize, square: usize) -> usize {
        let (king, square) = (self.seen(seat, king), self.seen(seat, square));
        let down = square / BOARD_SIDE + reach - king / BOARD_SIDE;
        let right = square % BOARD_SIDE + reach - king % BOARD_SIDE;
        down * (2 * reach + 1) + right
    }
}
