//! Pairs of games of two weights of Othello from balanced openings, sides swapped, each move with a fixed number of
//! nodes: which weights are better. Load of the machine changes nothing.
//!
//! ```text
//! cargo run --release -p kaesu-learning --example othello_duel -- A=new.zst B=weights/othello.zst \
//!     [pairs=100] [nodes=300000] [A.nodes=…] [B.nodes=…] [seed=1] [plies=8]
//! ```

use std::sync::Arc;

use engine::{Board, Engine, Question, Weights};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Limits;
use statistics::{Estimate, Level};

mod given;

use given::Given;

/// An opening is taken if both weights together see no greater advantage in it, so many plies ahead.
const BALANCED: i32 = 3;
const BALANCED_DEPTH: u32 = 8;

const MEGABYTES: usize = 64;

/// Who plays.
struct Side {
    engine: Engine,
    nodes: u64,
}

impl Side {
    fn new(name: &str, given: &Given) -> Self {
        let path = given.text(name).expect("A= and B= name weights");
        let bytes = std::fs::read(path).expect("the weights can be read");
        let bytes = zstd::decode_all(&bytes[..]).expect("the weights are packed");
        let weights = Weights::read(&bytes).expect("weights of Othello");
        Self {
            engine: Engine::new(Arc::new(weights), MEGABYTES),
            nodes: given.number(&format!("{name}.nodes"), given.number("nodes", 300_000)),
        }
    }

    fn look(&mut self, board: Board, limits: &Limits) -> (i32, Board) {
        let answer = self
            .engine
            .search(&Question::new(board), limits, &mut |_| ());
        let line = &answer.lines[0];
        let square = line.moves[0].expect("there is a move");
        let next = board.play(square).expect("the engine plays legal moves");
        (line.value, next)
    }

    fn choose(&mut self, board: Board) -> Board {
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        self.look(board, &limits).1
    }
}

/// Random moves, until both together think that nobody is ahead.
fn opening(sides: &mut [Side; 2], plies: u64, random: &mut Xoshiro256PlusPlus) -> Board {
    loop {
        let mut board = Board::START;
        for _ in 0..plies {
            let count = board.moves().count_ones();
            if count == 0 {
                break;
            }
            let mut moves = board.moves();
            for _ in 0..random.random_range(0..count) {
                moves &= moves - 1;
            }
            board = board.play(moves.trailing_zeros()).expect("a legal move");
        }
        if board.moves() == 0 {
            continue;
        }
        let limits = Limits::depth(BALANCED_DEPTH);
        let values = sides.each_mut().map(|side| side.look(board, &limits).0);
        if (values[0] + values[1]).abs() <= 2 * BALANCED {
            return board;
        }
    }
}

/// The score of the first side in a game in which side `turn` begins.
fn game(sides: &mut [Side; 2], mut board: Board, mut turn: usize) -> i32 {
    for side in sides.iter_mut() {
        side.engine.clear();
    }
    while !board.is_over() {
        board = if board.moves() == 0 {
            board.passed()
        } else {
            sides[turn].choose(board)
        };
        turn = 1 - turn;
    }
    if turn == 0 {
        board.final_score()
    } else {
        -board.final_score()
    }
}

fn main() {
    let given = Given::new();
    let number = |key: &str, default: u64| given.number(key, default);
    let mut sides = ["A", "B"].map(|name| Side::new(name, &given));
    let mut blocks = Vec::new();
    let mut discs = 0;
    for pair in 0..number("pairs", 100) {
        let seed = rules::hash::mix(number("seed", 1) << 32 ^ pair);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let board = opening(&mut sides, number("plies", 8), &mut random);
        let scores = [0, 1].map(|turn| game(&mut sides, board, turn));
        discs += scores.iter().sum::<i32>();
        let points = scores.map(|score| f64::from(1 + score.signum()) / 2.0);
        blocks.push((points[0] + points[1]) / 2.0);
    }
    let points = Estimate::mean(&blocks, Level::P95).expect("there is a pair");
    println!(
        "{} games: {:.1} % of the points for A, {:+.2} discs a game",
        2 * blocks.len(),
        points.map(|share| 100.0 * share),
        f64::from(discs) / 2.0 / blocks.len() as f64
    );
}
