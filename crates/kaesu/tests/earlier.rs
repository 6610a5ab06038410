//! What an earlier version of the program wrote is still read, and comes to the same: see
//! `earlier/README.md`.
//!
//! After a change that is meant, `KAESU_BLESS=1` writes the expected reports and outputs again; the
//! records and the games of the runs are never written again. `KAESU_CAMPAIGN=1` compares the quick
//! output of every paper, not only of the quickest.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use records::{Record, replay};
use rules::{Game, GameName, Notation, Seat, with_game};

/// Papers whose quick output takes little enough for every test.
const QUICK_PAPERS: &[&str] = &["p0-order", "p0-cooperation", "p1-table1", "p1-table8"];

/// Runs that need not come to the same when they are carried out again: time decided some of their
/// games, or they were broken off.
const NOT_AGAIN: &[&str] = &["broken-off", "engines", "forfeits"];

/// Matches that end earlier than they did: blocks far outside both hypotheses count for what they are.
const ENDS_EARLIER: &[&str] = &["match-mixed"];

fn folder(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/earlier");
    tests.join(name)
}

/// What is in a folder, in the order of the names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

fn kaesu<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    let output = command.args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some()
}

/// Compares with a file, or writes it when that is asked for.
fn compare(file: &Path, found: &str) {
    if is_set("KAESU_BLESS") {
        fs::write(file, found).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    let mut lines = (1..).zip(found.lines().zip(expected.lines()));
    if let Some((number, (found, expected))) = lines.find(|(_, (a, b))| a != b) {
        let file = file.display();
        panic!("line {number} of {file} has become\n{found}\nfrom\n{expected}");
    }
    assert_eq!(found.len(), expected.len(), "{} ends early", file.display());
}

/// FNV-1a of 64 bits.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn records() -> Vec<(PathBuf, Record)> {
    let paths = entries(&folder("records")).into_iter();
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let record = Record::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(record.to_json(), text.trim_end(), "{}", path.display());
        (path, record)
    };
    let records: Vec<_> = paths.map(read).collect();
    assert!(records.len() >= 25, "only {} records", records.len());
    records
}

/// The position lines of a game, before the first move and after every entry, as a plain loop finds them
/// and as the game line does.
fn positions(record: &Record) -> Vec<String> {
    let game: GameName = record.game.parse().unwrap();
    with_game!(&game, G, rules => {
        let start = record.start.as_ref().map(|line| G::parse_position(rules, line).unwrap());
        let mut position = start.unwrap_or_else(|| G::start(rules));
        let mut lines = vec![position.position_text()];
        for entry in &record.moves {
            match &entry.text {
                Some(text) => position.play(position.parse_move(text).unwrap()).unwrap(),
                None => position.resign(Seat::new(entry.seat.into())),
            }
            lines.push(position.position_text());
        }
        let line = replay::line::<G>(rules, record.start.as_deref(), &record.moves, |_, _| ());
        let line = line.unwrap_or_else(|error| panic!("{}: {error}", record.game));
        let replayed = line.positions().iter().map(|position| position.position_text());
        assert_eq!(replayed.collect::<Vec<_>>(), lines, "{}", record.game);
        lines
    })
}

#[test]
fn records_are_read_and_replayed_move_for_move() {
    let mut told = String::new();
    for (path, record) in records() {
        let positions = positions(&record);
        let text: String = positions.iter().map(|line| format!("{line}\n")).collect();
        let (last, sum) = (&positions[positions.len() - 1], sum(text.as_bytes()));
        let (name, count) = (name(&path), positions.len());
        writeln!(told, "{name}: {count} positions, {sum:016x}, {last}").unwrap();
    }
    let expected = fs::read_to_string(folder("records/positions.txt")).unwrap();
    for (found, expected) in told.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(told, expected);
}

