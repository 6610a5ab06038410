//! What results say, and how surely.

pub mod distribution;
pub mod elo;
pub mod estimate;
pub mod exact;
pub mod exchange;
pub mod holm;
pub mod likelihood;
pub mod pairs;
pub mod power;
pub mod proportion;
mod root;
pub mod sides;

pub use estimate::{Estimate, Interval, Level};
