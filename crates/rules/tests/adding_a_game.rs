//! `docs/adding-a-game.md` is followed for a game that no list knows, up to the point where it gets
//! a name; and the places that the document names are there.

// The name it has everywhere else: the tests of other crates use the same game.
extern crate kaesu_rules as rules;

mod common;
mod tic_tac_toe;

use std::path::Path;

use common::{campaign, chooser};
use kaesu_rules::line::{Exit, GameLine};
use kaesu_rules::options::{self, OptionError};
use kaesu_rules::{Game, Notation, Seat, conformance};
use tic_tac_toe::{Rules, TicTacToe};

#[test]
fn it_passes_the_conformance_kit_under_every_rule_set() {
    for row in [3, 4] {
        let seeds = 0..40 * campaign();
        conformance::check::<TicTacToe, _>("tic-tac-toe", &Rules { row }, seeds, chooser);
    }
}

#[test]
fn its_options_are_read_written_and_explained() {
    assert_eq!(options::read("tic-tac-toe", ""), Ok(Rules { row: 3 }));
    let four: Rules = options::read("tic-tac-toe", "row=4").expect("an option");
    assert_eq!(options::write(&four), "row=4");
    assert_eq!(options::write(&Rules::default()), "");
    let wrong = |text| options::read::<Rules>("tic-tac-toe", text).expect_err("wrong");
    assert_eq!(
        wrong("row=5").to_string(),
        "tic-tac-toe cannot have row=5; row is a whole number from 3 to 4"
    );
    assert_eq!(
        wrong("seats=3").to_string(),
        "tic-tac-toe has no option \"seats\"; it has row=3"
    );
    assert_eq!(wrong("row"), OptionError::Malformed("row".to_owned()));
    assert_eq!(wrong("row=3,row=4"), OptionError::Twice("row".to_owned()));
}

#[test]
fn its_games_are_kept_on_a_line() {
    let mut line = GameLine::new(TicTacToe::start(&Rules::default()));
    line.play_transcript("a1 d4 d1 b2 a4 a3").expect("legal");
    assert!(line.put_out(Seat::new(2), Exit::Resigned));
    line.play_text("c1").expect("seat 1 is next");
    line.play_text("b3").expect("seat 2, for seat 3 is out");
    assert_eq!(line.position().turn(), Seat::new(0));
    let position = line.position();
    let read = TicTacToe::parse_position(&position.rules(), &position.position_text());
    assert_eq!(read.as_ref(), Ok(position));
    line.undo(6);
    assert_eq!(line.moves_text(), "a1 d4 d1 b2 a4 a3");
}

/// Every file and folder that the document names; a name in capitals stands for a new game's.
#[test]
fn the_places_that_the_document_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/adding-a-game.md")).expect("the document");
    let starts = ["crates/", "web/", "docs/", "problems/", "fuzz/", "tests/"];
    let named: Vec<&str> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| starts.iter().any(|start| word.starts_with(start)))
        .collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        let path = match name.strip_prefix("tests/") {
            Some(test) => root.join("crates/rules/tests").join(test),
            None => root.join(name),
        };
        // The folder of a new game's file.
        let path = match path.to_string_lossy().split_once("NAME") {
            Some((before, _)) => Path::new(before).to_path_buf(),
            None => path,
        };
        assert!(path.exists(), "docs/adding-a-game.md speaks of {name}");
    }
}
