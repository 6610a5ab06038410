//! Games of the engine against itself: random moves first, so that no two games are the same, then
//! its own moves with some noise, then the exact end.

use std::sync::Arc;

use engine::{Board, Engine, Question, Weights};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Limits;

use crate::samples::Sample;

/// How the games of a generation are played.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// The least and the most random moves at the start.
    pub random: (u32, u32),
    /// The depth of the search for each move in plies; 0 plays the move that leaves the fewest
    /// replies.
    pub depth: u32,
    /// How many discs worse than the best a randomly chosen move may be.
    pub noise: f64,
    /// Positions with at most this many empty squares are solved.
    pub exact: u32,
    /// The seed of everything random.
    pub seed: u64,
}

/// Plays the games of a generation.
#[derive(Debug)]
pub struct SelfPlay {
    engine: Engine,
    weights: Arc<Weights>,
    generation: Generation,
}

impl SelfPlay {
    /// Creates a player of games with these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>, generation: Generation) -> Self {
        Self {
            engine: Engine::new(Arc::clone(&weights), 16),
            weights,
            generation,
        }
    }

    /// Plays games and returns their samples, a pure function of the generation, the block's number
    /// and the number of games.
    pub fn block(&mut self, number: u32, games: u32) -> Vec<Sample<Board>> {
        let seed = self.generation.seed.wrapping_add(u64::from(number) << 32);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.engine.clear();
        let mut samples = Vec::new();
        for _ in 0..games {
            self.game(&mut random, &mut samples);
        }
        samples
    }

    fn game(&mut self, random: &mut impl Rng, samples: &mut Vec<Sample<Board>>) {
        let (least, most) = self.generation.random;
        let mut left = random.random_range(least..=most);
        let mut board = Board::START;
        // Positions after the random moves, each with the side whose view it is.
        let mut line = Vec::new();
        let mut turned = false;
        while board.empty_count() > self.generation.exact {
            let moves = board.moves();
            if moves == 0 {
                if board.passed().moves() == 0 {
                    return;
                }
                board = board.passed();
                turned = !turned;
                continue;
            }
            if left == 0 {
                line.push((board, turned));
                board = self.choose(board, random);
            } else {
                left -= 1;
                board = any_move(board, random);
            }
            turned = !turned;
        }
        if board.is_over() {
            return;
        }
        let value = self.solve(board);
        samples.extend(line.into_iter().map(|(board, side)| Sample {
            position: board,
            label: if side == turned { value } else { -value } as i8,
        }));
        // Positions before this were reached by random moves, so each is solved by itself.
        let mut value = Some(value);
        while !board.is_over() {
            if board.moves() == 0 {
                board = board.passed();
                value = None;
                continue;
            }
            let label = value.take().unwrap_or_else(|| self.solve(board)) as i8;
            samples.push(Sample {
                position: board,
                label,
            });
            board = any_move(board, random);
        }
    }

    fn solve(&mut self, board: Board) -> i32 {
        let answer = self
            .engine
            .search(&Question::new(board), &Limits::default(), &mut |_| ());
        answer.lines[0].value
    }

    /// Returns the position after the move that looks best once noise is added.
    fn choose(&mut self, board: Board, random: &mut impl Rng) -> Board {
        let depth = self.generation.depth;
        let noise = self.generation.noise;
        let after = squares(board.moves()).map(|square| board.play(square).expect("a legal move"));
        let rated = after.map(|next| {
            let value = match depth {
                0 => -f64::from(next.moves().count_ones()),
                1 => -self.weights.evaluate_discs(next),
                _ if next.is_over() => -f64::from(next.final_score()),
                _ => {
                    let limits = Limits::depth(depth - 1);
                    let answer = self
                        .engine
                        .search(&Question::new(next), &limits, &mut |_| ());
                    -f64::from(answer.lines[0].value)
                }
            };
            (value + noise * random.random::<f64>(), next)
        });
        let best = rated.max_by(|a, b| a.0.total_cmp(&b.0));
        best.expect("there is a move").1
    }
}

fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}

fn any_move(board: Board, random: &mut impl Rng) -> Board {
    let moves = board.moves();
    let at = random.random_range(0..moves.count_ones());
    let square = squares(moves).nth(at as usize).expect("there is a move");
    board.play(square).expect("a legal move")
}
