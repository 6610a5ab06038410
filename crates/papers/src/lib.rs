//! Repeats the experiments of the papers: each has a name, and prints our figures beside the
//! paper's, with intervals and a verdict on what the paper says.
//!
//! All is played and searched by the project's own players; the only figures written down here are
//! those that the papers printed. All results are determined by the seed, whatever the number of
//! threads.
//!
//! ```
//! use kaesu_papers::{Look, Looks, PaperOptions};
//!
//! let options = PaperOptions {
//!     games: Some(4),
//!     given: None,
//!     quick: true,
//!     threads: 2,
//!     seed: 1,
//!     looks: Looks::Once,
//!     look: Look::default(),
//!     progress: &|_| (),
//! };
//! let paper = kaesu_papers::named("p1-table1").expect("there is one");
//! let report = paper.report(&options)?;
//! assert_eq!(report.sections.last().map(|s| &*s.heading), Some("How to reproduce this"));
//! println!("{report}");
//! # Ok::<(), kaesu_papers::Error>(())
//! ```

#![forbid(unsafe_code)]

mod claim;
mod options;
mod p0;
mod p1;
mod p2;
mod p3;
mod p4;
mod printed;

pub use claim::{Claim, claims};
pub use options::{GivenGames, Look, Looks, PaperOptions};
pub use statistics::verdict::Holds;

use options::Memory;

use std::time::Instant;

use players::library::{self, LoadError};
use players::{FileError, PlayerError, PlayerFile};
use thiserror::Error;

use lab::contender::{Contender, Who};
use lab::plan::Problem;
use report::{Catalogue, Language, Report, Section};

/// An experiment of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Its name: the paper, a hyphen and the experiment.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Carries it out.
    pub run: fn(&PaperOptions<'_>) -> Result<Report, Error>,
}

/// Why an experiment of a paper could not be carried out.
#[derive(Debug, Error)]
pub enum Error {
    /// A player that should be in the library is not.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A player that was made here is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// A player of ours gave no move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The games cannot be played.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// Games that somebody gave cannot be used.
    #[error("{file}: {problem}")]
    Given {
        /// The name of their file.
        file: String,
        /// What is wrong.
        problem: String,
    },
}

/// Returns all experiments, in the order of the papers.
#[must_use]
pub fn all() -> Vec<Paper> {
    [&p0::ALL[..], &p1::ALL, &p2::ALL, &p3::ALL, &p4::ALL].concat()
}

/// Returns the experiment with this name.
#[must_use]
pub fn named(name: &str) -> Option<Paper> {
    all().into_iter().find(|paper| paper.name == name)
}

impl Paper {
    /// Whether it can be told which games to look at, as records in a file.
    #[must_use]
    pub fn takes_games(&self) -> bool {
        self.name == "p3-shogi"
    }

    /// Carries the experiment out; the report ends with how to do it again.
    ///
    /// # Errors
    /// Returns an error if it cannot be carried out.
    pub fn report(&self, options: &PaperOptions<'_>) -> Result<Report, Error> {
        let (mut report, command) = match options.looks {
            Looks::Once => ((self.run)(options)?, options.command_options()),
            _ => self.look_again(options)?,
        };
        let mut again = Section::new("How to reproduce this");
        again.listing(format!("kaesu paper {}{command}", self.name));
        report.sections.push(again);
        Ok(report)
    }

    /// Looks at more and more games until every claim is decided, or enough looks were taken.
    /// Returns the last report, and the options that reproduce it.
    fn look_again(&self, options: &PaperOptions<'_>) -> Result<(Report, String), Error> {
        let memory = Memory::default();
        let begun = Instant::now();
        for number in 1.. {
            let look_begun = Instant::now();
            let now = PaperOptions {
                look: Look::new(number, &memory),
                ..*options
            };
            let report = (self.run)(&now)?;
            // The next look plays twice as much, unless parts are settled.
            let enough = match options.looks {
                Looks::Once => true,
                Looks::Times(times) => number >= times,
                Looks::Within(time) => begun.elapsed() + look_begun.elapsed() > time,
            };
            if enough || claim::open(&report) == 0 {
                return Ok((report, now.command_options()));
            }
        }
        unreachable!("it looks until it is enough")
    }
}

/// A report in a language.
#[must_use]
pub fn in_language(report: Report, language: Language) -> Report {
    match language {
        Language::English => report,
        Language::Japanese => japanese().report(&report),
    }
}

/// What the reports say, in Japanese. The words of the papers come first, since a word of a paper may
/// mean something else in a run of the lab; those of the players come from their files.
fn japanese() -> Catalogue {
    let players = library::names();
    let players = players.iter().filter_map(|name| library::load(name).ok());
    let about = players.filter_map(|file| Some((file.about, file.about_ja?)));
    Catalogue::new(&[include_str!("japanese.txt"), lab::report::JAPANESE]).with(about)
}

/// The text and the content of a program's file: those of the papers are players of ours.
fn file_of(program: &Contender) -> (&str, &PlayerFile) {
    match &program.who {
        Who::File { text, file } => (text, file),
        Who::Engine(_) => panic!("{} is no player of ours", program.name),
    }
}

#[cfg(test)]
mod sequential;
#[cfg(test)]
mod tests;
