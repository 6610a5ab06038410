//! Who is better, by how much, and how sure are we?
//!
//! - [`statistics`]: what can be said of results, for two seats and for more

#![forbid(unsafe_code)]

pub mod statistics;
