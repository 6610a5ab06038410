//! Games of the engine against itself: random moves first, so that no two games are the same, then
//! its own moves, some of them astray, then the exact end.
//!
//! The first generations, whose weights know little, label all positions before the end by its
//! value. Later ones let each position's label lean on the search that chose its move and on the
//! label of what followed (returns of temporal differences): searches know what the game missed, and
//! the game knows what searches cannot see. A move that went astray says nothing of the
//! positions before it.

use std::fmt;
use std::sync::Arc;

use engine::{Board, Engine, Question, Weights};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Limits;

use super::OthelloSample;
use crate::samples::Sample;

/// Lines of solved positions keep their value with so many empty squares.
const SURE: u32 = 10;

/// How the games of a generation are played and labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// The least and the most moves at the start that are not those of the search.
    pub random: (u32, u32),
    /// In how many games of a hundred these look at most [`Generation::noise`] discs worse than the
    /// best; in the others they are any moves. Strong players meet such positions, and a search
    /// meets the others as well.
    pub sound: u32,
    /// The depth of the search for each move in plies; 0 plays the move that leaves the fewest
    /// replies.
    pub depth: u32,
    /// How many discs worse than the best, at a glance, a move may be: up to one ply any move, and
    /// those at the start of sound games.
    pub noise: f64,
    /// How many moves of a hundred are any move instead; only from two plies on.
    pub astray: u32,
    /// Positions with at most this many empty squares are solved.
    pub exact: u32,
    /// How many moves of a hundred are any move from there on.
    pub wild: u32,
    /// How positions before are labelled.
    pub before: Before,
}

