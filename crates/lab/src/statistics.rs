//! What results say, and how surely.

pub mod block;
pub mod bootstrap;
pub mod distribution;
pub mod elo;
pub mod estimate;
pub mod exact;
pub mod exchange;
pub mod friedman;
pub mod holm;
pub mod likelihood;
mod matrix;
pub mod nemenyi;
pub mod pairs;
pub mod placing;
pub mod plackett_luce;
pub mod power;
pub mod proportion;
mod root;
pub mod seating;
pub mod sides;
pub mod sprt;
pub mod standing;
pub mod weng_lin;

pub use estimate::{Estimate, Interval, Level};
