//! What the tests of all games share: randomness from seeds, and the size of a campaign.

#![allow(dead_code, reason = "each test binary takes what it needs")]

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of indices below `n`, decided by the seed alone on every machine.
pub(crate) fn chooser(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    move |n| random.random_range(0..n as u64) as usize
}

/// How many times the usual number of games is asked for: the environment variable
/// `KAESU_CAMPAIGN`, or 1.
pub(crate) fn campaign() -> u64 {
    match std::env::var("KAESU_CAMPAIGN") {
        Err(_) => 1,
        Ok(text) => text.parse().expect("KAESU_CAMPAIGN is a number"),
    }
}
