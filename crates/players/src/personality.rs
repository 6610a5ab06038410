//! What a player does besides playing well: the `[personality.KIND]` table of its file.

use serde::Deserialize;

/// The personalities a player file can name.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonalitySpec {}
