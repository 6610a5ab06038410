//! The corpus of the fuzz targets, through the functions the targets call.

use std::fs;
use std::path::Path;

use kaesu_rules::conformance::text::{Kind, check, check_name};

/// The inputs of a target, each with its file's name.
fn inputs(target: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let entries = fs::read_dir(folder.join(target)).expect("the target's corpus");
    let inputs: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("a file").path();
            let input = fs::read_to_string(&path).expect("a text");
            (path.display().to_string(), input)
        })
        .collect();
    assert!(!inputs.is_empty(), "{target} has no corpus");
    inputs
}

fn replay(target: &str, kind: Kind) {
    for (file, input) in inputs(target) {
        println!("{file}");
        check(kind, &input);
    }
}

#[test]
fn names() {
    for (file, input) in inputs("name") {
        println!("{file}");
        check_name(&input);
    }
}

#[test]
fn moves() {
    replay("move", Kind::Move);
}

#[test]
fn transcripts() {
    replay("transcript", Kind::Transcript);
}

#[test]
fn positions() {
    replay("position", Kind::Position);
}