#[test]
fn transcripts_lead_to_the_same_position() {
    let mut compared = 0;
    for (path, record) in records() {
        // The transcripts of that version say nothing of seats that went out.
        if record.moves.iter().any(|entry| entry.out.is_some()) {
            continue;
        }
        let transcript = fs::read_to_string(path.with_extension("transcript")).unwrap();
        let mut arguments = vec!["show", "--json", &record.game];
        // A game that did not begin at the start has its position in a line of its own.
        let moves = match transcript.trim_end().split_once('\n') {
            Some((start, moves)) => {
                arguments.extend(["--position", start]);
                moves
            }
            None => &transcript,
        };
        arguments.extend(["--moves", moves]);
        let shown = kaesu(arguments);
        let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
        let last = positions(&record).pop().unwrap();
        assert_eq!(shown["position"], *last, "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 15, "only {compared} transcripts");
}

fn runs() -> Vec<PathBuf> {
    let runs = entries(&folder("runs"));
    assert!(runs.len() >= 19, "only {} runs", runs.len());
    runs
}

/// How many games or positions a run holds.
fn size(run: &Path) -> usize {
    match fs::read_to_string(run.join("index.json")) {
        Ok(index) => {
            let index: serde_json::Value = serde_json::from_str(&index).unwrap();
            index["done"].as_u64().expect("how many there are") as usize
        }
        Err(_) => 8,
    }
}

#[test]
fn games_of_runs_are_replayed_move_for_move() {
    for run in runs() {
        let last = size(&run) - 1;
        for number in [0, last / 2, last] {
            let path = run.to_str().unwrap();
            let said = kaesu(["lab", "replay", path, &number.to_string()]);
            let again = if ["engines", "forfeits"].contains(&name(&run)) {
                said.contains("is legal and ends as it says") || said.contains("came out again")
            } else {
                said.contains("came out again")
            };
            assert!(again, "{path}: {said}");
        }
    }
}

/// The rows of `results.csv` without the times that a measurement took.
fn results(run: &Path) -> Vec<String> {
    let text = fs::read_to_string(run.join("results.csv")).unwrap();
    let timed = text.starts_with("position,");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        match timed {
            true => [&fields[..7], &fields[8..]].concat().join(","),
            false => line.to_owned(),
        }
    };
    text.lines().map(row).collect()
}

fn games(run: &Path) -> String {
    let packed = fs::read(run.join("games.jsonl.zst")).unwrap();
    String::from_utf8(zstd::decode_all(&*packed).unwrap()).unwrap()
}

#[test]
fn runs_carried_out_again_come_to_the_same() {
    let temporary = tempfile::tempdir().unwrap();
    for run in runs() {
        if NOT_AGAIN.contains(&name(&run)) {
            continue;
        }
        let again = temporary.path().join(name(&run));
        let experiment = run.join("experiment.toml");
        let arguments: [&Path; 5] = [
            "lab".as_ref(),
            "run".as_ref(),
            &experiment,
            "--run".as_ref(),
            &again,
        ];
        kaesu(arguments);
        let experiments = [&run, &again].map(|run| run.join("experiment.toml"));
        let [before, after] = experiments.map(|file| fs::read_to_string(file).unwrap());
        assert_eq!(after, before, "the experiment of {}", run.display());
        let rows = results(&run);
        let found = results(&again);
        if ENDS_EARLIER.contains(&name(&run)) {
            let begun = found.len() > 1 && found.len() < rows.len();
            assert!(begun && rows.starts_with(&found), "{}", run.display());
            continue;
        }
        assert_eq!(found, rows, "{}", run.display());
        // The lines of a measurement hold times.
        if !rows[0].starts_with("position,") {
            assert!(games(&again) == games(&run), "{}", run.display());
        }
    }
}

#[test]
fn reports_are_equal_to_the_letter() {
    let temporary = tempfile::tempdir().unwrap();
    for run in runs() {
        let report = temporary.path().join(name(&run));
        let arguments: [&Path; 5] = [
            "lab".as_ref(),
            "report".as_ref(),
            &run,
            "--out".as_ref(),
            &report,
        ];
        kaesu(arguments);
        let text = fs::read_to_string(report.join("report.md")).unwrap();
        compare(&run.join("report.md"), &text);
        let folders = ["", "plots", "tables"].map(|part| report.join(part));
        let mut sums = String::new();
        for file in folders.iter().flat_map(|folder| entries(folder)) {
            let within = file.strip_prefix(&report).unwrap().to_str().unwrap();
            // The letters of PDF figures are drawn with the fonts of the machine.
            let elsewhere =
                within.ends_with(".pdf") || ["report.md", ".kaesu-report"].contains(&within);
            if file.is_file() && !elsewhere {
                let sum = sum(&fs::read(&file).unwrap());
                writeln!(sums, "{sum:016x} {within}").unwrap();
            }
        }
        compare(&run.join("report.sums"), &sums);
    }
}

/// What a paper's quick experiment prints, without the section that depends on the machine.
fn paper(name: &str) -> String {
    let mut text = kaesu(["paper", name, "--quick", "--seed", "1"]);
    if let Some(from) = text.find("== By the clock ==") {
        let next = text[from..].find("== How to reproduce").unwrap();
        text.replace_range(from..from + next, "");
    }
    text
}

#[test]
fn papers_come_to_the_same() {
    let mut compared = 0;
    for file in entries(&folder("papers")) {
        let name = name(&file);
        if is_set("KAESU_CAMPAIGN") || QUICK_PAPERS.contains(&name) {
            compare(&file, &paper(name));
            compared += 1;
        }
    }
    assert!(compared >= QUICK_PAPERS.len(), "only {compared} papers");
}

#[test]
fn every_paper_is_compared() {
    let listed = kaesu(["paper"]);
    for line in listed.lines() {
        let name = line.split(' ').next().unwrap();
        let file = folder("papers").join(format!("{name}.txt"));
        assert!(file.exists(), "{} is missing", file.display());
    }
}

/// Every `$ kaesu …` of a file prints the lines below it, to the letter.
#[test]
fn commands_print_the_same() {
    for file in entries(&folder("commands")) {
        let text = fs::read_to_string(&file).unwrap();
        let commands = text
            .lines()
            .filter_map(|line| line.strip_prefix("$ kaesu "));
        let mut found = String::new();
        for command in commands {
            let printed = kaesu(shlex::split(command).unwrap());
            writeln!(found, "$ kaesu {command}\n{printed}").unwrap();
        }
        assert!(!found.is_empty(), "{} holds no command", file.display());
        compare(&file, &found);
    }
}
