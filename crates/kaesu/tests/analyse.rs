//! `kaesu analyse` and `kaesu book` from the outside.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn kaesu(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kaesu"))
        .args(arguments)
        .output()
        .expect("it runs")
}

fn good(arguments: &[&str]) -> String {
    let done = kaesu(arguments);
    let complaints = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{complaints}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn refused(arguments: &[&str]) -> String {
    let done = kaesu(arguments);
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

/// Fourteen empty squares, worth 18 to black, and a game that goes on badly.
const GAME: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\nb1";

#[test]
fn losses_are_exact_where_the_game_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, svg) = (
        folder.path().join("game.txt"),
        folder.path().join("game.svg"),
    );
    std::fs::write(&file, GAME).expect("a file");
    let (file, svg) = (
        file.to_str().expect("a path"),
        svg.to_str().expect("a path"),
    );
    let said = good(&["analyse", file, "--level", "7", "--json", "--svg", svg]);
    let found: Value = serde_json::from_str(&said).expect("JSON");
    let only = &found["moves"][0];
    assert_eq!(only["exact"], true, "{found}");
    assert_eq!(found["black"][0], 18);
    let value = only["value"].as_i64().expect("a number");
    let loss = only["loss"].as_i64().expect("a number");
    assert_eq!(value + loss, 18);
    assert_eq!(found["black"][1], value);
    assert_eq!(found["lost"][0], loss);
    let drawn = std::fs::read_to_string(svg).expect("the curve");
    assert!(
        drawn.starts_with("<svg") && drawn.contains("discs"),
        "{drawn}"
    );
    let text = good(&["analyse", file, "--level", "7"]);
    assert!(
        text.contains("exact") && text.contains("lost: black"),
        "{text}"
    );
}

#[test]
fn an_opening_says_how_far_it_was_looked_at() {
    // Two moves of the book, which looked further than was asked for, and two beside it.
    let text = good(&["analyse", "f5f4e3f6", "--level", "3"]);
    assert_eq!(text.matches("depth 3\n").count(), 2, "{text}");
    assert_eq!(text.matches("depth ").count(), 4, "{text}");
    assert!(!text.contains("exact"), "{text}");
}

#[test]
fn what_is_no_game_is_refused() {
    let said = refused(&["analyse", "no-such-file"]);
    assert!(said.contains("neither a file nor a transcript"), "{said}");
    assert!(refused(&["analyse", "f5f5"]).contains("not legal"));
    refused(&["analyse", ""]);
    refused(&["analyse", "f5", "--level", "21"]);
    refused(&["analyse", "f5", "--level", "3", "--time", "1"]);
}

#[test]
fn a_book_grows_goes_on_and_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book.zst");
    let book = file.to_str().expect("a path");
    let grow = |positions: &str| {
        good(&[
            "book",
            "grow",
            book,
            "--depth",
            "2",
            "--positions",
            positions,
        ])
    };
    let first = grow("20");
    let second = grow("40");
    let count = |said: &str| -> u32 {
        let number = said.split([' ', ',']).nth(1).expect("a number");
        number.parse().expect("a number")
    };
    assert!(
        count(&first) >= 20 && count(&second) >= 40,
        "{first}{second}"
    );
    let shown = good(&["book", "show", book]);
    assert!(shown.contains("f5 "), "{shown}");
    assert_eq!(shown.lines().count(), 6, "{shown}");
    let checked = good(&["book", "check", book, "--positions", "3", "--deeper", "1"]);
    assert!(checked.contains("checked 3"), "{checked}");

    let bytes = std::fs::read(Path::new(book)).expect("a book");
    std::fs::write(Path::new(book), &bytes[..bytes.len() / 2]).expect("a file");
    assert!(refused(&["book", "show", book]).contains("cannot be unpacked"));
    let other = zstd::encode_all(&b"kaesu-bk\x02\0\0\0\0\0\0\0"[..], 1).expect("packed");
    std::fs::write(Path::new(book), other).expect("a file");
    assert!(refused(&["book", "grow", book]).contains("version 2"));
    assert!(refused(&["book", "check", "no-such-file"]).contains("cannot be read"));
}

#[test]
fn six_by_six_is_solved_near_the_end() {
    let said = good(&["solve", "XXXXXXXOOOOXXOXXOXXOXXOXXOOOO--XXX-- X"]);
    assert!(said.contains("empties 4 score"), "{said}");
    assert!(refused(&["solve", "XXXXXXXOOOOXXOXXOXXOXXOXXOOOO--XXX-- Q"]).contains("board"));
}
