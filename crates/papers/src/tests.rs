//! What all experiments of the papers have in common.

use super::*;
use report::{Part, Table};

pub(super) fn options(games: u32, threads: usize) -> PaperOptions<'static> {
    PaperOptions {
        games: Some(games),
        given: None,
        quick: true,
        threads,
        seed: 1,
        looks: Looks::Once,
        look: Look::default(),
        progress: &|_| (),
    }
}

#[test]
fn names_are_different_and_say_their_paper() {
    let names: Vec<&str> = all().iter().map(|paper| paper.name).collect();
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].contains(name), "{name} is there twice");
        let (paper, experiment) = name.split_once('-').expect("a paper and an experiment");
        assert!(["p0", "p1", "p2", "p3", "p4"].contains(&paper), "{name}");
        assert!(!experiment.is_empty());
    }
}

#[test]
fn asked_games_win_then_quick_then_full() {
    let mut options = options(7, 1);
    assert_eq!(options.games(100, 10), 7);
    options.games = None;
    assert_eq!(options.games(100, 10), 10);
    options.quick = false;
    assert_eq!(options.games(100, 10), 100);
}

#[test]
fn results_come_in_order_from_any_number_of_threads() {
    for threads in [1, 2, 5] {
        let squares = options(1, threads).each(1000, |number| number * number);
        assert!(squares.into_iter().eq((0..1000).map(|n| n * n)));
    }
}

#[test]
fn parts_have_seeds_of_their_own() {
    let options = options(1, 1);
    assert_ne!(options.seed_of("a"), options.seed_of("b"));
    assert_eq!(options.seed_of("a"), options.seed_of("a"));
}

#[test]
fn a_report_has_verdicts_and_says_how_to_get_it_again() {
    let claim = |claim, holds| Claim::new(claim, holds, "because");
    let paper = Paper {
        name: "p9-test",
        about: "",
        run: |_| {
            Ok(Report {
                title: "T".to_owned(),
                sections: vec![claims(&[])],
            })
        },
    };
    let report = paper.report(&options(3, 2)).unwrap().to_string();
    assert!(report.contains("kaesu paper p9-test --games 3 --quick --seed 1"));
    let section = claims(&[claim("one", Holds::Yes), claim("two", Holds::CannotBeTold)]);
    let text = Report {
        title: String::new(),
        sections: vec![section],
    };
    let text = text.to_string();
    assert!(text.contains("Verdicts on 2 claims: holds 1, does not hold 0, cannot be told"));
    assert!(text.contains("cannot be told with this many games"));
}

/// Returns the table with this name.
pub(super) fn table<'a>(report: &'a Report, name: &str) -> &'a Table {
    let parts = report.sections.iter().flat_map(|section| &section.parts);
    let found = parts.filter_map(Part::as_table).find(|t| t.name == name);
    found.unwrap_or_else(|| panic!("there is no table {name}"))
}

/// What every paper printed in a quick run, piece by piece: headings, sentences and cells.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.trim_matches(['=', ' ']));
    let pieces = lines.flat_map(|line| line.split("  "));
    pieces.map(str::trim).filter(|piece| !piece.is_empty())
}

/// Whether it is a part of a command, of a player file or of a drawn board, which are the same in
/// all languages.
fn is_listing(piece: &str) -> bool {
    piece.starts_with("kaesu paper")
        || piece.split_once(" = ").is_some_and(|(key, _)| is_key(key))
        || piece
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .is_some_and(is_key)
        || piece.starts_with("X black")
        || (piece.starts_with("move ") && piece.contains("ing: "))
}

/// Whether it is a key of a player file.
fn is_key(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_lowercase() || b"-.[]".contains(&byte))
}

/// Names that stay as they are, those of the questions of P2's study among them.
const NAMES: [&str; 8] = [
    "random",
    "kaesu",
    "trees",
    "search",
    "strength",
    "fun",
    "move",
    "surprising",
];

#[test]
fn all_that_the_papers_print_is_said_in_japanese() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../kaesu/tests/earlier/papers");
    let catalogue = japanese();
    let mut left = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        for piece in pieces(&text).filter(|piece| !is_listing(piece)) {
            let said = catalogue.say(piece);
            let words = report::english_words(&said);
            if words.iter().any(|word| !NAMES.contains(word)) {
                left.push(format!("{}: {piece}\n    {said}", file.display()));
            }
        }
    }
    left.sort();
    left.dedup();
    assert!(
        left.is_empty(),
        "{} pieces:\n{}",
        left.len(),
        left.join("\n")
    );
}
