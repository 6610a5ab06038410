//! P4's experiment with tiny numbers.

use super::*;
use crate::tests::{options, table};

const TINY: Amount = Amount {
    games: 1,
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
        ("claims", 6),
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
