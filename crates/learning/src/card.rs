//! The card beside weights: where they come from.

use std::fmt;

use sha2::{Digest, Sha256};
use statistics::Level;
use statistics::elo::{Method, Strength};

use crate::examination::Examination;
use crate::run::Plan;

/// The SHA-256 of weights, in words.
pub(crate) fn sum_of(bytes: &[u8]) -> String {
    let sum = Sha256::digest(bytes);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a card says; it is shown as Markdown.
pub(crate) struct Card<'a> {
    pub(crate) plan: &'a Plan,
    /// Each generation in words.
    pub(crate) generations: Vec<String>,
    pub(crate) examinations: &'a [Examination],
    pub(crate) hours: f64,
    pub(crate) machine: &'a str,
    /// The weights, not compressed.
    pub(crate) bytes: &'a [u8],
    /// How many bytes they are compressed.
    pub(crate) packed: usize,
}

impl fmt::Display for Card<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan {
            game,
            seed,
            generations,
            blocks,
            games,
            from,
            with,
            fitting,
            ..
        } = self.plan;
        writeln!(f, "# {game}.zst\n\n| | |\n|---|---|")?;
        let first = from
            .as_ref()
            .map_or("nothing".to_owned(), |sum| format!("the weights {sum:.12}"));
        writeln!(
            f,
            "| learned from | {first}: {generations} generations of {blocks} blocks of {games} games each, seed {seed} |"
        )?;
        for (generation, words) in self.generations.iter().enumerate() {
            writeln!(f, "| generation {generation} | {words} |")?;
        }
        if !with.is_empty() {
            writeln!(
                f,
                "| and from | the samples of {} earlier folders |",
                with.len()
            )?;
        }
        if let Some(last) = self.examinations.last() {
            let learned: u64 = last.phases.iter().map(|phase| phase.learned).sum();
            let held_out: u64 = last.phases.iter().map(|phase| phase.held_out).sum();
            writeln!(
                f,
                "| positions | {learned} learned from, {held_out} held out |"
            )?;
            let errors: Vec<String> = last
                .exact
                .iter()
                .map(|exact| format!("{:.2} at {} to go", exact.error, exact.left))
                .collect();
            writeln!(
                f,
                "| mean error against exact scores, games held out | {} |",
                errors.join(", ")
            )?;
            let pairs = last.paired().pairs;
            if let Some(strength) = Strength::of_pairs(&pairs, Level::P95, Method::Likelihood) {
                let games = 2 * pairs.pairs();
                let score = strength.score;
                writeln!(
                    f,
                    "| against the generation before | {score:.3} of the points in {games} games |"
                )?;
            }
        }
        writeln!(
            f,
            "| fit | {} epochs, {} neighbouring phases on either side, clip {} |",
            fitting.epochs, fitting.neighbours, fitting.clip
        )?;
        writeln!(f, "| time | {:.2} hours of one thread |", self.hours)?;
        writeln!(f, "| machine | {} |", self.machine)?;
        let sum = sum_of(self.bytes);
        writeln!(
            f,
            "| bytes | {}, {} compressed, sha256 `{sum}` (unpacked) |",
            self.bytes.len(),
            self.packed
        )
    }
}