/// How positions before the exact end are labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Before {
    /// All by the value of the end.
    End,
    /// By the label of what followed, and as much as is wanting to 1 by the search at this position.
    Line {
        /// How much the label of what followed counts.
        follow: f64,
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
                sound: 0,
                depth: 0,
                noise: 2.0,
                astray: 0,
                exact: 14,
                wild: 100,
                before: Before::End,
            },
            1 => Self {
                random: (6, 24),
                sound: 0,
                depth: 1,
                noise: 3.0,
                astray: 0,
                exact: 14,
                wild: 50,
                before: Before::End,
            },
            2 => Self {
                random: (3, 18),
                sound: 60,
                depth: 5,
                noise: 5.0,
                astray: 4,
                exact: 14,
                wild: 20,
                before: Before::Line { follow: 0.9 },
            },
            _ => Self {
                random: (4, 16),
                sound: 80,
                depth: 8,
                noise: 4.0,
                astray: 3,
                exact: 16,
                wild: 20,
                before: Before::Line { follow: 0.9 },
            },
        }
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.random;
        write!(f, "{least} to {most} random moves, ")?;
        if self.sound > 0 {
            let (sound, noise) = (self.sound, self.noise);
            write!(f, "in {sound} of 100 games not {noise} discs bad, ")?;
        }
        write!(f, "then ")?;
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
            Before::Line { follow } => {
                let percent = 100.0 * follow;
                write!(
                    f,
                    "what followed ({percent:.0} %) and the search for the move"
                )
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
        let sound =
            self.generation.sound > 0 && random.random_range(0..100) < self.generation.sound;
        let mut board = Board::START;
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
                let (before, next) = self.step(board, turned, random);
                line.push(before);
                board = next;
            } else {
                left -= 1;
                board = if sound {
                    self.at_a_glance(board, random)
                } else {
                    any_move(board, random)
                };
            }
            turned = !turned;
        }
        if board.is_over() {
            return;
        }
        let solved = self.solve(board);
        let value = f64::from(solved.value);
        self.label(&line, if turned { -value } else { value }, samples);
        self.below(board, solved, random, samples);
    }

    /// The position as it was met, and the one after a move.
    fn step(&mut self, board: Board, turned: bool, random: &mut impl Rng) -> (Met, Board) {
        let mut met = Met {
            board,
            turned,
            searched: None,
            astray: false,
        };
        if self.generation.depth < 2 {
            return (met, self.at_a_glance(board, random));
        }
        let limits = Limits::depth(self.generation.depth);
        let answer = self
            .engine
            .search(&Question::new(board), &limits, &mut |_| ());
        let line = &answer.lines[0];
        met.searched = Some(f64::from(line.value));
        met.astray = random.random_range(0..100) < self.generation.astray;
        let next = if met.astray {
            any_move(board, random)
        } else {
            let square = line.moves[0].expect("there is a move");
            board.play(square).expect("the engine plays legal moves")
        };
        (met, next)
    }

    /// Labels the positions of a line that led to an end worth `value` to the side that began.
    fn label(&self, line: &[Met], value: f64, samples: &mut Vec<OthelloSample>) {
        let mut value = value;
        for met in line.iter().rev() {
            if let (Before::Line { follow }, Some(searched)) =
                (self.generation.before, met.searched)
            {
                let searched = met.view(searched);
                value = if met.astray {
                    searched
                } else {
                    follow * value + (1.0 - follow) * searched
                };
            }
            samples.push(sample(met.board, met.view(value).round() as i32));
        }
    }

    /// Below the exact end: best moves, and as many of a hundred as [`Generation::wild`] says any
    /// move, since a search meets such positions as well. Best moves keep the value; after any other
    /// move, and where the line that was found ends, the position is solved by itself.
    ///
    /// With more than [`SURE`] empty squares the moves of a line after the first are what the table
    /// expects, and need not keep the value.
    fn below(
        &mut self,
        mut board: Board,
        mut solved: Solved,
        random: &mut impl Rng,
        samples: &mut Vec<OthelloSample>,
    ) {
        while !board.is_over() {
            let Some(best) = solved.line.next() else {
                solved = self.solve(board);
                continue;
            };
            let Some(best) = best else {
                board = board.passed();
                solved.value = -solved.value;
                continue;
            };
            samples.push(sample(board, solved.value));
            let sure = board.empty_count() <= SURE;
            let wild = random.random_range(0..100) < self.generation.wild;
            board = if wild {
                any_move(board, random)
            } else {
                board.play(best).expect("the engine plays legal moves")
            };
            solved.value = -solved.value;
            if wild || !sure {
                solved.line = Vec::new().into_iter();
            }
        }
    }

    fn solve(&mut self, board: Board) -> Solved {
        let answer = self
            .engine
            .search(&Question::new(board), &Limits::default(), &mut |_| ());
        let line = answer.lines.into_iter().next().expect("there is a move");
        Solved {
            value: line.value,
            line: line.moves.into_iter(),
        }
    }

    /// The position after the move that looks best, give or take the noise.
    fn at_a_glance(&self, board: Board, random: &mut impl Rng) -> Board {
        let rated = after(board).map(|next| {
            let value = match self.generation.depth {
                0 => -f64::from(next.moves().count_ones()),
                _ => -self.weights.evaluate_discs(next),
            };
            let noise = self.generation.noise * random.random::<f64>();
            (value + noise, next)
        });
        let best = rated.max_by(|a, b| a.0.total_cmp(&b.0));
        best.expect("there is a move").1
    }
}

/// The exact value of a position, and best moves from there on; `None` is a pass.
struct Solved {
    value: i32,
    line: std::vec::IntoIter<Option<u32>>,
}

/// A position before the end as it was met in a game.
#[derive(Clone, Copy, Debug)]
struct Met {
    board: Board,
    /// Whether it is the turn of the side that did not begin.
    turned: bool,
    /// What the search for the move found, if there was one.
    searched: Option<f64>,
    /// Whether another move was played.
    astray: bool,
}

impl Met {
    /// A value of this position's side to the side that began, and the other way round.
    fn view(&self, value: f64) -> f64 {
        if self.turned { -value } else { value }
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
