//! Tells the program which commit it was built from, where that is known, and whether its sources had been changed since.

use std::process::Command;

/// What the program is made of, as git names it.
const SOURCES: [&str; 7] = [
    ":(top,glob)crates/*/src/**",
    ":(top,glob)crates/*/Cargo.toml",
    ":(top)Cargo.toml",
    ":(top)Cargo.lock",
    ":(top)players",
    ":(top)weights",
    ":(top)books",
];

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    output.status.success().then_some(text)
}

/// Names what a new build has to look at again. Its crates' sources make a new program of it anyway.
fn watch() {
    // HEAD moves when a commit is made: its log is appended to.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", path]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let crates = std::fs::read_dir("..").into_iter().flatten().flatten();
    for sources in crates.map(|entry| entry.path().join("src")) {
        if sources.is_dir() {
            println!("cargo::rerun-if-changed={}", sources.display());
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
}

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]);
    if let Some(commit) = commit.filter(|commit| !commit.is_empty()) {
        let changes = ["status", "--porcelain", "--untracked-files=no", "--"];
        let changes: Vec<&str> = changes.into_iter().chain(SOURCES).collect();
        let changed = git(&changes).is_none_or(|changes| !changes.is_empty());
        // The mark says that the commit alone does not tell this build from others.
        let mark = if changed { "-changed" } else { "" };
        println!("cargo::rustc-env=KAESU_COMMIT={commit}{mark}");
    }
    watch();
}
