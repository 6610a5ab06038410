//! A game that somebody pastes or imports.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let _ = records::formats::pasted::check(input);
});
