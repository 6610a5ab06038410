//! A game of Othello in GGF.

#![no_main]

use libfuzzer_sys::fuzz_target;
use records::formats::ggf::check;

fuzz_target!(|input: &str| check(input));
