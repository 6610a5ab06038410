//! How a player looks ahead: the `[search.KIND]` table of its file.

use serde::Deserialize;

use crate::thesis::ThesisSpec;

/// The searches a player file can name, each with its options.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchSpec {
    /// Any legal move, all equally likely.
    Random {},
    /// P0's search in Yonin.
    Thesis(ThesisSpec),
    /// P0's search as its program is printed: the root move is not made before looking ahead.
    ThesisAsPrinted(ThesisSpec),
}

impl SearchSpec {
    /// Its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Random {} => "random",
            Self::Thesis(_) => "thesis",
            Self::ThesisAsPrinted(_) => "thesis-as-printed",
        }
    }
}
