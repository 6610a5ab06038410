//! What a run found, written for people.
//!
//! - [`of_run()`]: the report of a run
//! - [`of_tune()`]: the report of a search for the best numbers
//! - [`compare`]: what changed from one run to another

mod comparison;
mod of_run;
mod of_tune;

use report::{Catalogue, Language, Report};

pub use comparison::compare;
pub use of_run::of_run;
pub use of_tune::of_tune;

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
