//! The experiments of P3 with tiny numbers.

use super::*;
use crate::named;
use crate::tests::{options, table};
use report::{Cell, Report};

#[test]
fn every_cell_of_the_trees_has_a_row() {
    let report = trees::run(&options(2, 1)).unwrap();
    for (name, rows) in [
        ("claims", 10),
        ("by-depth", 5),
        ("by-players", 4),
        ("by-width", 6),
        ("by-sum-and-change", 25),
        ("totals", 10),
    ] {
        assert_eq!(table(&report, name).rows().len(), rows, "{name}");
    }
    assert_eq!(table(&report, "by-depth").columns().len(), 8);
    let again = trees::run(&options(2, 2)).unwrap();
    assert_eq!(report, again, "threads make no difference");
}

/// Returns the number in a row and column of a table.
fn count(report: &Report, name: &str, row: usize, column: usize) -> u64 {
    match table(report, name).rows()[row][column] {
        Cell::Count(count) => count,
        ref other => panic!("{other:?} is no count"),
    }
}

#[test]
fn clear_moves_are_not_missed() {
    let report = clear_move::run(&options(40, 2)).unwrap();
    for row in 0..3 {
        assert_eq!(count(&report, "misses", row, 2), 0);
    }
    let advantages = table(&report, "by-advantage").rows();
    assert_eq!(advantages.len(), 6);
    for row in advantages {
        let Cell::Estimate(ours) = row[3] else {
            panic!("a share with its interval")
        };
        assert!(ours.value.abs() < 1e-12, "sound pruning finds the move");
    }
    // What cannot be caught up is what the full search takes.
    let Cell::Estimate(takes) = advantages[5][1] else {
        panic!("a share with its interval")
    };
    assert!((takes.value - 1.0).abs() < 1e-12);
    assert_eq!(report, clear_move::run(&options(40, 1)).unwrap());
}

#[test]
fn games_of_shogi_are_measured_by_phase() {
    let report = shogi::report(&options(1, 1), 24).unwrap();
    for (name, rows) in [
        ("claims", 6),
        ("nodes", 3),
        ("nodes-by-game", 6),
        ("root-value", 3),
        ("moves", 3),
        ("records", 2),
    ] {
        assert_eq!(table(&report, name).rows().len(), rows, "{name}");
    }
    // Sound pruning chooses what the full search chooses, in every position and whole games.
    assert_eq!(count(&report, "moves", 0, 4), 0);
    assert!(count(&report, "moves", 0, 1) >= 24);
    for row in table(&report, "records").rows() {
        assert_eq!(row[4], "yes".into());
    }
    assert_eq!(report, shogi::report(&options(1, 2), 24).unwrap());
}

#[test]
fn games_from_a_file_are_measured_as_they_were_played() {
    use rules::yonin_shogi::{RuleSet, YoninShogi};
    use rules::{Game, line::GameLine};

    let mut line = GameLine::new(YoninShogi::start(&RuleSet::default()));
    for _ in 0..10 {
        let m = line.position().legal()[0];
        line.play(m).unwrap();
    }
    let text = line.moves_text();
    let given = crate::GivenGames {
        file: "book.txt",
        text: &text,
    };
    let options = crate::PaperOptions {
        games: None,
        given: Some(given),
        ..options(1, 2)
    };
    let report = shogi::report(&options, 24).unwrap();
    assert_eq!(table(&report, "nodes-by-game").rows().len(), 5);
    assert_eq!(
        table(&report, "nodes-by-game").rows()[4][1],
        10_usize.into()
    );
    assert!(count(&report, "moves", 0, 1) > 0);
    let again = named("p3-shogi")
        .unwrap()
        .report(&options)
        .unwrap()
        .to_string();
    assert!(
        again.contains("kaesu paper p3-shogi --games book.txt"),
        "{again}"
    );
}
