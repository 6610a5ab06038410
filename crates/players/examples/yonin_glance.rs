//! How often weights of Yonin prefer the move at one glance that a player plays, and how likely its moves are for them:
//! games of three of it and one `yonin-kaesu`, with fixed numbers of evaluations.
//!
//! ```text
//! cargo run --release -p kaesu-players --example yonin_glance -- player=yonin-strong evaluations=1080 \
//!     weights=weights/yonin.zst,weights/yonin-playouts.zst [games=16] [ours=2000] [seed=99]
//! ```

use std::sync::Arc;

use kaesu_players::{Playable, Player, Turn, library};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::reversi::Move;
use rules::yonin::{Rules, Yonin};
use rules::{Game, GameLine, Seat};
use search::{Evaluation, Limits};
use strengths::{POINT, Weights, YoninStrengths, yonin};

#[path = "../../learning/examples/given/mod.rs"]
mod given;

use given::Given;

/// How often any move is thought to be played, as in the habits of the players.
const SLIPS: f64 = 0.1;

/// By how many seats less a move may be worth to be e times less likely.
const TEMPERATURES: [f64; 12] = [
    0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.6,
];

/// Weights, and how they fared.
struct Glance<'a> {
    name: &'a str,
    evaluation: YoninStrengths,
    /// Moves that were the best, of the best two, of the best three.
    hits: [u32; 3],
    /// The logarithm of how likely all moves were, at each temperature.
    nats: [f64; TEMPERATURES.len()],
}

impl<'a> Glance<'a> {
    fn new(name: &'a str) -> Self {
        let bytes = std::fs::read(name).expect("the weights can be read");
        let bytes = zstd::decode_all(&bytes[..]).expect("the weights are packed");
        let weights = Weights::read(&yonin::KIND, &bytes).expect("weights of Yonin");
        Self {
            name,
            evaluation: YoninStrengths::new(Arc::new(weights)),
            hits: [0; 3],
            nats: [0.0; TEMPERATURES.len()],
        }
    }

    fn compare(&mut self, position: &Yonin, played: Move) {
        let (moves, mut values) = (position.legal(), Vec::new());
        self.evaluation.after_each(position, &moves, &mut values);
        let worth = |at: usize| f64::from(values[at][position.turn()]) / f64::from(POINT);
        let place = moves.iter().position(|&m| m == played).expect("legal");
        let better = (0..moves.len()).filter(|&at| worth(at) > worth(place));
        let better = better.count();
        for (place, hits) in self.hits.iter_mut().enumerate() {
            *hits += u32::from(better <= place);
        }
        for (temperature, nats) in TEMPERATURES.iter().zip(&mut self.nats) {
            let share = |at: usize| ((worth(at) - worth(place)) / temperature).exp();
            let likely = 1.0 / (0..moves.len()).map(share).sum::<f64>();
            *nats += (SLIPS / moves.len() as f64 + (1.0 - SLIPS) * likely).ln();
        }
    }
}

fn choose(
    player: &mut dyn Player<Yonin>,
    line: &GameLine<Yonin>,
    evaluations: u64,
    seed: u64,
) -> Move {
    let limits = Limits {
        evaluations: Some(evaluations),
        ..Limits::default()
    };
    let mut turn = Turn {
        position: line.position(),
        line,
        seed,
        limits: &limits,
        notes: &[],
        progress: &mut |_| (),
    };
    player.choose(&mut turn).expect("it has a move").m
}

fn main() {
    let given = Given::new();
    let number = |key: &str, default: u64| given.number(key, default);
    let named = |name: &str| {
        let file = library::load(name).expect("a player of the library");
        Yonin::player(&file).expect("it plays Yonin")
    };
    let (mut player, mut ours) = (
        named(given.text("player").expect("player= names one")),
        named("yonin-kaesu"),
    );
    let evaluations = number("evaluations", 1080);
    let mut glances: Vec<_> = given
        .text("weights")
        .expect("weights= names files")
        .split(',')
        .map(Glance::new)
        .collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number("seed", 99));
    let (mut compared, mut again, mut by_chance) = (0, 0, 0.0);
    for game in 0..number("games", 16) {
        let mut line = GameLine::new(Yonin::start(&Rules::default()));
        for _ in 0..4 {
            let moves = line.position().legal();
            let m = moves[random.random_range(0..moves.len())];
            line.play(m).expect("legal");
        }
        while !line.position().is_finished() {
            let position = *line.position();
            let moves = position.legal();
            let m = if moves.len() == 1 {
                moves[0]
            } else if position.turn() == Seat::new(game as usize % 4) {
                choose(&mut *ours, &line, number("ours", 2000), 0)
            } else {
                let mut asked =
                    |luck: u64| choose(&mut *player, &line, evaluations, 2 * game + luck);
                let played = asked(0);
                again += u32::from(asked(1) == played);
                by_chance += 1.0 / moves.len() as f64;
                compared += 1;
                for glance in &mut glances {
                    glance.compare(&position, played);
                }
                played
            };
            line.play(m).expect("legal");
        }
    }
    let percent = |count: f64| 100.0 * count / f64::from(compared);
    println!(
        "{compared} moves; any move {:.1} %, itself with other luck {:.1} %",
        percent(by_chance),
        percent(f64::from(again))
    );
    println!(
        "in percent the best, of the best two, of three; nats a move at the temperature that suits best:"
    );
    for Glance {
        name, hits, nats, ..
    } in &glances
    {
        let [one, two, three] = hits.map(|count| percent(f64::from(count)));
        let fits = TEMPERATURES.iter().zip(nats);
        let best = fits.max_by(|one, other| one.1.total_cmp(other.1));
        let (temperature, nats) = best.expect("there are temperatures");
        let nats = nats / f64::from(compared);
        println!("{name}: {one:.1} {two:.1} {three:.1}; {nats:.3} at {temperature}");
    }
}
