//! `kaesu learn` as people call it.

use std::path::Path;
use std::process::{Command, Output};

/// A run of Othello that takes a second or two.
const SMALL: [(&str, &str); 7] = [
    ("--generations", "2"),
    ("--blocks", "3"),
    ("--games", "3"),
    ("--positions", "2"),
    ("--suite", "1"),
    ("--pairs", "1"),
    ("--seed", "5"),
];

/// The small run, with another value of an option or one more.
fn learn(folder: &Path, (name, value): (&str, &str)) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    command.args(["learn", "othello", "--out"]).arg(folder);
    for (option, usual) in SMALL.into_iter().filter(|option| option.0 != name) {
        command.args([option, usual]);
    }
    command.args([name, value]);
    command
}

fn output(mut command: Command) -> Output {
    command.output().expect("the program starts")
}

/// The one sentence with which a command is refused.
fn refused(command: Command) -> String {
    let output = output(command);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn mistakes_get_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("run");
    let said = refused(learn(&place, ("--blocks", "1")));
    assert!(said.contains("at least 2"), "{said}");
    let said = refused(learn(&place, ("--with", "nowhere")));
    assert!(said.contains("nowhere has no files of samples"), "{said}");
    std::fs::write(folder.path().join("thesis.tex"), "years of work").expect("written");
    let said = refused(learn(folder.path(), ("--threads", "2")));
    assert!(said.contains("no folder of `kaesu learn`"), "{said}");
    let mut chess = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    chess.args(["learn", "chess", "--out"]).arg(&place);
    assert!(refused(chess).contains("chess"));
    assert!(!place.exists());
}
