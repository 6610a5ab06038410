//! What the tests of all games share: randomness from seeds, the size of a campaign, and the list
//! of all games.

#![allow(dead_code, reason = "each test binary takes what it needs")]

use kaesu_rules::name::CATALOGUE;
use kaesu_rules::{GameName, Notation};
use proptest::test_runner::{Config as ProptestConfig, RngSeed};
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
    campaign_asked().unwrap_or(1)
}

/// The environment variable `KAESU_CAMPAIGN`, if it is set.
pub(crate) fn campaign_asked() -> Option<u64> {
    let text = std::env::var("KAESU_CAMPAIGN").ok()?;
    Some(text.parse().expect("KAESU_CAMPAIGN is a number"))
}

/// The games of the catalogue with these names, each with every combination of its options.
pub(crate) fn games(which: impl Fn(&str) -> bool) -> Vec<GameName> {
    let mut names = Vec::new();
    for entry in CATALOGUE.iter().filter(|entry| which(entry.name)) {
        let mut texts = vec![entry.name.to_owned()];
        for option in (entry.options)() {
            let (key, values) = (option.key, option.values());
            let sign = |text: &str| if text.contains(':') { ',' } else { ':' };
            texts = texts
                .iter()
                .flat_map(|text| {
                    let with = move |value| format!("{text}{}{key}={value}", sign(text));
                    values.iter().map(with)
                })
                .collect();
        }
        names.extend(
            texts
                .iter()
                .map(|text| -> GameName { text.parse().expect("a name of the catalogue") }),
        );
    }
    assert!(!names.is_empty(), "no such game");
    names
}

/// A position somewhere in a random game.
pub(crate) fn reached<G: Notation>(rules: &G::Rules, seed: u64, plies: usize) -> (G, String) {
    let mut choose = chooser(seed);
    let mut position = G::start(rules);
    let mut moves = String::new();
    for _ in 0..plies {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let m = legal[choose(legal.len())];
        moves += &(position.move_text(m) + " ");
        position.play_unchecked(m);
    }
    (position, moves)
}

/// The same cases every time, as many as a campaign asks for.
pub(crate) fn proptest_config(cases: u32) -> ProptestConfig {
    let cases = cases * campaign() as u32;
    ProptestConfig {
        cases,
        // A relation may be about one case in four; the fixed limit would stop campaigns.
        max_global_rejects: cases * 4,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
