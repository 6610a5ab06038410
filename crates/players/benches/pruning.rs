//! What the prunings of maxⁿ save in real games:
//! `cargo bench -p kaesu-players --bench pruning -- [DEPTH] [POSITIONS]`.
//!
//! Every method searches the same positions of seeded games at the same depth, one after the other in one run,
//! and the table tells nodes, evaluations and time, how much of the full search that is, and how
//! often the move and the values are those of the full search.

mod clock;

use std::time::Duration;

use kaesu_players::evaluation::EvaluationSpec;
use kaesu_players::evaluation::pieces::Pieces;
use kaesu_players::{Playable, Playing, library};
use rules::hash::mix;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Seat};
use search::maxn::{Options, Pruning};
use search::{Evaluation, Limits, MaxN, Report, Search};

use self::clock::Clock;

/// Whether two reports agree in something.
type Same<G> = fn(&Report<<G as Game>::Move>, &Report<<G as Game>::Move>) -> bool;

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok());
    let depth: u32 = numbers.next().unwrap_or(4);
    let count: u32 = numbers.next().unwrap_or(12);
    let file = library::load("p3-full").expect("it comes along");
    let Some(EvaluationSpec::Pieces(spec)) = &file.evaluation else {
        panic!("P3 values pieces")
    };
    let pieces = Pieces::new(spec).expect("the file is right");
    let start = YoninShogi::start(&RuleSet::Iemoto);
    let positions = positions(&start, "p3-sound", &[12, 20, 30, 40], count as usize);
    table("Yonin-shogi, P3's evaluation", &positions, &pieces, depth);
}

/// Positions of games between four of this player after four random plies, each at one of these
/// plies if the game lasts so long.
fn positions<G: Playable>(start: &G, player: &str, plies: &[usize], count: usize) -> Vec<G> {
    let seats = start.facts().seats;
    let make = |name| {
        let file = library::load(name).expect("it comes along");
        G::player(&file).expect("it plays this game")
    };
    let mut positions = Vec::new();
    for game in 0.. {
        let mut random = make("random");
        let mut players: Vec<_> = Seat::all(seats).map(|_| make(player)).collect();
        let mut playing = Playing::new(start.clone(), mix(game));
        while !playing.position().is_finished() {
            if plies.contains(&playing.ply()) {
                positions.push(playing.position().clone());
                if positions.len() == count {
                    return positions;
                }
            }
            let by_chance = playing.ply() < seats;
            let player = &mut players[playing.position().turn().index()];
            let player = if by_chance { &mut random } else { player };
            let choice = playing.ask(&mut **player, &Limits::default(), &mut |_| ());
            let choice = choice.expect("players of ours have a move");
            playing.play(&choice);
        }
    }
    unreachable!("games do not run out")
}

/// The methods that are compared, the full search first.
fn methods() -> Vec<(&'static str, Options)> {
    let with = |pruning, bounds, ordering| Options {
        pruning,
        bounds,
        ordering,
        ..Options::full()
    };
    let memo = |options| Options {
        memo: Some(16),
        iterate: true,
        ..options
    };
    vec![
        ("none", Options::full()),
        ("shallow", with(Pruning::Shallow, false, false)),
        ("shallow, ordering", with(Pruning::Shallow, false, true)),
        ("cut array (errs)", with(Pruning::CutArray, false, false)),
        (
            "cut array (errs), ordering",
            with(Pruning::CutArray, false, true),
        ),
        ("sdp", with(Pruning::Sdp, false, false)),
        ("sdp, ordering", with(Pruning::Sdp, false, true)),
        ("sdp, bounds", with(Pruning::Sdp, true, false)),
        ("sdp, bounds, ordering", with(Pruning::Sdp, true, true)),
        (
            "sdp, bounds, ordering, memo, iterations",
            memo(with(Pruning::Sdp, true, true)),
        ),
    ]
}

fn table<G: Game, E: Evaluation<G>>(game: &str, positions: &[G], evaluation: &E, depth: u32) {
    println!("{game}, depth {depth}, {} positions\n", positions.len());
    println!("| method | nodes | % | evaluations | seconds | % | same values | same move |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut full: Option<(Vec<Report<G::Move>>, Duration)> = None;
    for (name, options) in methods() {
        let limits = Limits::depth(depth);
        let clock = Clock::now();
        let reports: Vec<_> = positions
            .iter()
            .map(|position| MaxN::new(evaluation, options).search(position, &limits, &mut |_| ()))
            .collect();
        let time = clock.elapsed();
        let (truth, truth_time) = full.get_or_insert_with(|| (reports.clone(), time));
        let nodes = |reports: &[Report<G::Move>]| reports.iter().map(|r| r.nodes).sum::<u64>();
        let equal = |same: Same<G>| {
            let pairs = reports.iter().zip(truth.iter());
            pairs.filter(|(found, truth)| same(found, truth)).count()
        };
        println!(
            "| {name} | {} | {:.1} | {} | {:.2} | {:.1} | {} | {} |",
            nodes(&reports),
            100.0 * nodes(&reports) as f64 / nodes(truth) as f64,
            reports.iter().map(|r| r.evaluations).sum::<u64>(),
            time.as_secs_f64(),
            100.0 * time.as_secs_f64() / truth_time.as_secs_f64(),
            equal(|found, truth| found.values == truth.values),
            equal(|found, truth| found.best() == truth.best()),
        );
    }
}
