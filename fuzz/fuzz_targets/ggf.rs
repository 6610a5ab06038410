//! A game of Othello in GGF.

#![no_main]

use libfuzzer_sys::fuzz_target;
use players::external::ggf::check;

fuzz_target!(|input: &str| check(input));
