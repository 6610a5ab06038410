//! What results say, and how surely.

pub mod distribution;
pub mod estimate;
pub mod exact;
pub mod holm;
pub mod power;
pub mod proportion;
mod root;

pub use estimate::{Estimate, Interval, Level};
