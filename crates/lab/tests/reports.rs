//! Reports of real runs, one of every kind: the figures are those of the run, every table and plot
//! is there, and the same run gives the same bytes.

#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use kaesu_lab::report::{compare, of_run};
use kaesu_lab::run::{Options, Program, measure_into, play_into};
use kaesu_lab::{Experiment, Kind, Run};
use report::{Language, Report};

fn run(folder: &Path, text: &str) -> Run {
    run_by(folder, text, "0.0.1")
}

fn run_by(folder: &Path, text: &str, version: &str) -> Run {
    let experiment = Experiment::parse("test", text, Path::new("")).unwrap();
    let mut options = Options {
        threads: 2,
        program: Program {
            version: version.to_owned(),
            commit: Some("c0ffee".to_owned()),
        },
        stop: &AtomicBool::new(false),
        progress: &mut |_| (),
    };
    if matches!(experiment.kind, Kind::Measurement(_)) {
        measure_into(&experiment, folder, &mut options).unwrap();
    } else {
        play_into(&experiment, folder, &mut options).unwrap();
    }
    Run::open(folder).unwrap()
}

/// Carries out an experiment and reports it twice.
fn reported(text: &str) -> (Report, BTreeMap<String, String>) {
    let folder = tempfile::tempdir().unwrap();
    let run = run(&folder.path().join("run"), text);
    let report = of_run(&run, Language::English).unwrap();
    let files = report.files(Language::English);
    assert_eq!(
        of_run(&run, Language::English)
            .unwrap()
            .files(Language::English),
        files,
        "the same bytes"
    );
    (report, files)
}

fn has(files: &BTreeMap<String, String>, names: &[&str]) {
    for name in names {
        let known: Vec<&String> = files.keys().collect();
        assert!(files.contains_key(*name), "{name} in {known:?}");
    }
}

const MATCH: &str = r#"
about = "Is the first level better than chance?"
game = "othello"
kind = "match"
games = 40
[openings.random]
plies = 6
[[player]]
player = "p4-level-1"
[[player]]
name = "<b>chance</b>"
player = "random"
"#;

#[test]
fn a_match() {
    let (report, files) = reported(MATCH);
    assert_eq!(report.title, "Is the first level better than chance?");
    has(
        &files,
        &[
            "plots/score.svg",
            "tables/pairs.csv",
            "tables/by-side.md",
            "report.md",
        ],
    );
    let result: Vec<&str> = files["tables/result.csv"].lines().collect();
    assert!(result[1].starts_with("P4 strength 1,40,"), "{result:?}");
    let fields: Vec<&str> = result[1].split(',').collect();
    let points = |i: usize| fields[i].parse::<f64>().unwrap();
    let score = (points(2) + points(3) / 2.0) / 40.0;
    assert_eq!(score, points(5), "won and drawn games make the score");
    let pairs = files["tables/pairs.csv"].lines().skip(1);
    let pairs: u64 = pairs
        .map(|l| l.split(',').nth(1).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(pairs, 20);
    let page = &files["index.html"];
    assert!(!page.contains("<b>") && page.contains("&lt;b&gt;chance"));
    for told in [
        "c0ffee",
        "0.0.1",
        "seed",
        "How to reproduce this",
        "kind = &quot;match&quot;",
    ] {
        assert!(page.contains(told), "{told}");
    }
}

#[test]
fn a_match_that_stops_by_itself() {
    let stop = "[stop]\nelo = [0, 100]\nalpha = 0.05\nbeta = 0.05\n";
    let text = MATCH.replace("[openings.random]", &format!("{stop}[openings.random]"));
    let (_, files) = reported(&text.replace("games = 40", "games = 400"));
    has(&files, &["plots/sprt.svg", "tables/sprt.csv"]);
    let plot = &files["plots/sprt.svg"];
    assert!(plot.contains("second hypothesis") && plot.contains("LLR"));
    let last = files["tables/sprt.csv"].lines().last().unwrap().to_owned();
    let llr: f64 = last.split(',').nth(1).unwrap().parse().unwrap();
    assert!(llr >= (0.95f64 / 0.05).ln(), "{llr}");
}

#[test]
fn a_round_robin_for_two() {
    let (_, files) = reported(
        r#"
game = "reversi-6x6"
kind = "round-robin"
games = 20
[openings.random]
plies = 4
[[player]]
name = "one"
player = "random"
[[player]]
name = "two"
player = "random"
[[player]]
player = "reversi-any"
limits.depth = 1
"#,
    );
    has(
        &files,
        &[
            "plots/cross-table.svg",
            "plots/ratings.svg",
            "tables/ratings.csv",
        ],
    );
    let table = &files["tables/ratings.csv"];
    assert!(
        table
            .lines()
            .nth(1)
            .unwrap()
            .starts_with("Reversi on any board,40,"),
        "{table}"
    );
    // Three pairs of players, ten pairs of games each.
    assert_eq!(files["tables/cross-table.csv"].matches(",10,").count(), 3);
    let whiskers = files["plots/ratings.svg"].matches("s-text").count();
    assert!(whiskers >= 3 * 3, "{whiskers}");
}

#[test]
fn a_tournament_for_four() {
    let (_, files) = reported(
        r#"
game = "yonin"
kind = "tournament"
games = 24
[openings.random]
plies = 4
[[player]]
player = "p0-normal-as-printed"
[[player]]
name = "a"
player = "random"
[[player]]
name = "b"
player = "random"
[[player]]
name = "c"
player = "random"
[[player]]
name = "d"
player = "random"
[limits]
depth = 1
"#,
    );
    has(
        &files,
        &[
            "plots/mean-ranks.svg",
            "plots/places.svg",
            "plots/ratings.svg",
            "plots/cross-table.svg",
            "plots/seats.svg",
            "plots/opposite.svg",
            "tables/players.csv",
            "tables/players-by-seat.csv",
            "tables/differences.csv",
        ],
    );
    // Five tables of four with 24 games each: everybody sits in four of them.
    let players = &files["tables/players.csv"];
    assert_eq!(
        players.lines().filter(|line| line.contains(",96,")).count(),
        5,
        "{players}"
    );
    let seats: Vec<f64> = files["tables/seats.csv"]
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(2).unwrap().parse().unwrap())
        .collect();
    assert!(
        (seats.iter().sum::<f64>() - 10.0).abs() < 1e-9,
        "mean ranks of seats: {seats:?}"
    );
}

