//! How much to do, how often to look at it, and doing it on all cores.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lab::jobs::{JobRange, in_order};
use rules::hash::mix;
use statistics::{Estimate, Level, looks};

use crate::{Claim, Error, Holds};

/// How much to do.
#[derive(Clone, Copy)]
pub struct PaperOptions<'a> {
    /// How many games, trees or positions, if given.
    pub games: Option<u32>,
    /// Games that somebody has, for an experiment that [takes](crate::Paper::takes_games) them.
    pub given: Option<GivenGames<'a>>,
    /// Less than the paper did, for a first look.
    pub quick: bool,
    /// How often to look at the results while they grow.
    pub looks: Looks,
    /// On how many threads; the results are the same with any number.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Called with what is being done.
    pub progress: &'a dyn Fn(&str),
    /// The current look; by default the only one.
    pub look: Look<'a>,
}

/// Games in a file.
#[derive(Clone, Copy, Debug)]
pub struct GivenGames<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// What it holds.
    pub text: &'a str,
}

/// How often to look at the results while they grow, from the number of the paper to twice as many
/// more each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Once.
    Once,
    /// Until every claim is decided, but at most this many times.
    Times(u32),
    /// Until every claim is decided, as long as the next look can be expected within this time.
    Within(Duration),
}

/// One look at growing results.
#[derive(Clone, Copy, Default)]
pub struct Look<'a> {
    /// Counted from 1; 0 if there is only one.
    number: u32,
    memory: Option<&'a Memory>,
}

/// What was found at earlier looks, and which parts need no more.
#[derive(Default)]
pub(crate) struct Memory {
    found: Mutex<HashMap<(String, u32), Arc<dyn Any + Send + Sync>>>,
    settled: Mutex<HashMap<String, u32>>,
}

impl<'a> Look<'a> {
    pub(crate) fn new(number: u32, memory: &'a Memory) -> Self {
        Self {
            number,
            memory: Some(memory),
        }
    }

    /// Returns the last look at which a part was added to.
    fn last(self, part: &str) -> u32 {
        let settled = self.memory.map(|memory| &memory.settled);
        let settled = settled.and_then(|settled| {
            let settled = settled.lock().expect("no thread panics with the lock");
            settled.get(part).copied()
        });
        settled.unwrap_or(self.number)
    }

    /// Marks a part that needs no more games.
    pub(crate) fn settle(self, part: &str) {
        if let Some(memory) = self.memory {
            let mut settled = memory
                .settled
                .lock()
                .expect("no thread panics with the lock");
            settled.entry(part.to_owned()).or_insert(self.number);
        }
    }

    /// Returns which look it is, from 1.
    pub(crate) fn number(self) -> u32 {
        self.number.max(1)
    }
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
    /// Returns how many games: what was asked for, or else the quick or the full number; with every
    /// look twice as many are added as with the one before.
    #[must_use]
    pub fn games(&self, full: u32, quick: u32) -> u32 {
        let asked = self.first_games([full, quick]);
        let times = (1_u64 << self.look.number().min(32)) - 1;
        u32::try_from(u64::from(asked) * times).unwrap_or(u32::MAX)
    }

    /// Returns how many games the first look has: what was asked for, or else the full or the quick
    /// number.
    pub(crate) fn first_games(&self, [full, quick]: [u32; 2]) -> u32 {
        self.games.unwrap_or(if self.quick { quick } else { full })
    }

