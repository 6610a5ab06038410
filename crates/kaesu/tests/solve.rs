//! `kaesu solve` as people call it.

use std::process::{Command, Output};

use serde_json::Value;

fn kaesu(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kaesu"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The first endgames of the suite, their best scores changed by `change`.
fn file(count: usize, change: i32) -> tempfile::NamedTempFile {
    let suite = include_str!("../../../problems/ffo.obf");
    let lines = suite
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(count);
    let lines: Vec<String> = lines
        .map(|line| {
            let mut parts = line.split(';');
            let board = parts.next().expect("a board");
            let (square, score) = parts
                .next()
                .expect("a score")
                .split_once(':')
                .expect("a score");
            let score: i32 = score.parse().expect("a number");
            format!("{board};{square}:{:+};", score + change)
        })
        .collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), lines.join("\n")).expect("written");
    file
}

fn solved(change: i32, more: &[&str]) -> (Option<i32>, String) {
    let file = file(3, change);
    let path = file.path().to_str().expect("a path");
    let output = kaesu(&[&["solve", path], more].concat());
    (output.status.code(), text(&output.stdout))
}

#[test]
fn a_file_is_solved_and_compared() {
    let (code, said) = solved(0, &[]);
    assert_eq!(code, Some(0), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(
        lines[0].starts_with("1: empties 14 score +18 move g8 nodes "),
        "{said}"
    );
    assert!(
        lines[3].starts_with("total: nodes ") && lines[3].ends_with("/s"),
        "{said}"
    );

    let (code, said) = solved(2, &["--threads", "2"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("(the file says +20)"), "{said}");
}

#[test]
fn programs_read_json_and_signs() {
    let (code, said) = solved(0, &["--json", "--wld"]);
    assert_eq!(code, Some(0), "{said}");
    let lines: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["score"], 1);
    assert_eq!(lines[0]["expected"], 1);
    assert_eq!(lines[3]["total"]["different"], 0);
}

#[test]
fn mistakes_are_told_in_one_sentence() {
    let refused = |positions: &str| {
        let output = kaesu(&["solve", positions]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    assert!(refused("nowhere.obf").contains("neither a file"));
    let full = "X".repeat(64) + " X";
    assert!(refused(&full).contains("over"));
    let long = "Z".repeat(64) + " X";
    assert!(refused(&long).contains("the board cannot be read"));
}
