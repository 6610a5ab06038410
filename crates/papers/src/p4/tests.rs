//! P4's experiment with tiny numbers.

use super::*;
use crate::tests::{options, table};

const TINY: Amount = Amount {
    games: 3,
    budget: 3000,
    positions: 3,
    depth: 4,
    plain: 3,
    timed: 1,
    seconds: 0.01,
};

/// Returns all but the last section, which is by the clock.
fn without_times(mut report: Report) -> Report {
    let last = report.sections.pop().unwrap();
    assert_eq!(last.heading, "By the clock");
    report
}

#[test]
fn every_part_has_its_table() {
    let report = report(&options(1, 1), &TINY).unwrap();
    for (name, rows) in [
        ("claims", 7),
        ("bases", 2),
        ("nodes", 4),
        ("times-as-deep", 1),
        ("speed", 4),
    ] {
        assert_eq!(table(&report, name).rows().len(), rows, "{name}");
    }
    // So few nodes may fit no base, but depths are always compared.
    assert!(!table(&report, "nodes-as-printed").rows().is_empty());
    assert!(!table(&report, "finished").rows().is_empty());
}

#[test]
fn only_the_clock_makes_a_difference() {
    let one = without_times(report(&options(1, 1), &TINY).unwrap());
    let two = without_times(report(&options(1, 2), &TINY).unwrap());
    assert_eq!(one, two);
}

#[test]
fn the_printed_nodes_at_depth_10_follow_from_the_bases() {
    for (base, millions) in PRINTED {
        assert!((base.powi(10) / 1e6 - millions).abs() < 0.005);
    }
}

#[test]
fn games_are_drawn_again_and_not_moves() {
    // Two games of a kind each: moves drawn again would promise far too much.
    let self_play = SelfPlay::of(&[(5, 1000), (5, 1000), (5, 4000), (5, 4000)], 200);
    let base = self_play.base(0).unwrap();
    let (low, high) = (1000_f64.powf(0.2), 4000_f64.powf(0.2));
    assert!((base.interval.low - low).abs() < 1e-9, "{base:?}");
    assert!((base.interval.high - high).abs() < 1e-9, "{base:?}");
    let share = self_play.share_by_fits(10).unwrap();
    assert!((share.value - 1.0).abs() < 1e-12);
    assert!(SelfPlay::of(&[(5, 1000); 2], 200).base(0).is_none());
}
