//! What a player does besides playing well: the `[personality.KIND]` table of its file.

use serde::Deserialize;

/// The personalities a player file can name.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonalitySpec {}

impl PersonalitySpec {
    /// Its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match *self {}
    }
}
