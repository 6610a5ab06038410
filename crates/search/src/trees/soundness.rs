//! The standing test of soundness: random trees of every kind, every combination of options, each
//! compared with the full search in values and move.

use std::fmt;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::PerSeat;
use rules::tree::{Branch, Generator, Parameters, Rules};

use super::search_all;
use crate::maxn::{Options, Pruning};

/// The deepest tree tried.
const DEEPEST: usize = 9;

/// A method that is said to be sound gave something else than the full search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The tree.
    pub rules: Rules,
    /// The method.
    pub options: Options,
    /// What it found.
    pub found: (PerSeat<i32>, Option<Branch>),
    /// What the full search found.
    pub right: (PerSeat<i32>, Option<Branch>),
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "on the tree {} the method {:?} finds {:?}, but the full search {:?}",
            self.rules, self.options, self.found, self.right
        )
    }
}

impl std::error::Error for Disagreement {}

/// Draws tree `number` of series `seed` with at most `leaves` leaves, and compares every sound
/// method on it with the full search. Returns how many methods were compared.
///
/// # Errors
/// Returns an error if one of them is not sound.
pub fn prove(seed: u64, number: u64, leaves: u64) -> Result<u32, Box<Disagreement>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    // A stream of its own for every tree, so that trees can be drawn in any order.
    let start = random.next_u64();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(start.wrapping_add(number));
    let rules = draw(&mut random, leaves);
    let width = random.random_bool(0.25).then(|| random.random_range(1..=4));
    let memo = *pick(&mut random, &[2, 6, 12, 16]);
    let iterate = random.random_bool(0.5);
    let full = run(
        &rules,
        Options {
            width,
            ..Options::full()
        },
    );
    let mut compared = 0;
    for pruning in [Pruning::Immediate, Pruning::Shallow, Pruning::Sdp] {
        for combination in 0..8 {
            let options = Options {
                pruning,
                memo: (combination & 1 > 0).then_some(memo),
                bounds: combination & 2 > 0,
                ordering: combination & 4 > 0,
                width,
                enough: None,
                iterate,
            };
            let found = run(&rules, options);
            if found != full {
                return Err(Box::new(Disagreement {
                    rules,
                    options,
                    found,
                    right: full,
                }));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

fn run(rules: &Rules, options: Options) -> (PerSeat<i32>, Option<Branch>) {
    let report = search_all(rules, options);
    (report.values, report.best())
}

fn draw(random: &mut impl Rng, leaves: u64) -> Rules {
    let width = random.random_range(2..=6);
    let most = (1..=DEEPEST)
        .rev()
        .find(|&depth| (width as u64).pow(depth as u32) <= leaves)
        .unwrap_or(1);
    Parameters {
        players: random.random_range(2..=6),
        width,
        // Shallow trees are cheap but prove little: the deepest that fit are drawn most often.
        depth: random
            .random_range(1..=most)
            .max(random.random_range(1..=most)),
        // Small sums with large changes give many ties, where move ordering is dangerous.
        sum: *pick(random, &[1, 2, 3, 5, 10, 30, 100, 1000, 10_000, 50_000]),
        change: *pick(
            random,
            &[(1, 1), (1, 2), (1, 5), (1, 10), (1, 50), (1, 100)],
        ),
        seed: random.next_u64(),
        generator: *pick(random, &[Generator::Rejection, Generator::Mean]),
        clear: *pick(random, &[0, 0, 0, 1, 13]),
    }
    .check()
    .expect("every drawn parameter lies in its range")
}

fn pick<'a, T>(random: &mut impl Rng, choices: &'a [T]) -> &'a T {
    &choices[random.random_range(0..choices.len())]
}
