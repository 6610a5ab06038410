//! How a player looks ahead: the `[search.KIND]` table of its file.

use serde::Deserialize;

/// The searches a player file can name, each with its options.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchSpec {
    /// Any legal move, all equally likely.
    Random {},
}
