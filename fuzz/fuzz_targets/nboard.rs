//! What a program says through the NBoard protocol.

#![no_main]

use libfuzzer_sys::fuzz_target;
use players::external::check_nboard;

fuzz_target!(|input: &str| {
    check_nboard(input);
});
