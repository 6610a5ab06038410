//! What random playouts of Yonin come to, learned as weights: `weights/yonin-playouts.zst`, a model of anybody who plays
//! games out. Or, with `playouts=`, how often weights prefer the move at one glance that flat UCB plays.
//!
//! ```text
//! cargo run --release -p kaesu-learning --example yonin_playouts -- out=playouts.zst [positions=8000000] [each=16] [seed=1]
//!     [from=earlier.zst]
//! cargo run --release -p kaesu-learning --example yonin_playouts -- playouts=60000 weights=playouts.zst,weights/yonin.zst \
//!     [games=8] [seed=99]
//! ```

use std::sync::Arc;

use kaesu_learning::practice::Learner;
use kaesu_learning::practice::returns::{PairChances, at_places, result};
use kaesu_learning::yonin::YoninSample;
use kaesu_learning::{Sample, Subject, yonin::Yonin as Learned};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::reversi::Move;
use rules::yonin::{Rules, Start, Yonin};
use rules::{Game, Seat};
use search::mcts::policy::{Policy, Uniform};
use search::mcts::{self, Mcts};
use search::puct::{self, Puct};
use search::{Evaluation, Limits, RankUtility, Search};
use strengths::yonin::{View, seat_at};
use strengths::{POINT, Weights, YoninStrengths, yonin};

mod given;

use given::Given;

/// Games of which all learn at once.
const BLOCK: usize = 400;

/// After so many positions games are played with what was learned meanwhile.
const RENEWED: usize = 500_000;

/// How much luck is added to what a move is worth, in seats beaten.
const LUCK: f32 = 0.05;

fn load(path: &str) -> YoninStrengths {
    let bytes = std::fs::read(path).expect("the weights can be read");
    let bytes = zstd::decode_all(&bytes[..]).expect("the weights are packed");
    let weights = Weights::read(&yonin::KIND, &bytes).expect("weights of Yonin");
    YoninStrengths::new(Arc::new(weights))
}

/// Returns each move with how many seats its mover can expect to beat, at one glance.
fn glance(evaluation: &YoninStrengths, position: &Yonin) -> Vec<(Move, f32)> {
    let (moves, mut values) = (position.legal(), Vec::new());
    evaluation.after_each(position, &moves, &mut values);
    let worth = values.iter().map(|values| values[position.turn()]);
    let worth = worth.map(|value| value as f32 / POINT as f32);
    moves.into_iter().zip(worth).collect()
}

fn pick(evaluation: &YoninStrengths, position: &Yonin, random: &mut Xoshiro256PlusPlus) -> Move {
    let all = glance(evaluation, position).into_iter();
    let all = all.map(|(m, worth)| {
        let uniform: f32 = random.random_range(1e-6..1.0);
        (m, worth - LUCK * (-uniform.ln()).ln())
    });
    let best = all.max_by(|one, other| one.1.total_cmp(&other.1));
    best.expect("there is a move").0
}

/// Returns what came of so many random playouts, for each two places.
fn played_out(position: &Yonin, each: u32, random: &mut Xoshiro256PlusPlus) -> PairChances {
    let seats: [Seat; 4] = std::array::from_fn(|place| seat_at(position, place));
    let mut label = [0.0; 6];
    for _ in 0..each {
        let mut end = *position;
        while let Some(m) = Uniform.next(&end, random) {
            end.play_unchecked(m);
        }
        let came = at_places(&result(&end.standing()), &seats);
        for (sum, came) in label.iter_mut().zip(came) {
            *sum += came / each as f32;
        }
    }
    label
}

/// Plays a game of seats that play at random, for what playouts come to, and for rank; every position is played out.
fn game(
    playouts: Option<&YoninStrengths>,
    ours: &YoninStrengths,
    each: u32,
    random: &mut Xoshiro256PlusPlus,
    samples: &mut Vec<YoninSample>,
) {
    let rules = Rules {
        start: [Start::Othello, Start::Own][usize::from(random.random_range(0..100) < 10)],
        ..Rules::default()
    };
    let mut position = Yonin::start(&rules);
    let kinds: [u32; 4] = std::array::from_fn(|_| random.random_range(0..8));
    let first = random.random_range(2..12);
    for ply in 0.. {
        if position.is_finished() {
            return;
        }
        if ply > 1 {
            samples.push(Sample {
                position: View::of(&position),
                label: played_out(&position, each, random),
            });
        }
        let moves = position.legal();
        let kind = kinds[position.turn().index()];
        let any = ply < first || moves.len() == 1 || random.random_range(0..10) == 0;
        let m = match playouts {
            _ if any || kind == 0 => moves[random.random_range(0..moves.len())],
            _ if kind >= 5 => pick(ours, &position, random),
            Some(playouts) => pick(playouts, &position, random),
            None => moves[random.random_range(0..moves.len())],
        };
        position.play_unchecked(m);
    }
}

