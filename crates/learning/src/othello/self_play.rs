//! Games of the engine against itself: random moves first, so that no two games are the same, then
//! its own moves with some noise, then the exact end.
//!
//! What the end is worth says little about moves long before it. So positions before it are
//! labelled by searches that look further than the moves did; only the first generations, whose
//! weights know too little for that, take the value of the end.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Board, Certainty, Engine, Question, Weights};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Limits;

use super::OthelloSample;
use crate::samples::Sample;

/// How the games of a generation are played and labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// How positions before are labelled.
    pub before: Before,
}

/// How positions before the exact end are labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Before {
    /// All by the value of the end.
    End,
    /// One of `every` by a search.
    Search {
        /// So many plies.
        depth: u32,
        /// With at most so many empty squares to the end, with some confidence.
        selective: u32,
        /// Neighbours on a line are alike: one of so many is enough.
        every: u32,
    },
}

impl Generation {
    /// The generation with this number. Later ones are all alike: they differ by their weights.
    ///
    /// Weights from games with up to 37 random moves err by 6.0 discs on such games and by 8.7 on
    /// those of strong players (12 empty squares, 16 November 2026): later generations begin sooner
    /// with moves of their own.
    #[must_use]
    pub const fn number(number: u32) -> Self {
        match number {
            0 => Self {
                random: (8, 37),
                depth: 0,
                noise: 2.0,
                exact: 14,
                before: Before::End,
            },
            1 => Self {
                random: (8, 34),
                depth: 1,
                noise: 3.0,
                exact: 16,
                before: Before::End,
            },
            _ => Self {
                random: (6, 20),
                depth: 2,
                noise: 3.0,
                exact: 17,
                before: Before::Search {
                    depth: 6,
                    selective: 20,
                    every: 3,
                },
            },
        }
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.random;
        write!(f, "{least} to {most} random moves, then ")?;
        match self.depth {
            0 => write!(f, "few replies for the other side")?,
            1 => write!(f, "1 ply")?,
            depth => write!(f, "{depth} plies")?,
        }
        write!(
            f,
            ", exact from {} empty squares, labels before by ",
            self.exact
        )?;
        match self.before {
            Before::End => write!(f, "the end of the game"),
            Before::Search {
                depth, selective, ..
            } => {
                write!(f, "{depth} plies, or to the end from {selective}")
            }
        }
    }
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

    /// The samples of so many games. They follow from weights, generation and seed alone.
    pub fn block(&mut self, seed: u64, games: u32) -> Vec<OthelloSample> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.engine.clear();
        let mut samples = Vec::new();
        for _ in 0..games {
            self.game(&mut random, &mut samples);
        }
        samples
    }

    fn game(&mut self, random: &mut impl Rng, samples: &mut Vec<OthelloSample>) {
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
        for (board, side) in line {
            let label = match self.generation.before {
                Before::End => Some(if side == turned { value } else { -value }),
                Before::Search {
                    depth,
                    selective,
                    every,
                } => (random.random_range(0..every) == 0)
                    .then(|| self.search(board, depth, selective)),
            };
            samples.extend(label.map(|label| sample(board, label)));
        }
        // Below, the moves of a search tree: now a good one, now any. Each position is solved by itself.
        let mut value = Some(value);
        while !board.is_over() {
            if board.moves() == 0 {
                board = board.passed();
                value = None;
                continue;
            }
            let label = value.take().unwrap_or_else(|| self.solve(board));
            samples.push(sample(board, label));
            board = match self.generation.before {
                Before::Search { .. } if random.random::<bool>() => self.at_first_sight(board),
                _ => any_move(board, random),
            };
        }
    }

    fn solve(&mut self, board: Board) -> i32 {
        let answer = self
            .engine
            .search(&Question::new(board), &Limits::default(), &mut |_| ());
        answer.lines[0].value
    }

    /// The value by a search of so many plies, or to the end with the boldest cuts if no more than
    /// so many squares are empty.
    fn search(&mut self, board: Board, depth: u32, selective: u32) -> i32 {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            depth: (board.empty_count() > selective).then_some(depth),
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        let answer = self
            .engine
            .search(&Question::new(board), &limits, &mut |answer| {
                let found = matches!(answer.lines[0].certainty, Certainty::Confidence(_));
                stop.store(found, Ordering::Relaxed);
            });
        answer.lines[0].value
    }

    /// The position after the move that looks best, give or take the noise.
    fn choose(&mut self, board: Board, random: &mut impl Rng) -> Board {
        let depth = self.generation.depth;
        let noise = self.generation.noise;
        let rated = after(board).map(|next| {
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

    fn at_first_sight(&self, board: Board) -> Board {
        let best = after(board).min_by_key(|&next| self.weights.evaluate(next));
        best.expect("there is a move")
    }
}

fn sample(position: Board, value: i32) -> OthelloSample {
    Sample {
        position,
        label: value as i8,
    }
}

/// The positions after each move.
pub(super) fn after(board: Board) -> impl Iterator<Item = Board> {
    let mut moves = board.moves();
    std::iter::from_fn(move || {
        (moves != 0).then(|| {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            board.play(square).expect("a legal move")
        })
    })
}

/// The position after any move, all equally likely.
pub(super) fn any_move(board: Board, random: &mut impl Rng) -> Board {
    let at = random.random_range(0..board.moves().count_ones());
    after(board).nth(at as usize).expect("there is a move")
}
