//! One player alone against three others at Yonin, in every seat, with fixed numbers of evaluations, so that load
//! changes nothing; says how much processor time each took per move (Linux), so that numbers can be chosen
//! that take the same.
//!
//! ```text
//! cargo run --release -p kaesu-players --example yonin_match -- A=yonin-kaesu B=flat-ucb A.evaluations=10000 \
//!     B.evaluations=250 [openings=60] [plies=4] [seed=1] [A=weights/yonin.zst]
//! ```
//!
//! A name that ends with `.zst` is a file of weights that `yonin-kaesu` plays with.

use std::collections::HashMap;
use std::sync::Arc;

use kaesu_players::{Playable, Player, Turn, library};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::reversi::Move;
use rules::yonin::{Rules, Yonin};
use rules::{Game, GameLine, Seat};
use search::puct::{Options, Puct};
use search::{Limits, Search};
use strengths::{Weights, YoninStrengths, yonin};

enum Who {
    Library(Box<dyn Player<Yonin>>),
    Weights(YoninStrengths, Options),
}

/// One side of the match.
struct Side {
    who: Who,
    limits: Limits,
    moves: u64,
    nanoseconds: u64,
}

impl Side {
    fn new(name: &str, given: &HashMap<String, String>) -> Self {
        let number = |key: &str| {
            let value = given.get(&format!("{name}.{key}"))?;
            Some(value.parse::<f64>().expect("a number"))
        };
        let player = given.get(name).expect("A= and B= name players");
        let who = if player.ends_with(".zst") {
            let bytes = std::fs::read(player).expect("the weights can be read");
            let bytes = zstd::decode_all(&bytes[..]).expect("the weights are packed");
            let weights = Weights::read(&yonin::KIND, &bytes).expect("weights of Yonin");
            let default = Options::default();
            let options = Options {
                exploration: number("exploration").map_or(default.exploration, |c| c as f32),
                temperature: number("temperature").map_or(default.temperature, |t| t as f32),
                ..default
            };
            Who::Weights(YoninStrengths::new(Arc::new(weights)), options)
        } else {
            let file = library::load(player).expect("a player of the library");
            Who::Library(Yonin::player(&file).expect("it plays Yonin"))
        };
        Self {
            who,
            limits: Limits {
                evaluations: number("evaluations").map(|most| most as u64),
                ..Limits::default()
            },
            moves: 0,
            nanoseconds: 0,
        }
    }

    fn choose(&mut self, line: &GameLine<Yonin>, ply: usize, seed: u64) -> Move {
        let position = line.position();
        if let [only] = *position.legal() {
            return only;
        }
        let before = processor_time();
        let m = match &mut self.who {
            Who::Library(player) => {
                let mut turn = Turn {
                    position,
                    line,
                    ply,
                    seed,
                    limits: &self.limits,
                    notes: &[],
                    progress: &mut |_| (),
                };
                player.choose(&mut turn).expect("it has a move").m
            }
            Who::Weights(evaluation, options) => {
                let mut search = Puct::new(&*evaluation, *options);
                let report = search.search(position, &self.limits, &mut |_| ());
                report.best().expect("a move")
            }
        };
        self.nanoseconds += processor_time() - before;
        self.moves += 1;
        m
    }
}

/// Processor time of this thread in nanoseconds; 0 where the system does not say.
fn processor_time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split_whitespace().next();
    first.and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn main() {
    let given: HashMap<String, String> = std::env::args()
        .skip(1)
        .map(|word| {
            let (key, value) = word.split_once('=').expect("KEY=VALUE");
            (key.to_owned(), value.to_owned())
        })
        .collect();
    let number = |key: &str, default: u64| {
        let value = given.get(key);
        value.map_or(default, |value| value.parse().expect("a whole number"))
    };
    let mut sides = ["A", "B"].map(|name| Side::new(name, &given));
    let (mut blocks, mut first, mut last) = (Vec::<f64>::new(), 0, 0);
    for opening in 0..number("openings", 60) {
        let seed = rules::hash::mix(number("seed", 1) << 32 ^ opening);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut start = GameLine::new(Yonin::start(&Rules::default()));
        for _ in 0..number("plies", 4) {
            let moves = start.position().legal();
            let m = moves[random.random_range(0..moves.len())];
            start.play(m).expect("legal");
        }
        let mut sum = 0.0;
        for alone in Seat::all(4) {
            let mut line = start.clone();
            let mut ply = 0;
            while !line.position().is_finished() {
                let side = &mut sides[usize::from(line.position().turn() != alone)];
                let m = side.choose(&line, ply, seed ^ alone.index() as u64);
                line.play(m).expect("legal");
                ply += 1;
            }
            let ranks = line.position().standing().ranks;
            let equal = ranks.iter().filter(|&&other| other == ranks[alone]);
            sum += f64::from(ranks[alone]) + (equal.count() - 1) as f64 / 2.0;
            first += u32::from(ranks[alone] == 1);
            last += u32::from(ranks.iter().all(|&other| other <= ranks[alone]));
        }
        blocks.push(sum / 4.0);
        let count = blocks.len() as f64;
        let mean = blocks.iter().sum::<f64>() / count;
        let squares = blocks.iter().map(|block| (block - mean).powi(2));
        let half = 1.96 * (squares.sum::<f64>() / (count - 1.0).max(1.0) / count).sqrt();
        if (opening + 1).is_multiple_of(5) {
            let games = 4.0 * count;
            let milliseconds = |side: &Side| side.nanoseconds as f64 / 1e6 / side.moves as f64;
            println!(
                "{games} games: {mean:.3} ± {half:.3}, first {:.1} %, last {:.1} %, ms a move {:.2} and {:.2}",
                100.0 * f64::from(first) / games,
                100.0 * f64::from(last) / games,
                milliseconds(&sides[0]),
                milliseconds(&sides[1])
            );
        }
    }
}
