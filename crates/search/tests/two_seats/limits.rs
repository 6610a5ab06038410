//! Limits are honoured, exactly or within milliseconds, and what is reported then is sound.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kaesu_search::{Limits, Report, SearchAll};
use rules::Game;
use rules::reversi::Othello;

use crate::positions;
use crate::scores::Mixed;
use crate::searches::{Any, all, minimax};

const SCORE: Mixed = Mixed {
    coarse: 10,
    orders: true,
};

fn every_search() -> Vec<(String, Box<dyn Any<Othello>>)> {
    let mut searches = all(SCORE, None);
    searches.push(("minimax".to_owned(), Box::new(minimax(SCORE, None))));
    searches
}

fn without_time(mut report: Report<rules::reversi::Move>) -> Report<rules::reversi::Move> {
    report.time = Duration::ZERO;
    report
}

#[test]
fn nodes_are_exact_and_everything_is_the_same_again() {
    for root in positions::sample::<Othello>(&(), 10, 51) {
        for limit in [0, 1, 2, 10, 100, 1_000, 10_000] {
            let limits = Limits::nodes(limit);
            for (name, mut search) in every_search() {
                let report = without_time(search.search(&root, &limits, &mut |_| ()));
                if report.stopped {
                    assert_eq!(report.nodes, limit, "{name}");
                    assert!(root.is_legal(report.best().unwrap()));
                } else {
                    assert!(report.exact && report.nodes <= limit, "{name}");
                }
                // The same search once more, and a fresh one.
                let again = search.search(&root, &limits, &mut |_| ());
                assert_eq!(without_time(again), report, "{name}");
            }
        }
    }
}

#[test]
fn evaluations_are_exact() {
    let root = Othello::start(&());
    for limit in [0, 1, 50, 5_000] {
        let limits = Limits {
            evaluations: Some(limit),
            ..Limits::default()
        };
        for (name, mut search) in every_search() {
            let report = search.search(&root, &limits, &mut |_| ());
            assert!(report.stopped && report.evaluations == limit, "{name}");
        }
    }
}

/// A stopped search reports what an iteration proved: the values are those of its move at the
/// depth of the last finished iteration or at the next, and at the next only if the move is at
/// least as good there as what was best before.
#[test]
fn a_stopped_iteration_is_used_only_where_it_is_sound() {
    let (mut earlier, mut later) = (0, 0);
    for root in positions::sample::<Othello>(&(), 30, 52) {
        let mut full = minimax(SCORE, None);
        let values: Vec<Vec<_>> = (1..=5)
            .map(|depth| full.all_moves(&root, &Limits::depth(depth)).values)
            .collect();
        let at = |depth: u32, m| {
            let values = &values[depth as usize - 1];
            values.iter().find(|&&(other, _)| other == m).unwrap().1
        };
        for nodes in (20..2_000).step_by(83) {
            for (name, mut search) in all(SCORE, None) {
                let mut finished = None;
                let mut progress = |report: &Report<_>| finished = Some(report.clone());
                let report = search.search(&root, &Limits::nodes(nodes), &mut progress);
                let Some(last) = finished.filter(|last| report.stopped && last.depth < 5) else {
                    continue;
                };
                let (depth, value) = (last.depth, report.value(root.turn()));
                let (before, now) = (last.best().unwrap(), report.best().unwrap());
                assert_eq!(report.depth, depth);
                if report.line == last.line && report.values == last.values {
                    earlier += 1;
                } else {
                    later += 1;
                    assert_eq!(value, at(depth + 1, now), "{name}");
                    assert!(value >= at(depth + 1, before), "{name}");
                }
            }
        }
    }
    assert!(earlier > 100 && later > 100, "{earlier} and {later}");
}

#[test]
fn every_iteration_is_reported() {
    let root = Othello::start(&());
    for (name, mut search) in all(SCORE, None) {
        let mut reports = Vec::new();
        let mut progress = |report: &Report<_>| reports.push(report.clone());
        let last = search.search(&root, &Limits::depth(5), &mut progress);
        if name.contains("iterate: true") {
            let depths: Vec<_> = reports.iter().map(|report| report.depth).collect();
            assert_eq!(depths, [1, 2, 3, 4, 5], "{name}");
            assert!(reports.is_sorted_by(|a, b| a.nodes < b.nodes));
        } else {
            assert_eq!(reports.len(), 1, "{name}");
        }
        assert_eq!(reports.pop(), Some(last), "{name}");
    }
}

#[test]
fn time_stops_within_milliseconds() {
    // A loaded machine may be late by its own fault, so one try of fifty has to be in time.
    let root = Othello::start(&());
    let due = Duration::from_millis(10);
    for (name, mut search) in every_search() {
        let in_time = (0..50).any(|_| {
            let start = Instant::now();
            let report = search.search(&root, &Limits::time(due), &mut |_| ());
            let time = start.elapsed();
            assert!(report.stopped && time >= due, "{name}");
            time < due + Duration::from_millis(10)
        });
        assert!(in_time, "{name}");
    }
}

#[test]
fn the_flag_stops_within_a_few_nodes() {
    let root = Othello::start(&());
    for (name, mut search) in all(SCORE, None) {
        if name.contains("iterate: false") {
            continue;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        let mut at = 0;
        let report = search.search(&root, &limits, &mut |report| {
            if report.depth == 4 {
                at = report.nodes;
                stop.store(true, Ordering::Relaxed);
            }
        });
        assert!(report.stopped && report.depth == 4, "{name}");
        assert!(report.nodes <= at + 64, "{name}");
    }
    // Set before it starts, it stops everything at once.
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits {
        stop,
        ..Limits::default()
    };
    for (name, mut search) in every_search() {
        let report = search.search(&root, &limits, &mut |_| ());
        assert!(report.stopped && report.nodes == 0, "{name}");
        assert!(root.is_legal(report.best().unwrap()), "{name}");
    }
}
