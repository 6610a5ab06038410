//! Positions for tests, of random games, and the kernels they are searched with.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::Board;

/// Returns all positions of some random games, each game from its start to its end.
pub(crate) fn random_games(seed: u64, games: usize) -> impl Iterator<Item = Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..games).flat_map(move |_| {
        let mut positions = vec![Board::START];
        let mut board = Board::START;
        while !board.is_over() {
            board = match board.moves() {
                0 => board.passed(),
                mut moves => {
                    for _ in 0..random.random_range(0..moves.count_ones()) {
                        moves &= moves - 1;
                    }
                    board.play(moves.trailing_zeros()).expect("a legal move")
                }
            };
            positions.push(board);
        }
        positions
    })
}

/// Returns positions with exactly this many empty squares, one of each game.
pub(crate) fn endgames(seed: u64, empties: u32) -> impl Iterator<Item = Board> {
    (seed..).filter_map(move |seed| {
        random_games(seed, 1).find(|board| board.empty_count() == empties && !board.is_over())
    })
}

/// Evaluates an expression with every kernel that this processor has.
macro_rules! with_each_kernel {
    ($kernel:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($kernel) = rules::reversi::kernel::Avx512::detect() {
            $body;
        }
        #[cfg(target_arch = "x86_64")]
        if let Some($kernel) = rules::reversi::kernel::Avx2::detect() {
            $body;
        }
        let $kernel = rules::reversi::kernel::Scalar;
        $body;
    }};
}
pub(crate) use with_each_kernel;

/// How many times as much as usual a campaign tries.
pub(crate) fn rounds() -> usize {
    std::env::var("KAESU_CAMPAIGN").map_or(1, |rounds| rounds.parse().expect("a number"))
}
