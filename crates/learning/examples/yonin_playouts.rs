//! What playouts of Yonin come to, learned as weights, a model of anybody who plays games out: at random
//! (`weights/yonin-playouts.zst`), or as the file of a player says. How often such weights prefer what a player plays:
//! `--example yonin_glance` of the players.
//!
//! ```text
//! cargo run --release -p kaesu-learning --example yonin_playouts -- out=playouts.zst [player=players/yonin-strong.toml] \
//!     [positions=8000000] [each=16] [seed=1] [from=earlier.zst]
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
use search::Evaluation;
use search::mcts::policy::{Policy, Uniform};
use strengths::yonin::{TerritoryPlayouts, View, seat_at};
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

/// Returns how the player of a file plays games out.
fn playouts_of(path: &str) -> TerritoryPlayouts {
    let text = std::fs::read_to_string(path).expect("the player can be read");
    let file: toml::Table = text.parse().expect("a player file");
    let playouts = &file["search"]["mcts"]["playouts"];
    let map: [[i16; 4]; 4] = playouts["map"].clone().try_into().expect("four rows");
    let number = |key: &str| playouts[key].as_integer().expect("a whole number") as u32;
    TerritoryPlayouts::new(&map, number("outside"), number("luck"), number("slips"))
}

/// Returns what came of so many playouts, for each two places.
fn played_out(
    position: &Yonin,
    policy: &dyn Policy<Yonin>,
    each: u32,
    random: &mut Xoshiro256PlusPlus,
) -> PairChances {
    let seats: [Seat; 4] = std::array::from_fn(|place| seat_at(position, place));
    let mut label = [0.0; 6];
    for _ in 0..each {
        let mut end = *position;
        while let Some(m) = policy.next(&end, random) {
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
    policy: &dyn Policy<Yonin>,
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
                label: played_out(&position, policy, each, random),
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
    let policy: Box<dyn Policy<Yonin>> = match given.text("player") {
        Some(path) => Box::new(playouts_of(path)),
        None => Box::new(Uniform),
    };
    let mut learner = Learner::new::<Learned>();
    let mut playouts = given.text("from").map(load);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number("seed", 1));
    let (mut done, mut next) = (0, if playouts.is_some() { RENEWED } else { 0 });
    while done < wanted {
        let mut samples = Vec::new();
        for _ in 0..BLOCK {
            let playouts = playouts.as_ref();
            game(
                playouts,
                &ours,
                &*policy,
                each as u32,
                &mut random,
                &mut samples,
            );
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

fn main() {
    let given = Given::new();
    let number = |key: &str, default: u64| given.number(key, default);
    let out = given.text("out").expect("out= names a file");
    learn(&given, out, number);
}
