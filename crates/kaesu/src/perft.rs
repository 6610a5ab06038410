//! `kaesu perft`: counts positions, on as many threads as wanted.

use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use rules::{Game, Notation, perft, with_game};

use crate::game::{PositionArguments, whole_number};

/// Count the positions a number of plies away, the classical check of rules
///
/// Prints a line "depth count" for each depth up to DEPTH; the speed goes to stderr. A pass is a
/// ply, a finished game counts as one position.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// How many plies
    #[arg(value_name = "DEPTH", value_parser = whole_number::<1000>)]
    depth: u32,

    /// How many threads count
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<1024>)]
    threads: u32,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    with_game!(&arguments.position.game, G, rules => count::<G>(arguments, rules))
}

fn count<G: Notation>(arguments: &Arguments, rules: &G::Rules) -> Result<()> {
    let position: G = arguments.position.position(rules)?;
    let started = Instant::now();
    let mut total = 0;
    for depth in 1..=arguments.depth {
        let count = leaves(&position, depth, arguments.threads as usize);
        total += count;
        writeln!(std::io::stdout().lock(), "{depth} {count}")?;
    }
    let seconds = started.elapsed().as_secs_f64();
    let speed = total as f64 / seconds / 1e6;
    say!("{total} positions in {seconds:.3} s: {speed:.1} million a second");
    Ok(())
}

/// Threads take the next of many small counts, so that all end at about the same time.
fn leaves<G: Game>(position: &G, depth: u32, threads: usize) -> u64 {
    if threads == 1 {
        return position.leaves(depth);
    }
    let parts = Mutex::new(perft::split(position, depth, threads * 64).into_iter());
    let next = || {
        parts
            .lock()
            .expect("no thread panics while it holds the list")
            .next()
    };
    std::thread::scope(|scope| {
        let counting: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    std::iter::from_fn(next)
                        .map(|(position, depth)| position.leaves(depth))
                        .sum::<u64>()
                })
            })
            .collect();
        counting
            .into_iter()
            .map(|thread| thread.join().expect("counting does not panic"))
            .sum()
    })
}
