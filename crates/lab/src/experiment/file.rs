//! From an experiment file to an experiment and back. A file that is wrong in any way is refused
//! with its name, the line and what would be right.

pub(crate) mod openings;
pub(crate) mod player;
mod source;
pub(crate) mod stop;
mod sweep;

use std::ops::Range;
use std::path::Path;

use players::toml_text;

use self::source::Source;
use super::{Experiment, ExperimentError};
use crate::plan::{Plan, Problem};
use crate::run;

impl Experiment {
    /// Reads an experiment file; files that it names are looked for beside it.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or anything in it is wrong.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        let (file, text) = ExperimentError::name_and_text("experiment file", path)?;
        Self::parse(&file, &text, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads an experiment from the text of a file that has this name; files that it names are
    /// looked for in this folder.
    ///
    /// # Errors
    /// Returns an error if anything in it is unknown, missing or impossible.
    pub fn parse(name: &str, text: &str, folder: &Path) -> Result<Self, ExperimentError> {
        let wrong =
            |at: Range<usize>, problem: String| ExperimentError::at(name, text, at, &problem);
        let source: Source = toml_text::read(text)
            .map_err(|error| wrong(error.span().unwrap_or_default(), in_words(error.message())))?;
        let at = |at: Range<usize>| move |problem: String| wrong(at, problem);
        let experiment = source
            .read(folder)
            .map_err(|(place, problem)| at(place)(problem))?;
        // Errors that only show once everything is put together.
        Plan::new(&experiment)
            .map(|_| ())
            .and_then(|()| run::prepare(&experiment).map(|_| ()))
            .map_err(|Problem { place, text }| at(source.span(place))(text))?;
        Ok(experiment)
    }

    /// Checks that any text is read without a crash, or refused in one line that says where, and that what was read
    /// is the same after it was written. Returns whether it was read.
    ///
    /// # Panics
    /// Panics if that is not so.
    #[must_use]
    pub fn check(text: &str) -> bool {
        let nowhere = Path::new("no such folder");
        match Self::parse("fuzz.toml", text, nowhere) {
            Ok(experiment) => {
                if let Ok(written) = experiment.to_toml() {
                    let again = Self::parse("fuzz.toml", &written, nowhere);
                    let again = again.map(|experiment| experiment.to_toml());
                    assert_eq!(again, Ok(Ok(written)));
                }
                true
            }
            Err(error) => {
                let said = error.to_string();
                assert!(said.starts_with("fuzz.toml"), "{said}");
                assert!(!said.contains('\n'), "{said}");
                false
            }
        }
    }

    /// Returns the experiment as a file that needs no other.
    ///
    /// # Errors
    /// Returns an error if its seed is too large for a file.
    pub fn to_toml(&self) -> Result<String, Problem> {
        let source = Source::of(self)?;
        Ok(toml::to_string(&source).expect("every part of an experiment can be written as TOML"))
    }
}

/// Returns what is wrong with a value, without the names of Rust's types.
pub(crate) fn in_words(problem: &str) -> String {
    let types = [
        ("expected i64", "expected a whole number"),
        ("expected u32", "expected a whole number"),
        ("expected f64", "expected a number"),
    ];
    let told = problem.to_owned();
    types
        .iter()
        .fold(told, |told, (name, words)| told.replace(name, words))
}
