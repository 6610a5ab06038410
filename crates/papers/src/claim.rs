//! What a paper says, and what became of it.

use super::Holds;
use report::{Column, Section, Table};

/// Something a paper says, judged by an interval or a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What the paper says.
    pub claim: &'static str,
    /// What became of it.
    pub holds: Holds,
    /// The figures that decide.
    pub why: String,
}

impl Claim {
    /// A claim with its verdict.
    #[must_use]
    pub fn new(claim: &'static str, holds: Holds, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { claim, holds, why }
    }
}

/// The section that answers a paper's claims: how many hold, and each with its figures.
#[must_use]
pub fn claims(all: &[Claim]) -> Section {
    let mut section = Section::new("What the paper says, and what we find");
    let counted = |holds: Holds| all.iter().filter(|claim| claim.holds == holds).count();
    section.prose(format!(
        "Of {} claims {} hold, {} do not hold, {} cannot be told with this many games.",
        all.len(),
        counted(Holds::Yes),
        counted(Holds::No),
        counted(Holds::CannotBeTold),
    ));
    let mut table = Table::new(
        "claims",
        "What the paper says, with a verdict by interval or test.",
        [
            Column::text("claim"),
            Column::text("verdict"),
            Column::text("why"),
        ],
    );
    for claim in all {
        table.push([
            claim.claim.into(),
            claim.holds.words().into(),
            claim.why.clone().into(),
        ]);
    }
    section.table(table);
    section
}
