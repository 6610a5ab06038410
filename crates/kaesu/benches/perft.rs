//! How fast rules count: `cargo bench -p kaesu --bench perft`.
//!
//! One and two threads take turns, so that a noisy machine is noisy for both; figures are medians
//! of five rounds, as a table for docs/results.

use std::process::Command;

const ROUNDS: usize = 5;

/// Game, depth, and a file with a position line, if it is not the start.
const COUNTS: &[(&str, u32, Option<&str>)] = &[
    ("reversi-8x8", 12, None),
    ("reversi-6x6", 13, None),
    ("reversi-10x10", 11, None),
    ("yonin", 14, None),
    ("yonin-shogi", 5, Some("problems/yonin-shogi-midgame.txt")),
];

fn main() {
    println!("| game | depth | million positions a second, 1 thread | 2 threads | ratio |");
    println!("|---|---|---|---|---|");
    for (game, depth, position) in COUNTS {
        let mut one = Vec::new();
        let mut two = Vec::new();
        for _ in 0..ROUNDS {
            one.push(speed(game, *depth, *position, "1"));
            two.push(speed(game, *depth, *position, "2"));
        }
        let ratios: Vec<f64> = one.iter().zip(&two).map(|(one, two)| two / one).collect();
        println!(
            "| {game} | {depth} | {:.1} | {:.1} | {:.2} |",
            median(one),
            median(two),
            median(ratios)
        );
    }
}

/// What the program says of its own speed.
fn speed(game: &str, depth: u32, position: Option<&str>, threads: &str) -> f64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaesu"));
    command.args(["perft", game, &depth.to_string(), "--threads", threads]);
    if let Some(file) = position {
        let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the position file is there");
        let line = text
            .lines()
            .find(|line| !line.starts_with('#'))
            .expect("a position line");
        command.args(["--position", line]);
    }
    let output = command.output().expect("the program starts");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let figure = said
        .split("s: ")
        .nth(1)
        .and_then(|text| text.split(' ').next());
    figure
        .and_then(|text| text.parse().ok())
        .expect("the speed on stderr")
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
