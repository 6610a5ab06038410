//! Secrets nobody can guess.

use std::fmt::Write;

/// 128 random bits from the system, in hexadecimal.
pub(crate) fn token() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
        .iter()
        .fold(String::with_capacity(32), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a text can always grow");
            text
        })
}

/// A random number for a game's seed.
pub(crate) fn seed() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

/// Compares in a time that does not tell where the texts differ.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (x, y)| d | (x ^ y)) == 0
}
