//! A list of moves, below the name of the game or a header of its own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::conformance::text::{Kind, check};

fuzz_target!(|input: &str| check(Kind::Transcript, input));
