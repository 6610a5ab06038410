//! What can be wrong with an experiment file.

use std::ops::Range;
use std::path::Path;

use players::text_file;
use thiserror::Error;

/// The longest file of an experiment, or of its openings.
pub(crate) const LONGEST: u64 = 1 << 26;

/// Why an experiment file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentError {
    /// The file itself cannot be read.
    #[error("the {what} {file} cannot be read: {problem}")]
    Unreadable {
        /// What it should hold.
        what: &'static str,
        /// The file.
        file: String,
        /// What the operating system reported.
        problem: String,
    },
    /// Something in it is wrong.
    #[error("{file}, line {line}: {problem}")]
    Content {
        /// The file.
        file: String,
        /// Where it is wrong, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
}

impl ExperimentError {
    /// Returns the name of a file, as errors say it, and its text.
    pub(crate) fn name_and_text(what: &'static str, path: &Path) -> Result<(String, String), Self> {
        let file = path.display().to_string();
        match text_file::read(path, LONGEST) {
            Ok(text) => Ok((file, text)),
            Err(error) => Err(Self::Unreadable {
                what,
                file,
                problem: error.to_string(),
            }),
        }
    }

    /// Something is wrong at this place of a file's text.
    pub(crate) fn at(file: &str, text: &str, at: Range<usize>, problem: &str) -> Self {
        let before = &text[..at.start.min(text.len())];
        Self::Content {
            file: file.to_owned(),
            line: 1 + before.matches('\n').count(),
            problem: problem.replace('\n', " "),
        }
    }
}
