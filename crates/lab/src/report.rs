//! What a run found, written for people.
//!
//! - [`of_run()`]: the report of a run
//! - [`compare`]: what changed from one run to another

mod comparison;
mod of_run;

use report::{Catalogue, Language, Report};

pub use comparison::compare;
pub use of_run::of_run;

/// What the reports of runs say, in Japanese.
pub const JAPANESE: &str = include_str!("report/japanese.txt");

fn in_language(report: Report, language: Language) -> Report {
    match language {
        Language::English => report,
        Language::Japanese => Catalogue::new(&[JAPANESE]).report(&report),
    }
}

#[cfg(test)]
mod tests;
