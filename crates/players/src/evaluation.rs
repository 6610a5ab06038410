//! What a player thinks a position is worth: the `[evaluation.KIND]` table of its file.

use serde::Deserialize;

pub mod map;
pub mod territories;

use self::territories::TerritoriesSpec;

/// The evaluations a player file can name, each with its numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationSpec {
    /// P0: a map with territories, for Yonin.
    Territories(TerritoriesSpec),
}

impl EvaluationSpec {
    /// Its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Territories(_) => "territories",
        }
    }
}
