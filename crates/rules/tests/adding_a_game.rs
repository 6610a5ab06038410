//! `docs/adding-a-game.md` is followed for a game that is not in our list but in one of its own; and
//! the places that the document names are there. `crates/players` and `crates/server` have tests of
//! this name for their steps.

// The name it has everywhere else: the tests of other crates use the same game.
extern crate kaesu_rules as rules;

mod common;
mod slow;
mod tic_tac_toe;
#[path = "tic_tac_toe/slow.rs"]
mod twin;

use std::path::{Path, PathBuf};

use common::{campaign, chooser};
use kaesu_rules::line::{Exit, GameLine};
use kaesu_rules::options::{self, OptionError};
use kaesu_rules::{Game, Notation, Seat, conformance};
use names::{CATALOGUE, GameName};
use slow::{Slow, agree};
use tic_tac_toe::{Rules, TicTacToe};
use twin::SlowTicTacToe;

/// The list, as `crates/rules/src/name.rs` has it.
macro_rules! games {
    ([$($then:tt)*] $($with:tt)*) => {
        $($then)*! {
            [$($with)*]
            TicTacToe: crate::tic_tac_toe::TicTacToe,
                "tic-tac-toe" | "four-in-a-row" = "row=4", "a row of three on 16 squares, for three";
        }
    };
}

/// What the list makes.
mod names {
    games!([kaesu_rules::declare_games]);
}

/// Every rule set, by name.
fn all() -> [GameName; 2] {
    ["tic-tac-toe", "four-in-a-row"].map(|name| name.parse().expect("a game of the list"))
}

#[test]
fn its_line_in_the_list_gives_it_names() {
    let [three, four] = all();
    assert_eq!(three, GameName::TicTacToe(Rules { row: 3 }));
    assert_eq!(four.to_string(), "tic-tac-toe:row=4");
    assert_eq!("four-in-a-row:row=3".parse(), Ok(three.clone()));
    assert_eq!(three.plain_name(), "tic-tac-toe");
    let [entry] = CATALOGUE else {
        panic!("one game is in the list")
    };
    assert_eq!((entry.options)()[0].usage(), "row=3");
    let chess = "chess".parse::<GameName>().expect_err("no game");
    assert_eq!(
        chess.to_string(),
        "there is no game \"chess\"; the games are tic-tac-toe (four-in-a-row is tic-tac-toe:row=4)"
    );
    let start = |name: &GameName| games!([kaesu_rules::choose_game] GameName, name, G, rules => G::start(rules).to_string());
    assert_eq!(start(&four), "----\n----\n----\n----\nin a row: 4");
}

#[test]
fn it_passes_the_conformance_kit_under_every_rule_set() {
    for name in all() {
        let text = name.to_string();
        let seeds = 0..40 * campaign();
        games!([kaesu_rules::choose_game] GameName, &name, G, rules =>
            conformance::check::<G, _>(&text, rules, seeds, chooser));
    }
}

#[test]
fn it_agrees_with_its_slow_twin() {
    let (mut won, mut full, mut resigned) = (0, 0, 0);
    for seed in 0..300 * campaign() {
        let mut choose = chooser(seed);
        let row = 3 + choose(2);
        let (mut fast, mut slow) = (TicTacToe::start(&Rules { row }), SlowTicTacToe::new(row));
        agree(&fast, &slow);
        while !fast.is_finished() {
            if choose(40) == 0 {
                let seat = Seat::new(choose(3));
                fast.resign(seat);
                slow.resign(seat.index());
                resigned += 1;
            } else {
                let legal = fast.legal();
                let m = legal[choose(legal.len())];
                slow.play(&fast.move_text(m));
                fast.play(m).expect("a legal move");
            }
            agree(&fast, &slow);
        }
        match fast.standing().scores.contains(&1) {
            true => won += 1,
            false => full += 1,
        }
    }
    assert!(
        won > 0 && full > 0 && resigned > 0,
        "{won} {full} {resigned}"
    );
}

/// Nobody has a row before the seventh ply: 16 · 15 · 14 · 13 · 12.
#[test]
fn its_perft_table_holds() {
    let start = TicTacToe::start(&Rules::default());
    let table = [(1, 16), (2, 240), (3, 3360), (4, 43_680), (5, 524_160)];
    for (depth, leaves) in table {
        assert_eq!(start.leaves(depth), leaves, "at depth {depth}");
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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the document names between backquotes.
fn named() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs/adding-a-game.md"));
    let text = text.expect("the document");
    let words = text.split('`').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

/// Every file and folder that the document names; a name in capitals stands for a new game's.
#[test]
fn the_places_that_the_document_names_are_there() {
    let starts = ["crates/", "web/", "docs/", "problems/", "fuzz/", "tests/"];
    let mut named = named();
    named.retain(|word| starts.iter().any(|start| word.starts_with(start)));
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        let path = match name.strip_prefix("tests/") {
            Some(test) => root().join("crates/rules/tests").join(test),
            None => root().join(&name),
        };
        // The folder of a new game's file.
        let path = match path.to_string_lossy().split_once("NAME") {
            Some((before, _)) => Path::new(before).to_path_buf(),
            None => path,
        };
        assert!(path.exists(), "docs/adding-a-game.md speaks of {name}");
    }
}

/// The files of a folder, however deep.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .collect()
}

/// Whoever names a game outside the game's own files and outside tests is named by the document.
#[test]
fn the_document_names_every_place_that_names_a_game() {
    let root = root();
    let named = named();
    let crates = std::fs::read_dir(root.join("crates")).expect("the crates");
    let crates = crates.map(|entry| entry.expect("a crate").path().join("src"));
    let mut naming = 0;
    for path in crates
        .chain([root.join("web/src")])
        .flat_map(|folder| files(&folder))
    {
        let place = path.strip_prefix(&root).expect("it is in there");
        let place = place.to_string_lossy();
        let own = place.contains("yonin_shogi");
        let test = ["/tests.rs", ".test.ts", "/properties.rs"];
        if own || test.iter().any(|end| place.ends_with(end)) {
            continue;
        }
        // Pictures and sounds are no text.
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        if ["\"yonin-shogi\"", "'yonin-shogi'"]
            .iter()
            .any(|name| code.contains(name))
        {
            naming += 1;
            let known = named.iter().any(|known| *known == place);
            assert!(
                known,
                "{place} names games, and docs/adding-a-game.md does not say so"
            );
        }
    }
    assert!(naming > 10, "only {naming} places name games");
}
