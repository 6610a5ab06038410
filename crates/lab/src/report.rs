//! What a run found, written for people.
//!
//! - [`of_run()`]: the report of a run
//! - [`compare`]: what changed from one run to another

mod comparison;
mod of_run;

pub use comparison::compare;
pub use of_run::of_run;
