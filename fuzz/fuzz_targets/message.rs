//! A message of a client.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let _ = server::protocol::socket::Request::check(input);
});
