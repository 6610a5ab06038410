//! What positions of games for many seats are worth to each of them, by learned weights.
//!
//! A position names rows of weights; their sum is one strength for each seat. Of two seats the
//! stronger one is the more likely to end before the other, so the values of all seats have a
//! constant sum, and a value says which rank a seat can expect.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kaesu_strengths::{POINT, Weights, YoninStrengths, yonin};
//! use rules::Game;
//! use rules::yonin::{Rules, Yonin};
//! use search::Evaluation;
//!
//! // Weights that know nothing expect the same of all.
//! let nothing = Arc::new(Weights::zero(&yonin::KIND));
//! let values = YoninStrengths::new(nothing).of(&Yonin::start(&Rules::default()));
//! assert_eq!(*values, [POINT * 3 / 2; 4]);
//! ```
//!
//! - [`weights`]: the learned numbers and their file; [`chances`]: from strengths to values
//! - [`yonin`]: the features of Yonin; [`yonin_shogi`]: those of Yonin-shogi

#![forbid(unsafe_code)]

pub mod chances;
pub mod weights;
pub mod yonin;
pub mod yonin_shogi;

pub use chances::{POINT, SEATS};
pub use weights::{Kind, Weights, WeightsError};
pub use yonin::YoninStrengths;
pub use yonin_shogi::YoninShogiStrengths;
