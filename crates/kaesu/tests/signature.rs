//! A checksum of behaviour: fixed searches of every kind, with what they chose and what they
//! visited, and the total of their nodes. A change that claims to alter nothing leaves
//! `signature.txt` as it is; one that is meant writes it again with
//! `KAESU_BLESS=1 cargo test -p kaesu --test signature`, and its commit names the new total.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What a player thinks: the arguments of `kaesu think`, and what comes out.
fn think(arguments: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    command.args(["think", "--json", "--seed", "1"]);
    let output = command
        .args(shlex::split(arguments).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn fixed_searches_come_to_the_same() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signature.txt");
    let expected = std::fs::read_to_string(&file).unwrap();
    let searches = expected.lines().filter_map(|line| line.strip_prefix("$ "));
    let (mut found, mut total) = (String::new(), 0);
    for search in searches {
        let thought = think(search);
        let [best, values, nodes, evaluations, depth] =
            ["move", "values", "nodes", "evaluations", "depth"].map(|key| &thought[key]);
        writeln!(found, "$ {search}").unwrap();
        writeln!(
            found,
            "{best} {values} nodes {nodes} evaluations {evaluations} depth {depth}"
        )
        .unwrap();
        total += nodes.as_u64().unwrap();
    }
    writeln!(found, "total {total}").unwrap();
    if std::env::var_os("KAESU_BLESS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "in {}", file.display());
    }
    assert_eq!(found, expected);
    assert!(total > 1_000_000, "{total} nodes are too few to be a proof");
}
