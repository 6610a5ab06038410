//! What a paper says, and whether it holds.

use super::Holds;
use report::{Column, Part, Report, Section, Table};

/// Something a paper says, judged by an interval or a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What the paper says.
    pub claim: String,
    /// Whether it holds.
    pub holds: Holds,
    /// The figures that decide.
    pub why: String,
    /// The parts of the experiment that decide, by their keys, where only some of them do.
    pub parts: Vec<String>,
}

impl Claim {
    /// Creates a claim with its verdict.
    #[must_use]
    pub fn new(claim: impl Into<String>, holds: Holds, why: impl Into<String>) -> Self {
        Self {
            claim: claim.into(),
            holds,
            why: why.into(),
            parts: Vec::new(),
        }
    }

    /// Returns the same, decided by these parts of the experiment alone.
    #[must_use]
    pub fn by(mut self, parts: impl IntoIterator<Item = String>) -> Self {
        self.parts = parts.into_iter().collect();
        self
    }
}

/// The name of the tables of claims.
const NAME: &str = "claims";

/// Returns the section that answers a paper's claims: how many hold, and each with its figures.
#[must_use]
pub fn claims(all: &[Claim]) -> Section {
    let mut section = Section::new("What the paper says, and what we find");
    let counted = |holds: Holds| all.iter().filter(|claim| claim.holds == holds).count();
    section.prose(format!(
        "Verdicts on {} claims: holds {}, does not hold {}, cannot be told with this many games {}.",
        all.len(),
        counted(Holds::Yes),
        counted(Holds::No),
        counted(Holds::CannotBeTold),
    ));
    let mut table = Table::new(
        NAME,
        "What the paper says, with a verdict by interval or test.",
        [
            Column::text("claim"),
            Column::text("verdict"),
            Column::text("why"),
        ],
    );
    for claim in all {
        table.push([
            claim.claim.clone().into(),
            claim.holds.words().into(),
            claim.why.clone().into(),
        ]);
    }
    section.table(table);
    section
}

/// Returns how many claims of a report are still open.
pub(crate) fn open(report: &Report) -> usize {
    let parts = report.sections.iter().flat_map(|section| &section.parts);
    let tables = parts
        .filter_map(Part::as_table)
        .filter(|table| table.name == NAME);
    let open = Holds::CannotBeTold.words().into();
    tables
        .flat_map(Table::rows)
        .filter(|row| row.get(1) == Some(&open))
        .count()
}
