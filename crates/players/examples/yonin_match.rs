//! One player alone against three others at Yonin in every seat, or in all fourteen seatings with at least one of
//! each (`mixed=1`), with fixed numbers of evaluations, so that load changes nothing; says how much processor time
//! each took per move (Linux), so that numbers can be chosen that take the same.
//!
//! ```text
//! cargo run --release -p kaesu-players --example yonin_match -- A=yonin-kaesu B=flat-ucb A.evaluations=10000 \
//!     B.evaluations=250 [openings=60] [plies=4] [seed=1] [mixed=1]
//! ```
//!
//! A name that ends with `.toml` is a player file, one that ends with `.zst` a file of weights to look ahead with.

use std::sync::Arc;

use kaesu_players::{Playable, Player, PlayerFile, Turn, library};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::reversi::Move;
use rules::yonin::{Rules, Yonin};
use rules::{Game, GameLine, Seat};
use search::puct::{Options, Puct};
use search::{Limits, Search};
use strengths::{Weights, YoninStrengths, yonin};

#[path = "../../learning/examples/given/mod.rs"]
mod given;

use given::Given;

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
    fn new(name: &str, given: &Given) -> Self {
        let number = |key: &str| {
            let value = given.text(&format!("{name}.{key}"))?;
            Some(value.parse::<f64>().expect("a number"))
        };
        let player = given.text(name).expect("A= and B= name players");
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
            let file = if player.ends_with(".toml") {
                let text = std::fs::read_to_string(player).expect("the file can be read");
                PlayerFile::parse(player, &text).expect("a player file")
            } else {
                library::load(player).expect("a player of the library")
            };
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

    fn choose(&mut self, line: &GameLine<Yonin>, seed: u64) -> Move {
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
    let given = Given::new();
    let number = |key: &str, default: u64| given.number(key, default);
    let mut sides = ["A", "B"].map(|name| Side::new(name, &given));
    let mixed = number("mixed", 0) == 1;
    let alone = |seats: &u32| seats.count_ones() == 1;
    let seatings: Vec<u32> = (1..15).filter(|seats| mixed || alone(seats)).collect();
    let (mut blocks, mut better) = (Vec::new(), Vec::new());
    let (mut first, mut last, mut seats_of_first) = (0, 0, 0);
    for opening in 0..number("openings", 60) {
        let seed = rules::hash::mix(number("seed", 1) << 32 ^ opening);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut start = GameLine::new(Yonin::start(&Rules::default()));
        for _ in 0..number("plies", 4) {
            let moves = start.position().legal();
            let m = moves[random.random_range(0..moves.len())];
            start.play(m).expect("legal");
        }
        let mut ranks_of = [Vec::new(), Vec::new()];
        for seats in &seatings {
            let side_of = |seat: Seat| usize::from(seats >> seat.index() & 1 == 0);
            let mut line = start.clone();
            while !line.position().is_finished() {
                let side = &mut sides[side_of(line.position().turn())];
                let m = side.choose(&line, seed ^ u64::from(*seats));
                line.play(m).expect("legal");
            }
            let standing = line.position().standing();
            for seat in Seat::all(4) {
                let rank = standing.shared_rank(seat);
                ranks_of[side_of(seat)].push(rank);
                if side_of(seat) == 0 {
                    seats_of_first += 1;
                    let own = standing.ranks[seat];
                    first += u32::from(own == 1);
                    last += u32::from(standing.ranks.iter().all(|&other| other <= own));
                }
            }
        }
        let [ours, theirs] = ranks_of.map(|ranks| ranks.iter().sum::<f64>() / ranks.len() as f64);
        blocks.push(ours);
        better.push(theirs - ours);
        if !(opening + 1).is_multiple_of(5) {
            continue;
        }
        let milliseconds = |side: &Side| side.nanoseconds as f64 / 1e6 / side.moves as f64;
        let share = |count: u32| 100.0 * f64::from(count) / f64::from(seats_of_first);
        println!(
            "{} games: {}, ranks better {}, first {:.1} %, last {:.1} %, ms a move {:.2} and {:.2}",
            blocks.len() * seatings.len(),
            mean(&blocks),
            mean(&better),
            share(first),
            share(last),
            milliseconds(&sides[0]),
            milliseconds(&sides[1])
        );
    }
}

/// The mean of blocks, ± 95 %.
fn mean(blocks: &[f64]) -> String {
    let count = blocks.len() as f64;
    let mean = blocks.iter().sum::<f64>() / count;
    let squares = blocks.iter().map(|block| (block - mean).powi(2));
    let half = 1.96 * (squares.sum::<f64>() / (count - 1.0).max(1.0) / count).sqrt();
    format!("{mean:.3} ± {half:.3}")
}
