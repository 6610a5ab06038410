//! How fast endgames are solved beside other programs:
//! `cargo bench -p kaesu --bench solve -- FILE.obf THREADS [NAME=COMMAND]…`.
//!
//! A command goes to `sh`, with the file for `{file}` and the number of threads for `{threads}`:
//! `"edax=cd …/bin && ./edax -solve {file} -n {threads} -l 60 -h 22"`. Five rounds, in each of which
//! all programs take their turn, so that a noisy machine is noisy for all; figures are medians, of
//! whole processes with their start. Below the table stands the last line that each program printed:
//! there it tells its nodes.

use std::process::Command;
use std::time::Instant;

const ROUNDS: usize = 5;

/// A program that solves the file.
struct Program {
    name: String,
    command: Command,
    seconds: Vec<f64>,
    processor_seconds: Vec<f64>,
    last_line: String,
}

impl Program {
    fn new(name: &str, command: Command) -> Self {
        Self {
            name: name.to_owned(),
            command,
            seconds: Vec::new(),
            processor_seconds: Vec::new(),
            last_line: String::new(),
        }
    }

    fn run(&mut self) {
        let (started, before) = (Instant::now(), children_seconds());
        let output = self.command.output().expect("the program starts");
        self.seconds.push(started.elapsed().as_secs_f64());
        self.processor_seconds.push(children_seconds() - before);
        assert!(output.status.success(), "{} failed: {output:?}", self.name);
        let printed = String::from_utf8_lossy(&output.stdout);
        let last = printed.lines().rev().find(|line| !line.trim().is_empty());
        last.unwrap_or_default().clone_into(&mut self.last_line);
    }
}

fn main() {
    // Cargo adds an option of its own.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let [file, threads, peers @ ..] = &arguments[..] else {
        eprintln!("give a file of positions, a number of threads and NAME=COMMAND for each peer");
        return;
    };
    let file = std::fs::canonicalize(file).expect("the file is there");
    let file = file.to_str().expect("a path in UTF-8");
    let mut own = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    own.args(["solve", file, "--threads", threads]);
    let mut programs = vec![Program::new("kaesu", own)];
    for peer in peers {
        let (name, command) = peer.split_once('=').expect("NAME=COMMAND");
        let command = command
            .replace("{file}", file)
            .replace("{threads}", threads);
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]);
        programs.push(Program::new(name, shell));
    }
    for _ in 0..ROUNDS {
        programs.iter_mut().for_each(Program::run);
    }
    println!("| program | seconds | processor seconds | times kaesu |");
    println!("|---|---|---|---|");
    let ours = median(&programs[0].seconds);
    for program in &programs {
        let seconds = median(&program.seconds);
        let processor = median(&program.processor_seconds);
        println!(
            "| {} | {seconds:.2} | {processor:.2} | {:.2} |",
            program.name,
            seconds / ours
        );
    }
    println!();
    for program in &programs {
        println!("{}: {}", program.name, program.last_line.trim());
    }
}

/// The processor time of all children that have ended, as Linux counts it in hundredths; elsewhere 0.
fn children_seconds() -> f64 {
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // What follows the name, which may hold spaces, begins with the third field; children's user
    // and system time are the sixteenth and seventeenth.
    let after_name = status.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_whitespace().skip(13).take(2);
    fields
        .filter_map(|field| field.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