    /// Returns the same as of the last look at which one of these parts was added to: what judges a
    /// claim of them.
    pub(crate) fn as_of<'k>(&self, parts: impl IntoIterator<Item = &'k str>) -> Self {
        let looks = parts.into_iter().map(|part| self.look.last(part));
        let look = Look {
            number: looks.max().unwrap_or(self.look.number),
            ..self.look
        };
        Self { look, ..*self }
    }

    /// Stops adding to the parts that no open claim asks for, from the look with this number on.
    pub(crate) fn settle<'k>(
        &self,
        judged: &[Claim],
        parts: impl IntoIterator<Item = &'k str>,
        from: u32,
    ) {
        let is_open = |part: &str| {
            let mut open = judged
                .iter()
                .filter(|claim| claim.holds == Holds::CannotBeTold);
            open.any(|claim| claim.parts.iter().any(|asked| asked == part))
        };
        if self.look.number() >= from {
            let parts = parts.into_iter().filter(|part| !is_open(part));
            parts.for_each(|part| self.look.settle(part));
        }
    }

    /// Returns what a part of the experiment found at all looks until now, one result each. `play`
    /// is given a seed and a number of games; what it found at an earlier look is remembered.
    ///
    /// The seed is derived from `part`; `key` also distinguishes what is played from the same seed.
    pub(crate) fn batches<T: Send + Sync + 'static>(
        &self,
        [part, key]: [&str; 2],
        games: [u32; 2],
        play: impl Fn(u64, u32) -> Result<T, Error>,
    ) -> Result<Vec<Arc<T>>, Error> {
        let asked = self.first_games(games);
        let mut all = Vec::new();
        for look in 1..=self.look.last(key).max(1) {
            let remembered = self.look.memory.map(|memory| &memory.found);
            let known = remembered.and_then(|found| {
                let found = found.lock().expect("no thread panics with the lock");
                found.get(&(key.to_owned(), look)).cloned()
            });
            if let Some(known) = known.and_then(|known| known.downcast::<T>().ok()) {
                all.push(known);
                continue;
            }
            let seed = match look {
                1 => self.seed_of(part),
                _ => self.seed_of(&format!("{part}, look {look}")),
            };
            let more = asked.saturating_mul(1 << (look - 1).min(31));
            let found = Arc::new(play(seed, more)?);
            if let Some(remembered) = remembered {
                let mut remembered = remembered.lock().expect("no thread panics with the lock");
                remembered.insert((key.to_owned(), look), found.clone());
            }
            all.push(found);
        }
        Ok(all)
    }

    /// Returns the level of intervals that judge a claim, if all of this many parts have to be
    /// right at once, at the look with this number.
    #[must_use]
    pub(crate) fn level(&self, look: u32, parts: usize) -> Level {
        if self.look.number == 0 {
            let wrong = looks::ALPHA / parts.max(1) as f64;
            return Level::new(1.0 - wrong).expect("a small chance to be wrong");
        }
        looks::level(look, parts)
    }

    /// Returns an estimate at 95 % as it may judge a claim of this many parts at this look: the
    /// interval is widened as that of a normal error would be.
    #[must_use]
    pub(crate) fn cautious(&self, found: Estimate, parts: usize) -> Estimate {
        let level = self.level(self.look.number(), parts);
        found.widened(level.z() / Level::P95.z())
    }

    /// Returns a seed that belongs to one part of the experiment.
    #[must_use]
    pub fn seed_of(&self, part: &str) -> u64 {
        let fold = |hash: u64, byte: u8| mix(hash ^ u64::from(byte));
        part.bytes().fold(mix(self.seed), fold)
    }

    /// Reports what is being done.
    pub fn tell(&self, words: &str) {
        if self.look.number > 1 {
            (self.progress)(&format!("look {}: {words}", self.look.number));
        } else {
            (self.progress)(words);
        }
    }

    /// Runs this many jobs on all threads and returns their results in the order of their numbers.
    pub fn each<T: Send>(&self, jobs: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
        in_order(JobRange::new(0, jobs), self.threads.max(1), job)
    }

    /// Returns the options of the command that reproduces this.
    pub(super) fn command_options(&self) -> String {
        let given = self
            .given
            .map(|given| format!(" --games {}", quoted(given.file)));
        let games = self
            .games
            .map(|games| format!(" --games {games}"))
            .or(given);
        let quick = if self.quick { " --quick" } else { "" };
        let looks = match self.look.number {
            0 => String::new(),
            looks => format!(" --looks {looks}"),
        };
        format!(
            "{}{quick}{looks} --seed {}",
            games.unwrap_or_default(),
            self.seed
        )
    }
}

/// Returns a word as a shell takes it for one.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
