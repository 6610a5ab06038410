//! One move, below the name of the game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::conformance::text::{Kind, check};

fuzz_target!(|input: &str| check(Kind::Move, input));
