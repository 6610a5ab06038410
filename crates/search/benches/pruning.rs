//! What pruning is worth on real games: `cargo bench -p kaesu-search --bench pruning`.
//!
//! All methods take turns, so that a noisy machine is noisy for all; times are medians of five
//! rounds, as a table for docs/decisions. All methods but the cut array have to find the same.

#[path = "../tests/real_evaluations/mod.rs"]
mod real_evaluations;

use std::time::Duration;

use kaesu_search::maxn::{MaxN, Options, Pruning};
use kaesu_search::{Evaluation, Limits, RankUtility, Search};
use real_evaluations::{Pieces, Territories, midgame};
use rules::{Game, PerSeat};

const ROUNDS: usize = 5;

fn main() {
    println!("| game | method | nodes, % | evaluations, % | time, % |");
    println!("|---|---|---|---|---|");
    let yonin: Vec<_> = (0..6)
        .map(|n| midgame(&Default::default(), 24, n))
        .collect();
    let ranks = RankUtility::new(PerSeat::from([6, 3, 1, 0]));
    compare("Yonin, shares, depth 6", &yonin, &Territories, 6);
    compare("Yonin, ranks, depth 6", &yonin, &ranks, 6);
    let shogi: Vec<_> = (0..3)
        .map(|n| midgame(&Default::default(), 30, n))
        .collect();
    compare("Yonin-shogi, depth 4", &shogi, &Pieces, 4);
}

fn methods() -> Vec<(&'static str, Options)> {
    let full = Options::full();
    let shallow = Options {
        pruning: Pruning::Shallow,
        bounds: true,
        ordering: true,
        ..full
    };
    let sdp = Options {
        pruning: Pruning::Sdp,
        ..full
    };
    let ordered = Options {
        ordering: true,
        ..sdp
    };
    let bounded = Options {
        bounds: true,
        ..ordered
    };
    let memo = Options {
        memo: Some(16),
        ..bounded
    };
    let cut = Options {
        pruning: Pruning::CutArray,
        ordering: true,
        ..full
    };
    vec![
        ("full search", full),
        ("shallow + bounds + ordering", shallow),
        ("sdp", sdp),
        ("sdp + ordering", ordered),
        ("sdp + bounds + ordering", bounded),
        ("sdp + bounds + ordering + memo", memo),
        ("the same, iterated", Options::fast()),
        ("cut array + ordering (unsound)", cut),
    ]
}

fn compare<G: Game, E: Evaluation<G>>(name: &str, roots: &[G], evaluation: &E, depth: u32) {
    let methods = methods();
    let mut rows = vec![(0, 0, Vec::new()); methods.len()];
    let mut found = vec![Vec::new(); methods.len()];
    for _ in 0..ROUNDS {
        for (method, (_, options)) in methods.iter().enumerate() {
            let mut search = MaxN::new(evaluation, *options);
            let (nodes, evaluations, times) = &mut rows[method];
            (*nodes, *evaluations) = (0, 0);
            let mut time = Duration::ZERO;
            found[method].clear();
            for root in roots {
                let report = search.search(root, &Limits::depth(depth), &mut |_| ());
                *nodes += report.nodes;
                *evaluations += report.evaluations;
                time += report.time;
                found[method].push((report.values, report.best()));
            }
            times.push(time);
        }
    }
    let full = (rows[0].0, rows[0].1, median(&mut rows[0].2));
    for (method, (label, options)) in methods.iter().enumerate() {
        assert!(
            options.pruning == Pruning::CutArray || found[method] == found[0],
            "{label} finds something else"
        );
        let (nodes, evaluations, times) = &mut rows[method];
        let percent = |part: f64, whole: f64| 100.0 * part / whole;
        println!(
            "| {name} | {label} | {:.1} | {:.1} | {:.1} |",
            percent(*nodes as f64, full.0 as f64),
            percent(*evaluations as f64, full.1 as f64),
            percent(median(times).as_secs_f64(), full.2.as_secs_f64()),
        );
    }
    println!(
        "| {name} | full search | {} nodes | {} evaluations | {:.0} ms |",
        full.0,
        full.1,
        full.2.as_secs_f64() * 1e3
    );
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
