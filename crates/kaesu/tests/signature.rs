//! A checksum of behaviour: what the fixed searches of `kaesu bench` choose and visit, and the total
//! of their nodes. A change that claims to alter nothing leaves `problems/bench-signature.txt` as it
//! is; one that is meant writes it again with `KAESU_BLESS=1 cargo test -p kaesu --test signature`,
//! and its commit names both totals.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::path::Path;
use std::process::Command;

/// What `kaesu bench` prints.
fn bench() -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    let output = command.arg("bench").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn fixed_searches_come_to_the_same() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/bench-signature.txt");
    let found = bench();
    if std::env::var_os("KAESU_BLESS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "in problems/bench-signature.txt");
    }
    assert_eq!(found, expected);
}

#[test]
fn the_signature_is_the_sum_of_its_searches() {
    let text = include_str!("../../../problems/bench-signature.txt");
    let (searches, total) = text.trim_end().rsplit_once("\nsignature: ").unwrap();
    let nodes = |line: &str| -> u64 {
        let (before, _) = line.split_once(" nodes").unwrap();
        before.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let sum: u64 = searches.lines().map(nodes).sum();
    assert_eq!(sum, total.parse::<u64>().unwrap());
    assert!(sum > 1_000_000, "{sum} nodes are too few to be a proof");
}
