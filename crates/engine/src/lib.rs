//! Othello at full strength.

#![deny(unsafe_code)]

pub mod board;
mod children;
mod compiled;
mod control;
mod deep;
mod endgame;
pub mod engine;
pub mod evaluation;
mod leaf;
mod local_table;
#[cfg(test)]
mod positions;
mod root;
mod score;
pub mod selectivity;
mod squares;
mod stability;
pub mod stage;
mod table;
mod threads;
mod worker;

pub use board::Board;
pub use engine::{Answer, Engine, Line, Question};
pub use evaluation::{Weights, WeightsError};
pub use stage::Certainty;
