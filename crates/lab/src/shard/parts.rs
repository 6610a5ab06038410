//! The parts of a folder: read, checked, and put in the order of their lines.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use statistics::sprt::Decision;

use crate::experiment::{Experiment, Kind};
use crate::jobs::{self, JobRange};
use crate::plan::Plan;
use crate::run::{Judge, Measured, Played, RunLine, SealedLine, Summary};
use crate::shard::division::Division;
use crate::shard::error::{Advice, ShardError};
use crate::shard::listing::Listing;
use crate::shard::part::{Head, PartReader, part_file};
use crate::shard::{Numbers, Shard};

/// The parts of a folder, whole or not.
pub(super) struct Parts<'a> {
    pub(super) folder: &'a Path,
    pub(super) division: Division,
    pub(super) experiment: Experiment,
    pub(super) text: String,
    pub(super) plan: Plan,
    judge: Judge,
    pub(super) listing: Listing,
    stop: &'a AtomicBool,
}

/// What reading all parts has found.
pub(super) struct Survey {
    /// The heads of those that are whole, in order.
    pub(super) heads: Vec<Head>,
    /// What is wrong with others, which have to be made again.
    pub(super) damaged: Vec<(u64, ShardError)>,
    /// After how many games a stopping rule has decided: whatever comes behind them does not matter.
    pub(super) decided: Option<u64>,
}

impl<'a> Parts<'a> {
    /// Finds the parts of a folder. Whatever is done with them ends soon after `stop` is set.
    pub(super) fn open(folder: &'a Path, stop: &'a AtomicBool) -> Result<Self, ShardError> {
        let division = Division::read(folder)?;
        let (experiment, text) = division.experiment(folder)?;
        Ok(Self {
            folder,
            listing: Listing::of_all(folder, division.shards)?,
            plan: Plan::new(&experiment)?,
            judge: Judge::new(&experiment)?,
            division,
            experiment,
            text,
            stop,
        })
    }

    /// Returns what the lines of its parts are called.
    pub(super) fn name(&self) -> &'static str {
        match self.experiment.kind {
            Kind::Measurement(_) => Measured::NAME,
            _ => Played::NAME,
        }
    }

    /// Returns the file of a shard's part.
    pub(super) fn part(&self, number: u64) -> PathBuf {
        let shard = Shard::new(number, self.division.shards).expect("it is one of them");
        part_file(self.folder, shard)
    }

    fn reader(&self, path: &Path, number: u64) -> Result<PartReader, ShardError> {
        let count = self.division.shards;
        let shard = Shard::new(number, count).expect("it is one of them");
        let jobs = self.plan.shard(number, count);
        PartReader::open(path, shard, self.name(), &self.division, jobs)
    }

    /// Reads a file that should be the part of a shard.
    pub(super) fn read(&self, path: &Path, number: u64) -> Result<Head, ShardError> {
        let reader = self.reader(path, number)?;
        match self.experiment.kind {
            Kind::Measurement(_) => reader.check::<Measured>(&self.judge, self.stop),
            _ => reader.check::<Played>(&self.judge, self.stop),
        }
    }

    /// Reads all parts that are there, and asks the stopping rule. Those that are not whole count as missing from then
    /// on; one that belongs to something else is refused, unless it is behind the decision.
    pub(super) fn survey(&mut self, threads: usize) -> Result<Survey, ShardError> {
        let present: Vec<u64> = self.listing.parts.iter().copied().collect();
        let all = JobRange::new(0, present.len() as u64);
        let read = jobs::in_order(all, threads, |index| {
            let number = present[index as usize];
            self.read(&self.part(number), number)
        });
        let (mut heads, mut damaged, mut foreign) = (Vec::new(), Vec::new(), None);
        for (number, head) in present.into_iter().zip(read) {
            let error = match head {
                Ok(head) => {
                    heads.push(head);
                    continue;
                }
                Err(ShardError::Interrupted) => return Err(ShardError::Interrupted),
                Err(error) => error,
            };
            self.listing.parts.remove(&number);
            match error.advice() {
                Advice::TryAgain => damaged.push((number, error)),
                _ => foreign = foreign.or(Some(error)),
            }
        }
        let decided = self.decided()?;
        if let (None, Some(foreign)) = (decided, foreign) {
            return Err(foreign);
        }
        if let Some(games) = decided {
            let last = self.shard_of(games - 1);
            heads.retain(|head: &Head| head.shard <= last);
            damaged.clear();
        }
        Ok(Survey {
            heads,
            damaged,
            decided,
        })
    }

    /// Returns the shards without a part.
    pub(super) fn missing(&self) -> Numbers {
        let all = 0..self.division.shards;
        all.filter(|shard| !self.listing.parts.contains(shard))
            .collect()
    }

    /// Returns how many shards are there before the first that is missing, and how many lines they have.
    pub(super) fn in_a_row(&self) -> (u64, u64) {
        let count = self.division.shards;
        let first = (0..count).find(|shard| !self.listing.parts.contains(shard));
        let shards = first.unwrap_or(count);
        let lines = shards.checked_sub(1);
        (
            shards,
            lines.map_or(0, |last| self.plan.shard(last, count).end()),
        )
    }

    /// Asks the stopping rule, if there is one, after how many games of the shards before the first missing one it
    /// decides.
    fn decided(&self) -> Result<Option<u64>, ShardError> {
        if self.experiment.stop.is_none() {
            return Ok(None);
        }
        let mut summary = Summary::new(&self.experiment)?;
        for line in self.lines(self.in_a_row().1) {
            let line = line?;
            let game: Played = line.of_plan(&self.plan).map_err(|error| {
                let shard = self.shard_of(line.number);
                ShardError::Damaged {
                    file: self.part(shard),
                    shard,
                    problem: error.to_string(),
                }
            })?;
            if summary.add(&game) != Decision::Continue {
                return Ok(Some(summary.games()));
            }
        }
        Ok(None)
    }

    /// Returns the shard that a line is of.
    pub(super) fn shard_of(&self, line: u64) -> u64 {
        let (mut low, mut high) = (0, self.division.shards - 1);
        while low < high {
            let middle = low.midpoint(high);
            if self.plan.shard(middle, self.division.shards).end() > line {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Returns the first so many lines.
    pub(super) fn lines(
        &self,
        count: u64,
    ) -> impl Iterator<Item = Result<SealedLine, ShardError>> + Send + '_ {
        let mut shards = self.listing.parts.iter().copied();
        let mut part: Option<PartReader> = None;
        let mut left = count;
        std::iter::from_fn(move || {
            while left > 0 {
                if self.stop.load(Ordering::Relaxed) {
                    left = 0;
                    return Some(Err(ShardError::Interrupted));
                }
                if let Some(line) = part.as_mut().and_then(Iterator::next) {
                    left -= 1;
                    return Some(line);
                }
                let next = shards.next()?;
                match self.reader(&self.part(next), next) {
                    Ok(next) => part = Some(next),
                    Err(error) => {
                        left = 0;
                        return Some(Err(error));
                    }
                }
            }
            None
        })
    }
}
