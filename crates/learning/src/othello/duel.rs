//! Games of two weights against each other.

use std::cmp::Ordering;
use std::sync::Arc;

use engine::{Board, Engine, Question, Weights};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Limits;

use super::self_play::any_move;
use crate::examination::Half;

/// Plies that both look ahead.
const DEPTH: u32 = 4;

/// Both solve from so many empty squares.
const SOLVED: u32 = 12;

/// Random moves before a game.
const OPENING: (u32, u32) = (8, 12);

/// An opening is taken if the last weights see no greater advantage in it.
const BALANCED: f64 = 6.0;

const MEGABYTES: usize = 4;

/// Plays pairs of games from one opening each, sides swapped; the endings are those of `new`.
pub(super) fn pairs(
    new: &Arc<Weights>,
    last: &Arc<Weights>,
    count: u32,
    seed: u64,
) -> Vec<(Half, Half)> {
    let mut engines = [new, last].map(|weights| Engine::new(Arc::clone(weights), MEGABYTES));
    let pair = |number| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ number << 32);
        let opening = loop {
            let mut board = Board::START;
            for _ in 0..random.random_range(OPENING.0..=OPENING.1) {
                if board.moves() != 0 {
                    board = any_move(board, &mut random);
                }
            }
            if !board.is_over() && last.evaluate_discs(board).abs() <= BALANCED {
                break board;
            }
        };
        engines.iter_mut().for_each(Engine::clear);
        (
            game(&mut engines, opening, 0),
            game(&mut engines, opening, 1),
        )
    };
    (0..u64::from(count)).map(pair).collect()
}

/// One game; `turn` is the engine that moves first. The ending is that of the first engine.
fn game(engines: &mut [Engine; 2], mut board: Board, mut turn: usize) -> Half {
    while !board.is_over() {
        if board.moves() == 0 {
            board = board.passed();
        } else {
            let limits = match board.empty_count() {
                0..=SOLVED => Limits::default(),
                _ => Limits::depth(DEPTH),
            };
            let answer = engines[turn].search(&Question::new(board), &limits, &mut |_| ());
            let square = answer.lines[0].moves[0].expect("there is a move");
            board = board.play(square).expect("the engine plays legal moves");
        }
        turn = 1 - turn;
    }
    let score = if turn == 0 {
        board.final_score()
    } else {
        -board.final_score()
    };
    match score.cmp(&0) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_equals_is_even_and_repeats() {
        let weights = Arc::new(Weights::zero());
        let played = pairs(&weights, &weights, 3, 7);
        // Both are the same engine, and so the second game is the first with names exchanged.
        for &(first, second) in &played {
            assert_eq!(first + second, 2);
        }
        assert_eq!(pairs(&weights, &weights, 3, 7), played);
    }
}
