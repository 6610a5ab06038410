//! What a player thinks a position is worth: the `[evaluation.KIND]` table of its file.

use serde::Deserialize;

/// The evaluations a player file can name, each with its numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationSpec {}
