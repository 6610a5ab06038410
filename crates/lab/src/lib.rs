//! Who is better, by how much, and how sure are we?
//!
//! - [`report`]: what was found, written for people
//! - [`statistics`]: what can be said of results, for two seats and for more

#![forbid(unsafe_code)]

pub mod report;
pub mod statistics;
