//! How much to do, and doing it on all cores.

use std::fmt;

use lab::jobs::{self, JobRange};
use rules::hash::mix;

/// How much to do.
pub struct PaperOptions<'a> {
    /// How many games, trees or positions; `None` for as many as the experiment has by itself.
    pub games: Option<u32>,
    /// Less than the paper did, for a first look.
    pub quick: bool,
    /// On how many threads; the results are the same with any number.
    pub threads: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// Called with what is being done.
    pub progress: &'a dyn Fn(&str),
}

impl fmt::Debug for PaperOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "PaperOptions({}, threads {})",
            self.command_options(),
            self.threads
        )
    }
}

impl PaperOptions<'_> {
    /// How many games: what was asked for, or else the quick or the full number.
    #[must_use]
    pub fn games(&self, full: u32, quick: u32) -> u32 {
        self.games.unwrap_or(if self.quick { quick } else { full })
    }

    /// A seed that belongs to one part of the experiment.
    #[must_use]
    pub fn seed_of(&self, part: &str) -> u64 {
        let fold = |hash: u64, byte: u8| mix(hash ^ u64::from(byte));
        part.bytes().fold(mix(self.seed), fold)
    }

    /// Reports what is being done.
    pub fn tell(&self, words: &str) {
        (self.progress)(words);
    }

    /// Does so many jobs on all threads and returns their results in the order of their numbers.
    pub fn each<T: Send>(&self, count: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
        jobs::in_order(JobRange::new(0, count), self.threads, job)
    }

    /// The options of the command that does the same again.
    pub(super) fn command_options(&self) -> String {
        let games = self.games.map(|games| format!(" --games {games}"));
        let quick = if self.quick { " --quick" } else { "" };
        format!("{}{quick} --seed {}", games.unwrap_or_default(), self.seed)
    }
}
