//! The eight ways to turn a board, and the one of them that stands for all.

use crate::board::Board;

/// Swaps the columns: a for h.
const fn mirrored(squares: u64) -> u64 {
    squares.swap_bytes().reverse_bits()
}

/// Swaps rows for columns.
const fn transposed(mut squares: u64) -> u64 {
    let mut swap = (squares ^ squares >> 7) & 0x00aa_00aa_00aa_00aa;
    squares ^= swap ^ swap << 7;
    swap = (squares ^ squares >> 14) & 0x0000_cccc_0000_cccc;
    squares ^= swap ^ swap << 14;
    swap = (squares ^ squares >> 28) & 0x0000_0000_f0f0_f0f0;
    squares ^ swap ^ swap << 28
}

/// Returns the one that stands for all symmetries of a position.
pub(crate) fn canonical(board: Board) -> Board {
    let map = |board: Board, turn: fn(u64) -> u64| Board {
        own: turn(board.own),
        other: turn(board.other),
    };
    let rows = map(board, u64::swap_bytes);
    let halves = [board, rows, map(board, mirrored), map(rows, mirrored)];
    let all = halves
        .into_iter()
        .flat_map(|half| [half, map(half, transposed)]);
    all.min_by_key(|board| (board.own, board.other))
        .expect("there are eight")
}

#[cfg(test)]
mod tests {
    use rules::reversi::{Othello, Setup};
    use rules::{Seat, Symmetric, Symmetry};

    use super::*;
    use crate::positions::random_games;

    #[test]
    fn every_symmetry_has_the_same_representative() {
        for board in random_games(5, 20) {
            let setup = Setup {
                black: board.own,
                white: board.other,
                turn: Seat::new(0),
            };
            let position: Othello = setup.position().expect("discs that do not overlap");
            for symmetry in Symmetry::ALL {
                let turned = Board::from(&position.turned(symmetry));
                assert_eq!(canonical(turned), canonical(board));
            }
        }
    }
}
