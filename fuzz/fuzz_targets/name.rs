//! Names of games with their options.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::conformance::text::check_name;

fuzz_target!(|input: &str| {
    check_name(input);
});
