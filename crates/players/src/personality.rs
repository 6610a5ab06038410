//! What a player does besides playing well: the `[personality.KIND]` table of its file.

use rules::reversi::{Bits, Othello};
use serde::Deserialize;

pub mod drama;
pub mod entertaining;
pub mod human;

use self::drama::DramaSpec;
use self::entertaining::EntertainingSpec;
use self::human::HumanSpec;

/// The personalities a player file can name.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonalitySpec {
    /// P2's entertaining program, for Othello.
    Entertaining(EntertainingSpec),
    /// P2's open point: expectation and surprise where the evaluation jumps, for Othello.
    Drama(DramaSpec),
    /// Plays and errs like a person.
    Human(HumanSpec),
}

impl PersonalitySpec {
    /// Returns its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Entertaining(_) => "entertaining",
            Self::Drama(_) => "drama",
            Self::Human(_) => "human",
        }
    }

    /// Returns what is wrong with numbers that are each in range, if anything is.
    pub(crate) fn problem(&self) -> Option<String> {
        let ranges = match self {
            Self::Entertaining(spec) => vec![(spec.surprise_from, spec.surprise_to)],
            Self::Drama(spec) => [&spec.expectation, &spec.surprise]
                .map(|act| (act.from, act.to))
                .to_vec(),
            Self::Human(_) => Vec::new(),
        };
        let (from, to) = ranges.into_iter().find(|(from, to)| from > to)?;
        Some(format!(
            "no move comes from {from} on and not after {to}; the first number has to be the lower one"
        ))
    }
}

/// Returns the number of the move that is chosen in a position: discs placed so far, and one.
pub(crate) fn move_number(position: &Othello) -> u32 {
    let placed = (position.own() | position.other()).len().saturating_sub(4);
    placed + 1
}
