//! The crates depend on each other as `docs/architecture.md` draws them: edges only go down.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Each crate with all crates of the project it may use, in tests as well.
const ALLOWED: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("search", &["rules"]),
    ("engine", &["rules", "search"]),
    ("strengths", &["rules", "search"]),
    ("records", &["rules"]),
    ("store", &["rules", "records"]),
    (
        "players",
        &["rules", "search", "engine", "strengths", "records"],
    ),
    ("statistics", &["rules"]),
    ("report", &["statistics"]),
    (
        "learning",
        &[
            "rules",
            "search",
            "engine",
            "strengths",
            "statistics",
            "report",
        ],
    ),
    (
        "lab",
        &[
            "rules",
            "search",
            "engine",
            "players",
            "records",
            "statistics",
            "report",
        ],
    ),
    (
        "study",
        &[
            "rules",
            "search",
            "engine",
            "players",
            "records",
            "store",
            "statistics",
            "report",
        ],
    ),
    (
        "papers",
        &[
            "rules",
            "search",
            "engine",
            "players",
            "records",
            "statistics",
            "report",
            "lab",
            "study",
        ],
    ),
    (
        "server",
        &[
            "rules", "search", "engine", "players", "records", "store", "study",
        ],
    ),
    (
        "kaesu",
        &[
            "rules",
            "search",
            "engine",
            "players",
            "records",
            "statistics",
            "report",
            "learning",
            "lab",
            "papers",
            "store",
            "study",
            "server",
        ],
    ),
];

/// The crates of the workspace, each with those of them it names in its manifest.
fn edges() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo metadata failed");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    // The package `kaesu-rules` is the crate `rules` to all others.
    let name = |package: &Value| {
        let name = package["name"].as_str().expect("a name");
        name.strip_prefix("kaesu-").unwrap_or(name).to_owned()
    };
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let used = |package: &Value| {
        let dependencies = package["dependencies"].as_array().expect("a list");
        dependencies
            .iter()
            .map(name)
            // A crate may turn on its own features for its tests.
            .filter(|used| ours.contains(used) && *used != name(package))
            .collect()
    };
    packages
        .iter()
        .map(|package| (name(package), used(package)))
        .collect()
}

#[test]
fn edges_only_go_down() {
    let allowed: BTreeMap<_, _> = ALLOWED.iter().copied().collect();
    let edges = edges();
    assert!(edges["kaesu"].contains("rules"), "no edges were found");
    for (from, used) in edges {
        let Some(may_use) = allowed.get(&*from) else {
            panic!("the crate {from} has no place in the architecture yet");
        };
        for to in used {
            assert!(may_use.contains(&&*to), "{from} must not use {to}");
        }
    }
}

#[test]
fn the_drawing_itself_has_no_way_up() {
    for (row, (_, may_use)) in ALLOWED.iter().enumerate() {
        let above: Vec<&str> = ALLOWED[..row].iter().map(|(name, _)| *name).collect();
        assert!(may_use.iter().all(|name| above.contains(name)));
    }
}
