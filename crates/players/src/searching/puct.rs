//! Best-first search with a learned evaluation as a file gives it: `[search.puct]`.

use search::puct::Options;
use serde::Deserialize;

use crate::number::{real, whole};

/// How it looks ahead.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PuctSpec {
    /// How much moves that look worse are explored.
    #[serde(deserialize_with = "real::<0, 10, _>")]
    pub exploration: f64,
    /// How much worse, as a part of all there is to win, a move may look to get e times less of the
    /// search.
    #[serde(deserialize_with = "real::<0, 10, _>")]
    pub temperature: f64,
    /// From how many empty squares on half of the effort goes into finding the exact value.
    #[serde(default, deserialize_with = "whole::<0, 60, _>")]
    pub exhaustive: u32,
    /// How many plies a walk goes on while the best move captures something (Yonin-shogi).
    #[serde(default, deserialize_with = "whole::<0, 20, _>")]
    pub quiescence: u32,
    /// Players that others may be like (Yonin): as far as their moves make that believed, they are expected to go on so.
    #[serde(default)]
    pub habits: Vec<String>,
}

impl PuctSpec {
    pub(crate) fn options(&self) -> Options {
        Options {
            exploration: self.exploration as f32,
            // A temperature of 0 would divide by it.
            temperature: self.temperature.max(0.001) as f32,
            quiescence: self.quiescence,
            ..Options::default()
        }
    }
}
