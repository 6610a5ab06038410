//! Othello at full strength.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kaesu_engine::{Certainty, Engine, Question, Weights, board};
//! use search::Limits;
//!
//! let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
//! let board = board::parse(line).unwrap();
//! let mut engine = Engine::new(Arc::new(Weights::zero()), 16);
//! let answer = engine.search(&Question::new(board), &Limits::default(), &mut |_| ());
//! assert_eq!(answer.lines[0].value, 18);
//! assert_eq!(answer.lines[0].certainty, Certainty::Exact);
//! ```
//!
//! - [`board`]: a position; [`engine`]: questions and answers; [`stage`]: how far a value can be trusted;
//!   [`clock`]: how long to think
//! - [`evaluation`]: features, what they read, and learned weights; [`selectivity`]: how sure shallow searches are
//! - `endgame`, `leaf`, `deep`, `root`: the search by size, compiled for each kernel (`compiled`)
//! - [`book`]: positions and their values, grown by search
//! - [`six`]: Reversi on 6×6, solved
//! - `table`, `local_table`: what is known of positions; `threads`: who searches them

#![deny(unsafe_code)]

pub mod board;
pub mod book;
mod children;
pub mod clock;
mod compiled;
mod control;
mod deep;
mod endgame;
pub mod engine;
pub mod evaluation;
mod large_memory;
mod leaf;
mod local_table;
#[cfg(test)]
mod positions;
mod prefetch;
mod root;
mod score;
pub mod selectivity;
pub mod six;
mod squares;
mod stability;
pub mod stage;
mod table;
mod threads;
mod worker;

pub use board::Board;
pub use book::Book;
pub use clock::{Clock, Share};
pub use engine::{Answer, Engine, Line, Question};
pub use evaluation::{Weights, WeightsError};
pub use stage::Certainty;
