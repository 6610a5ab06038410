//! What results say, and how surely.

pub mod distribution;
pub mod estimate;
mod root;

pub use estimate::{Estimate, Interval, Level};
