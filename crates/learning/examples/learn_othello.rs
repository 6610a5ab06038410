//! Learns weights for Othello from nothing, generation by generation; can be stopped at any time
//! and goes on where it was:
//! `cargo run --release -p kaesu-learning --example learn_othello -- play|fit|spread FOLDER …`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use engine::Weights;
use engine::selectivity::Parameters;
use kaesu_learning::othello::{
    Generation, Othello, SelfPlay, by_phase, nothing, quantised, selective,
};
use kaesu_learning::{Blocks, Fitting, fit};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Games of one block.
const GAMES: u32 = 200;

/// Every so many blocks one is held out.
const HELD_OUT: u32 = 20;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["play", folder, generation, blocks, ref weights @ ..] => play(
            Path::new(folder),
            generation.parse()?,
            blocks.parse()?,
            weights,
        ),
        ["fit", into, neighbours, epochs, ref folders @ ..] => learn(
            Path::new(into),
            neighbours.parse()?,
            epochs.parse()?,
            folders,
        ),
        ["spread", weights, into, folder] => spread(weights, Path::new(into), folder),
        _ => Err(
            "play FOLDER GENERATION BLOCKS [WEIGHTS], fit FILE NEIGHBOURS EPOCHS FOLDER… or spread WEIGHTS FILE FOLDER".into(),
        ),
    }
}

fn generation(number: u32) -> Generation {
    let seed = 1000 * u64::from(number) + 1;
    match number {
        0 => Generation {
            random: (8, 37),
            depth: 0,
            noise: 2.0,
            exact: 14,
            seed,
        },
        1 => Generation {
            random: (8, 34),
            depth: 1,
            noise: 3.0,
            exact: 16,
            seed,
        },
        2 => Generation {
            random: (8, 30),
            depth: 2,
            noise: 2.0,
            exact: 16,
            seed,
        },
        _ => Generation {
            random: (8, 30),
            depth: 4,
            noise: 1.5,
            exact: 18,
            seed,
        },
    }
}

fn play(folder: &Path, number: u32, blocks: u32, weights: &[&str]) -> Outcome<()> {
    let weights = match weights {
        [file] => Arc::new(Weights::read(&std::fs::read(file)?)?),
        _ => nothing(),
    };
    let subject = Othello::default();
    let kept = Blocks::open(folder)?;
    let mut player = SelfPlay::new(weights, generation(number));
    for block in 0..blocks {
        if kept.has(block) {
            continue;
        }
        let started = Instant::now();
        let samples = player.block(block, GAMES);
        kept.write(&subject, block, &samples)?;
        let seconds = started.elapsed().as_secs_f64();
        println!("block {block}: {} positions, {seconds:.1} s", samples.len());
    }
    Ok(())
}

fn learn(into: &Path, neighbours: usize, epochs: u32, folders: &[&str]) -> Outcome<()> {
    let subject = Othello::default();
    let (mut learned, mut held_out) = (Vec::new(), Vec::new());
    for folder in folders {
        let blocks = Blocks::open(&PathBuf::from(folder))?;
        for number in blocks.numbers()? {
            let into = if number % HELD_OUT == HELD_OUT - 1 {
                &mut held_out
            } else {
                &mut learned
            };
            into.extend(blocks.read(&subject, number)?);
        }
    }
    println!(
        "{} positions to learn from, {} held out",
        learned.len(),
        held_out.len()
    );
    let learned = by_phase(&subject, learned.into_iter());
    let held_out = by_phase(&subject, held_out.into_iter());
    let fitting = Fitting {
        neighbours,
        epochs,
        ..Fitting::default()
    };
    let fitted = fit(
        &subject,
        &learned,
        &held_out,
        &fitting,
        &mut |phase, report| {
            println!(
                "phase {phase:2}: {:8} learned, {:7} held out, error {:.2}, bias {:+.2}",
                report.learned, report.held_out, report.error, report.bias
            );
        },
    );
    std::fs::write(
        into,
        quantised(&fitted.weights, Parameters::default()).write(),
    )?;
    Ok(())
}

/// Measures selective search with these weights, and keeps both together.
fn spread(weights: &str, into: &Path, folder: &str) -> Outcome<()> {
    let subject = Othello::default();
    let blocks = Blocks::open(&PathBuf::from(folder))?;
    let weights = Arc::new(Weights::read(&std::fs::read(weights)?)?);
    let mut samples = Vec::new();
    for number in blocks
        .numbers()?
        .into_iter()
        .filter(|number| number % HELD_OUT == HELD_OUT - 1)
    {
        samples.extend(blocks.read(&subject, number)?);
    }
    let empties = |sample: &kaesu_learning::Sample<engine::Board>| sample.position.empty_count();
    let endgames: Vec<_> = samples
        .iter()
        .filter(|s| (10..=16).contains(&empties(s)))
        .step_by(4)
        .copied()
        .collect();
    let midgames: Vec<_> = samples
        .iter()
        .filter(|s| (18..=48).contains(&empties(s)))
        .step_by(16)
        .map(|s| s.position)
        .collect();
    println!("{} endgames, {} midgames", endgames.len(), midgames.len());
    let parameters = selective::parameters(&weights, &endgames, &midgames);
    println!("{parameters:?}");
    std::fs::write(into, weights.with_parameters(parameters).write())?;
    Ok(())
}
