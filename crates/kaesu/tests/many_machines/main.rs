//! Runs on many machines, as schedulers make them: shards that are killed, stopped, tried again and handed to
//! engines; what is merged is the run of one machine, byte for byte.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

mod faults;
#[cfg(feature = "nats")]
mod hosts;
mod merges;
#[cfg(feature = "nats")]
mod nats;
mod slurm;
mod submits;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const KAESU: &str = env!("CARGO_BIN_EXE_kaesu");

/// Writes an experiment of quick games.
fn experiment(folder: &Path, games: u32) -> PathBuf {
    let path = folder.join("quick.toml");
    let text = format!(
        "about = \"quick\"\ngame = \"othello\"\nkind = \"match\"\ngames = {games}\n\
         [openings.random]\nplies = 8\n\
         [[player]]\nname = \"a\"\nplayer = \"random\"\n\
         [[player]]\nname = \"b\"\nplayer = \"random\"\n"
    );
    fs::write(&path, text).unwrap();
    path
}

/// Returns a command of the lab.
fn lab<const N: usize>(arguments: [&str; N]) -> Command {
    let mut command = Command::new(KAESU);
    command.arg("lab").args(arguments);
    command
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the command that makes a shard.
fn shard(experiment: &Path, number: &str, parts: &Path) -> Command {
    let (experiment, parts) = (text(experiment), text(parts));
    lab([
        "shard",
        experiment,
        "--shard",
        number,
        "--out",
        parts,
        "--threads",
        "1",
    ])
}

/// Returns the command that merges.
fn merge(parts: &Path, run: &Path) -> Command {
    lab(["merge", text(parts), "--run", text(run)])
}

/// Plays an experiment on one machine.
fn on_one_machine(experiment: &Path, run: &Path) {
    printed(lab(["run", text(experiment), "--run", text(run)]));
}

fn output(mut command: Command) -> Output {
    command.output().expect("the program starts")
}

/// Says that a test is skipped, past the harness, which shows nothing of tests that pass.
fn skipped(why: &str) {
    use std::io::Write;
    let _ = std::io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
}

/// Returns what a command prints that has to succeed.
fn printed(command: Command) -> String {
    let output = output(command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the one sentence of a command that has to fail with this code.
fn refused(command: Command, code: i32) -> String {
    told(&output(command), code)
}

fn told(output: &Output, code: i32) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

/// Returns the files that have to be the same byte for byte.
fn results(run: &Path) -> [Vec<u8>; 2] {
    ["games.jsonl.zst", "results.csv"].map(|name| fs::read(run.join(name)).unwrap())
}

/// Waits until something is there.
fn wait_for<T>(what: &str, seconds: u64, mut found: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(seconds), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asks a process to end, as schedulers do.
fn terminate(process: &std::process::Child) {
    let mut kill = Command::new("kill");
    let sent = kill.args(["-TERM", &process.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Returns a port that nobody listens on at this moment.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
