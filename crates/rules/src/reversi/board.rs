//! The boards: which squares of the grid belong to the game.

use std::fmt::Debug;

use super::bits::Bits;

/// A board is a mask on a grid, with its middle in the middle of the grid.
pub trait Board: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The word that holds a set of squares.
    type Bits: Bits;
    /// The name of the game on this board.
    const NAME: &'static str;
    /// Rows, and columns, that people count.
    const SIDE: usize;
    /// The squares of the board.
    const MASK: Self::Bits;

    /// Rows of the grid above the board, and columns left of it.
    const MARGIN: usize = (<Self::Bits as Bits>::STRIDE as usize - Self::SIDE) / 2;

    /// Returns the bit of the square in this row and column of the board.
    #[inline]
    #[must_use]
    fn bit(row: usize, column: usize) -> u32 {
        (row + Self::MARGIN) as u32 * Self::Bits::STRIDE + (column + Self::MARGIN) as u32
    }

    /// Row and column of a square on the board.
    #[inline]
    #[must_use]
    fn row_and_column(bit: u32) -> (usize, usize) {
        let (row, column) = (bit / Self::Bits::STRIDE, bit % Self::Bits::STRIDE);
        (row as usize - Self::MARGIN, column as usize - Self::MARGIN)
    }

    /// Reports whether the square in this row and column belongs to the board.
    #[must_use]
    fn holds(row: usize, column: usize) -> bool {
        Self::MASK.has(Self::bit(row, column))
    }
}

/// Returns a square of `side`, in the middle of a grid of `stride`, less the triangles of `cut`
/// squares along the edge at each corner.
const fn mask(stride: usize, side: usize, cut: usize) -> u128 {
    let margin = (stride - side) / 2;
    let last = side - 1;
    let mut mask = 0;
    let mut square = 0;
    while square < side * side {
        let (row, column) = (square / side, square % side);
        let from_edge = if row < last - row { row } else { last - row };
        let from_side = if column < last - column {
            column
        } else {
            last - column
        };
        if from_edge + from_side >= cut {
            mask |= 1 << ((row + margin) * stride + column + margin);
        }
        square += 1;
    }
    mask
}

macro_rules! boards {
    ($($(#[$doc:meta])* $board:ident: $name:literal, $bits:ty, stride $stride:literal, side $side:literal, cut $cut:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $board;

            impl Board for $board {
                type Bits = $bits;
                const NAME: &'static str = $name;
                const SIDE: usize = $side;
                const MASK: $bits = mask($stride, $side, $cut) as $bits;
            }
        )*
    };
}

boards! {
    /// The board of Othello.
    Board8x8: "reversi-8x8", u64, stride 8, side 8, cut 0;
    /// The small board that is solved.
    Board6x6: "reversi-6x6", u64, stride 8, side 6, cut 0;
    /// The smallest board.
    Board4x4: "reversi-4x4", u64, stride 8, side 4, cut 0;
    /// The grand board.
    Board10x10: "reversi-10x10", u128, stride 10, side 10, cut 0;
    /// Ten by ten less three squares at each corner: 88 squares.
    Board88: "reversi-88", u128, stride 10, side 10, cut 2;
    /// Ten by ten less six squares at each corner: 76 squares.
    Octagon: "reversi-octagon", u128, stride 10, side 10, cut 3;
    /// The old board of Nipp, eight by eight less three squares at each corner: 52 squares.
    Nipp: "reversi-nipp", u64, stride 8, side 8, cut 2;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_have_their_squares() {
        assert_eq!(Board8x8::MASK, !0);
        let sizes = [
            Board6x6::MASK.len(),
            Board4x4::MASK.len(),
            Board10x10::MASK.len(),
            Board88::MASK.len(),
            Octagon::MASK.len(),
            Nipp::MASK.len(),
        ];
        assert_eq!(sizes, [36, 16, 100, 88, 76, 52]);
    }

    #[test]
    fn the_corner_of_a_small_board_lies_inside_the_grid() {
        assert_eq!(Board6x6::bit(0, 0), 9);
        assert_eq!(Board6x6::row_and_column(9), (0, 0));
    }
}
