//! The card beside weights: where they come from.

use std::fmt;

use sha2::{Digest, Sha256};

use super::examination::Examination;
use super::run::Plan;

/// What a card says; it is shown as Markdown.
pub(super) struct Card<'a> {
    pub(super) plan: &'a Plan,
    pub(super) last: &'a Examination,
    pub(super) hours: f64,
    pub(super) machine: &'a str,
    /// The weights, not compressed.
    pub(super) bytes: &'a [u8],
    /// How many bytes they are compressed.
    pub(super) packed: usize,
}

impl fmt::Display for Card<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan {
            game,
            seed,
            generations,
            blocks,
            games,
            lambda,
            ..
        } = self.plan;
        writeln!(f, "# {game}.zst\n\n| | |\n|---|---|")?;
        let all = u64::from(*generations) * u64::from(*blocks) * u64::from(*games);
        writeln!(
            f,
            "| learned from | nothing: {all} games of its own ({generations} generations of {blocks} blocks of {games}), λ {lambda}, seed {seed} |"
        )?;
        for played in &self.last.matches {
            if let Some(rank) = played.mean_rank() {
                let games = 4 * played.ranks.len();
                writeln!(
                    f,
                    "| mean rank against three {}, without looking ahead | {rank:.2} in {games} games |",
                    played.against
                )?;
            }
        }
        writeln!(
            f,
            "| mean error of the ranks expected in its own games | {:.3} |",
            self.last.error
        )?;
        writeln!(f, "| time | {:.2} hours of one thread |", self.hours)?;
        writeln!(f, "| machine | {} |", self.machine)?;
        let digest = Sha256::digest(self.bytes);
        let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(
            f,
            "| bytes | {}, {} compressed, sha256 `{sum}` (unpacked) |",
            self.bytes.len(),
            self.packed
        )
    }
}