fn learn(given: &Given, out: &str, number: impl Fn(&str, u64) -> u64) {
    let (wanted, each) = (number("positions", 8_000_000) as usize, number("each", 16));
    let subject = Learned::default();
    let ours = load("weights/yonin.zst");
    let mut learner = Learner::new::<Learned>();
    let mut playouts = given.text("from").map(load);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number("seed", 1));
    let (mut done, mut next) = (0, if playouts.is_some() { RENEWED } else { 0 });
    while done < wanted {
        let mut samples = Vec::new();
        for _ in 0..BLOCK {
            let playouts = playouts.as_ref();
            game(playouts, &ours, each as u32, &mut random, &mut samples);
        }
        samples.sort_by_key(|sample| subject.phase(sample.position));
        let rate = 0.1f32.powf(done as f32 / wanted as f32);
        learner.learn(&subject, &samples, rate);
        done += samples.len();
        if done > next {
            next = (done / RENEWED + 1) * RENEWED;
            let weights = learner.quantised(&yonin::KIND);
            playouts = Some(YoninStrengths::new(Arc::new(weights)));
            eprintln!("{done} positions");
        }
    }
    let bytes = learner.quantised(&yonin::KIND).write(&yonin::KIND);
    let packed = zstd::encode_all(&bytes[..], 19).expect("it can be packed");
    std::fs::write(out, packed).expect("it can be written");
}

/// Games of three flat UCB and one of ours that looks ahead.
fn compare(given: &Given, playouts: u64, number: impl Fn(&str, u64) -> u64) {
    let names = given.text("weights").expect("weights= names files");
    let models: Vec<_> = names.split(',').map(|name| (name, load(name))).collect();
    let ours = load("weights/yonin.zst");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number("seed", 99));
    let mut compared = 0;
    let mut before = vec![[0u32; 3]; models.len()];
    for game in 0..number("games", 8) {
        let mut position = Yonin::start(&Rules::default());
        for _ in 0..4 {
            let moves = position.legal();
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        let us = Seat::new(game as usize % 4);
        for ply in 0.. {
            let limits = |most| Limits {
                evaluations: Some(most),
                ..Limits::default()
            };
            let m = match *position.legal() {
                [] => break,
                [only] => only,
                _ if position.turn() == us => {
                    let mut search = Puct::new(&ours, puct::Options::default());
                    let report = search.search(&position, &limits(2000), &mut |_| ());
                    report.best().expect("a move")
                }
                _ => {
                    let options = mcts::Options {
                        exploration: 1.0,
                        ..mcts::Options::flat_ucb(game << 8 | ply)
                    };
                    let mut search = Mcts::new(RankUtility::seats_beaten(4), options);
                    let report = search.search(&position, &limits(playouts), &mut |_| ());
                    let played = report.best().expect("a move");
                    compared += 1;
                    for ((_, model), before) in models.iter().zip(&mut before) {
                        let all = glance(model, &position);
                        let own = all.iter().find(|(m, _)| *m == played).expect("legal").1;
                        let better = all.iter().filter(|(_, worth)| *worth > own).count();
                        for (place, count) in before.iter_mut().enumerate() {
                            *count += u32::from(better <= place);
                        }
                    }
                    played
                }
            };
            position.play_unchecked(m);
        }
    }
    println!("{compared} moves; in percent the best, of the best two, of the best three:");
    for ((name, _), before) in models.iter().zip(before) {
        let [one, two, three] =
            before.map(|count| 100.0 * f64::from(count) / f64::from(compared.max(1)));
        println!("{name}: {one:.1} {two:.1} {three:.1}");
    }
}

fn main() {
    let given = Given::new();
    let number = |key: &str, default: u64| given.number(key, default);
    match given.text("out") {
        Some(out) => learn(&given, out, number),
        None => compare(&given, number("playouts", 60_000), number),
    }
}
