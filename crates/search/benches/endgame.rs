//! How many empty squares of Yonin maxⁿ plays out exactly:
//! `cargo bench -p kaesu-search --bench endgame -- [SECONDS] [POSITIONS]`.
//!
//! Positions come from seeded random games. A search that does not come to the end in the time
//! counts as unsolved, and its nodes and time as if they were more than all others.

#[path = "../tests/real_evaluations/mod.rs"]
#[expect(dead_code, reason = "other benches use the rest")]
mod real_evaluations;

use std::time::Duration;

use kaesu_search::maxn::{MaxN, Options};
use kaesu_search::{Evaluation, Limits, RankUtility, Search};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use real_evaluations::Territories;
use rules::reversi::Bits;
use rules::yonin::Yonin;
use rules::{Game, PerSeat};

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok());
    let seconds: f64 = numbers.next().unwrap_or(1.0);
    let count = numbers.next().map_or(20, |count: f64| count as u64);
    let time = Duration::from_secs_f64(seconds);
    println!("| utility | empty squares | solved in {seconds} s | nodes, median | time, median |");
    println!("|---|---|---|---|---|");
    let ranks = RankUtility::new(PerSeat::from([6, 3, 1, 0]));
    for empties in 8..=16 {
        let roots: Vec<_> = (0..count).map(|seed| ending(empties, seed)).collect();
        solve("ranks", empties, &roots, &ranks, time);
        solve("shares", empties, &roots, &Territories, time);
    }
}

/// The first position of a random game with so many empty squares that is not over.
fn ending(empties: u32, seed: u64) -> Yonin {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut position = Yonin::start(&Default::default());
        while position.empties().len() > empties && !position.is_finished() {
            let moves = position.legal();
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        if !position.is_finished() {
            return position;
        }
    }
}

fn solve<E: Evaluation<Yonin>>(
    name: &str,
    empties: u32,
    roots: &[Yonin],
    evaluation: &E,
    time: Duration,
) {
    let mut search = MaxN::new(evaluation, Options::solve());
    let mut solved = Vec::new();
    for root in roots {
        let report = search.search(root, &Limits::time(time), &mut |_| ());
        if report.exact {
            solved.push((report.nodes, report.time));
        }
    }
    solved.sort_unstable();
    let median = solved.get(roots.len() / 2).map_or_else(
        || "more | more".to_owned(),
        |(nodes, time)| format!("{nodes} | {:.1} ms", time.as_secs_f64() * 1e3),
    );
    println!(
        "| {name} | {empties} | {} of {} | {median} |",
        solved.len(),
        roots.len()
    );
}
