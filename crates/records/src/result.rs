//! How a game ended: the same in rooms, records, the store and on the page.

use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The rank of each seat; 1 is the best.
    pub ranks: Vec<u8>,
    /// The score of each seat, as the game counts it.
    pub scores: Vec<i32>,
    /// What ended it.
    pub reason: Reason,
    /// The seat that resigned or ran out of time, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub by: Option<u8>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// It was played to its end.
    Played,
    /// A seat resigned.
    Resigned,
    /// A seat ran out of time.
    Time,
}
