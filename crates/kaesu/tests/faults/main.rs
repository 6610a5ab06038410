//! Whatever fails, nothing that was confirmed is lost and the files open again: every write, sync and rename on a faulty
//! disk in turn, a disk that fills up, a power cut at any point, and `kill -9`.
//!
//! `faulty.c` is the disk. `KAESU_CAMPAIGN=1` tries every operation; without it a few are tried, spread over all.

#![cfg(all(feature = "page", target_os = "linux"))]
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod lab;
#[path = "../program/mod.rs"]
mod program;
mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const KAESU: &str = env!("CARGO_BIN_EXE_kaesu");

/// What the disk does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// One operation fails with an error.
    Error(u64),
    /// From an operation on nothing can be written any more.
    Full(u64),
    /// At an operation the power is cut, and so much in percent of what was not synced is lost.
    Power(u64, u8),
}

/// A folder on a faulty disk.
struct Disk {
    folder: tempfile::TempDir,
}

impl Disk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["disk", "disk.lost"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        // The names that the system tells have no links in them.
        self.folder
            .path()
            .canonicalize()
            .unwrap()
            .join("disk")
            .join(name)
    }

    /// Lets a command run on this disk.
    fn on(&self, mut command: Command, mode: &str, at: u64) -> Command {
        let folder = self.path("");
        command
            .env("LD_PRELOAD", library())
            .env(
                "FAULTS_FOLDER",
                folder.to_str().unwrap().trim_end_matches('/'),
            )
            .env("FAULTS_COUNT", self.folder.path().join("count"))
            .env("FAULTS_MODE", mode)
            .env("FAULTS_AT", at.to_string());
        command
    }

    fn with(&self, command: Command, fault: Fault) -> Command {
        const EIO: &str = "5";
        const ENOSPC: &str = "28";
        let (mode, at, name, value) = match fault {
            Fault::Error(at) => ("fail", at, "FAULTS_ERROR", EIO.to_owned()),
            Fault::Full(at) => ("full", at, "FAULTS_ERROR", ENOSPC.to_owned()),
            Fault::Power(at, lost) => ("power", at, "FAULTS_UNDONE", lost.to_string()),
        };
        let mut command = self.on(command, mode, at);
        command.env(name, value);
        command
    }

    /// Returns how many operations were counted.
    fn counted(&self) -> u64 {
        let text = fs::read_to_string(self.folder.path().join("count")).unwrap();
        text.trim().parse().unwrap()
    }
}

/// Compiles the faulty disk once; SQLite needs the same compiler.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("faulty.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/faulty.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
            .args([&path, &source])
            .args(["-ldl", "-lpthread"])
            .status();
        assert!(compiled.unwrap().success());
        (folder, path)
    });
    path
}

/// Returns the faults to try: at every operation in a campaign, else at about so many for each kind.
fn faults(operations: u64, few: u64) -> Vec<Fault> {
    let all = std::env::var_os("KAESU_CAMPAIGN").is_some();
    let step = if all { 1 } else { (operations / few).max(1) };
    let mut faults = Vec::new();
    for at in 1..=operations {
        // Each kind has its own share of the operations.
        let share = (at + 3) % step;
        let thirds = [0, step / 4, step / 2, 3 * step / 4];
        for (kind, turn) in thirds.into_iter().enumerate() {
            if all || share == turn {
                faults.push(match kind {
                    0 => Fault::Error(at),
                    1 => Fault::Full(at),
                    2 => Fault::Power(at, 100),
                    _ => Fault::Power(at, 40),
                });
            }
        }
    }
    faults
}

/// A program that cannot go on says why in one sentence.
fn says_why(output: &Output, fault: Fault) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{fault:?}: {said}");
    if output.status.code().is_some_and(|code| code > 0) {
        assert_eq!(said.lines().count(), 1, "{fault:?}: {said}");
        assert!(said.starts_with("kaesu: "), "{fault:?}: {said}");
    }
}

/// Runs a command that has to succeed; what it printed.
fn succeeds(mut command: Command, fault: Fault) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{fault:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}
