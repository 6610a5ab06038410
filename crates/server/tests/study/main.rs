//! A study over real HTTP and WebSocket: blind, lossless, and nobody's business but the participant's.
#![allow(clippy::unwrap_used, reason = "all of it is a test")]

#[path = "../common/mod.rs"]
mod common;

mod blind;
mod codes;
mod desk;
mod people;
mod simulated;
mod together;
mod whole;
