//! What a program says through GTP.

#![no_main]

use libfuzzer_sys::fuzz_target;
use players::external::check_gtp;

fuzz_target!(|input: &str| {
    check_gtp(input);
});
