//! Two of one kind against two of another at Yonin, in all six seatings, each looking ahead with a fixed number
//! of evaluations: which weights, or which options of the search, are better. Load of the machine changes nothing.
//!
//! ```text
//! cargo run --release -p kaesu-learning --example yonin_duel -- openings=100 A=weights.zst B=other.zst \
//!     [A.evaluations=300] [A.exploration=0.2] [A.temperature=0.08] [seed=1] [plies=8]
//! ```
//!
//! 0 evaluations: the best move at one glance.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::reversi::Move;
use rules::yonin::{Rules, Yonin};
use rules::{Game, Seat};
use search::puct::{Options, Puct};
use search::{Evaluation, Limits, Search};
use statistics::{Estimate, Level};
use strengths::{Weights, YoninStrengths, yonin};

mod given;

use given::Given;

/// Who plays.
struct Side {
    evaluation: YoninStrengths,
    options: Options,
    evaluations: u64,
}

impl Side {
    fn new(name: &str, given: &Given) -> Self {
        let number = |key: &str, default: f64| {
            let value = given.text(&format!("{name}.{key}"));
            value.map_or(default, |value| value.parse().expect("a number"))
        };
        let path = given.text(name).expect("A= and B= name weights");
        let bytes = std::fs::read(path).expect("the weights can be read");
        let bytes = zstd::decode_all(&bytes[..]).expect("the weights are packed");
        let weights = Weights::read(&yonin::KIND, &bytes).expect("weights of Yonin");
        let default = Options::default();
        Self {
            evaluation: YoninStrengths::new(Arc::new(weights)),
            options: Options {
                exploration: number("exploration", f64::from(default.exploration)) as f32,
                temperature: number("temperature", f64::from(default.temperature)) as f32,
                ..default
            },
            evaluations: number("evaluations", 300.0) as u64,
        }
    }

    fn choose(&self, position: &Yonin) -> Move {
        let (mover, moves) = (position.turn(), position.legal());
        if let [only] = *moves {
            return only;
        }
        if self.evaluations == 0 {
            let worth = |m: &Move| self.evaluation.of(&position.after(*m))[mover];
            return moves.iter().copied().max_by_key(worth).expect("a move");
        }
        let limits = Limits {
            evaluations: Some(self.evaluations),
            ..Limits::default()
        };
        let mut search = Puct::new(&self.evaluation, self.options);
        let report = search.search(position, &limits, &mut |_| ());
        report.best().expect("a move")
    }
}

fn main() {
    let given = Given::new();
    let number = |key: &str, default: u64| given.number(key, default);
    let sides = ["A", "B"].map(|name| Side::new(name, &given));
    let mut blocks = Vec::new();
    for opening in 0..number("openings", 100) {
        let seed = rules::hash::mix(number("seed", 1) << 32 ^ opening);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut start = Yonin::start(&Rules::default());
        for _ in 0..number("plies", 8) {
            let moves = start.legal();
            start.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        let mut ranks = Vec::new();
        for first in (0..16usize).filter(|seats| seats.count_ones() == 2) {
            let is_first = |seat: Seat| first >> seat.index() & 1 == 1;
            let mut position = start;
            while !position.is_finished() {
                let side = &sides[usize::from(!is_first(position.turn()))];
                position.play_unchecked(side.choose(&position));
            }
            let outcome = position.standing();
            let seats = Seat::all(4).filter(|&seat| is_first(seat));
            ranks.extend(seats.map(|seat| outcome.shared_rank(seat)));
        }
        blocks.push(ranks.iter().sum::<f64>() / ranks.len() as f64);
    }
    let mean = Estimate::mean(&blocks, Level::P95).expect("there is an opening");
    println!("{} games: {mean:.3}", 6 * blocks.len());
}
