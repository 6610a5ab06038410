//! The engine of Othello as a file gives it: `[search.othello]`.

use serde::Deserialize;

use crate::number::whole;

/// How the engine looks ahead. In the words of other programs for Othello: so many plies with so
/// much confidence, and to the end of the game from so many empty squares on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct OthelloSpec {
    /// From how many empty squares on it finds the exact value, whatever the depth.
    #[serde(deserialize_with = "whole::<0, 60, _>")]
    pub exhaustive: u32,
    /// From how many empty squares on it looks to the end of the game with some confidence.
    #[serde(deserialize_with = "whole::<0, 60, _>")]
    pub confident: u32,
    /// With how much, in percent.
    #[serde(deserialize_with = "whole::<1, 99, _>")]
    pub confidence: u32,
    /// Whether it cuts what is hardly worth a look before the end of the game.
    pub selective: bool,
    /// How many threads it thinks on.
    #[serde(deserialize_with = "whole::<1, 256, _>")]
    pub threads: u32,
    /// Megabytes for what it knows of positions.
    #[serde(deserialize_with = "whole::<1, 65536, _>")]
    pub table: u32,
    /// Whether it plays from the book while it thinks by its own limits.
    pub book: bool,
    /// Discs that a move of the book may lose, for variety.
    #[serde(deserialize_with = "whole::<0, 64, _>")]
    pub loss: u32,
}

impl Default for OthelloSpec {
    fn default() -> Self {
        Self {
            exhaustive: 0,
            confident: 0,
            confidence: 95,
            selective: true,
            threads: 1,
            table: 16,
            book: true,
            loss: 0,
        }
    }
}

impl OthelloSpec {
    /// What is wrong with it as a whole, if anything is.
    pub(crate) fn problem(&self) -> Option<String> {
        let Self {
            exhaustive,
            confident,
            selective,
            ..
        } = self;
        if *confident > 0 && confident < exhaustive {
            return Some(format!(
                "what is exact from {exhaustive} empty squares on needs no confidence from {confident} on; leave confident out"
            ));
        }
        let unheard = *confident > 0 && !selective;
        unheard.then(|| "confident is for a selective search; leave one of both out".to_owned())
    }
}