#[test]
fn two_players_on_four_seats() {
    let (_, files) = reported(
        r#"
game = "yonin"
kind = "match"
seating = "mixed"
games = 28
[openings.random]
plies = 4
[[player]]
name = "a"
player = "random"
[[player]]
name = "b"
player = "random"
"#,
    );
    has(
        &files,
        &[
            "tables/result.csv",
            "plots/places.svg",
            "tables/opposite.csv",
        ],
    );
}

#[test]
fn a_sweep() {
    let (_, files) = reported(
        r#"
game = "othello"
kind = "sweep"
games = 10
[openings.random]
plies = 8
[sweep]
player = "p1-bp-kn"
key = "evaluation.features.kn.when"
values = ["[+](1-10)", "[-](1-10)"]
opponent = "p1-bp"
[[player]]
player = "p1-bp-kn"
[[player]]
player = "p1-bp"
[limits]
depth = 1
"#,
    );
    has(&files, &["plots/sweep.svg"]);
    let table = &files["tables/sweep.md"];
    assert!(
        table.contains("P1's rule") && table.contains("games needed"),
        "{table}"
    );
    assert!(table.contains("\\[+\\](1-10)"), "{table}");
}

#[test]
fn a_measurement() {
    let (_, files) = reported(
        r#"
game = "tree:players=3,width=3,depth=8"
kind = "measurement"
games = 12
[measure]
depths = [2, 3, 4, 5]
reference = "full"
[[player]]
name = "cut"
text = """
about = "a search"
[search.maxn]
pruning = "cut-array"
ordering = false
"""
[[player]]
name = "full"
text = """
about = "a search"
[search.maxn]
pruning = "none"
ordering = false
"""
"#,
    );
    has(
        &files,
        &["plots/nodes.svg", "plots/success.svg", "tables/bases.csv"],
    );
    assert_eq!(files["tables/effort.csv"].lines().count(), 1 + 2 * 4);
    let bases = &files["tables/bases.csv"];
    // Full search of trees of width 3 visits 3 + 9 + … nodes: the base is above 3, at most 4.
    let full = bases
        .lines()
        .find(|line| line.starts_with("full,"))
        .unwrap();
    let base: f64 = full.split(',').nth(1).unwrap().parse().unwrap();
    assert!((3.0..4.0).contains(&base), "{bases}");
}

#[test]
fn what_players_did_on_purpose() {
    let (_, files) = reported(
        r#"
game = "othello"
kind = "match"
games = 4
keep = ["values", "nodes", "times"]
[openings.random]
plies = 4
[[player]]
player = "p2-entertaining"
limits.depth = 1
[[player]]
player = "random"
"#,
    );
    has(
        &files,
        &[
            "plots/evaluation.svg",
            "tables/on-purpose.csv",
            "tables/moves.csv",
        ],
    );
    let plot = &files["plots/evaluation.svg"];
    assert!(plot.contains("surprise"), "{plot}");
}

#[test]
fn before_and_after() {
    let folder = tempfile::tempdir().unwrap();
    let before = run(&folder.path().join("before"), MATCH);
    let again = run_by(&folder.path().join("again"), MATCH, "0.0.2");
    let report = compare(&before, &again, Language::English)
        .unwrap()
        .to_string();
    assert!(
        report.contains("differ only in versions: version of kaesu"),
        "{report}"
    );
    assert!(report.contains("No difference can be told"), "{report}");
    assert!(
        report.contains("+0.0") || report.contains(" 0.0 ["),
        "{report}"
    );

    let other = MATCH.replace("games = 40", "games = 60\nseed = 7");
    let other = other.replace("\"p4-level-1\"", "\"random\"\nname = \"p4-level-1\"");
    let after = run(&folder.path().join("after"), &other);
    let report = compare(&before, &after, Language::English)
        .unwrap()
        .to_string();
    assert!(
        report.contains("in more than the players' version: seed, games"),
        "{report}"
    );
    assert!(report.contains("player p4-level-1"), "{report}");
    assert!(
        report.contains("1 of 1 differences can be told"),
        "{report}"
    );
}
