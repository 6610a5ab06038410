//! Parts put together: the run that one machine would have made.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use statistics::sprt::Decision;

use crate::experiment::{Experiment, Kind};
use crate::jobs::{self, JobRange};
use crate::plan::Plan;
use crate::run::{
    Measured, Played, Program, Run, RunError, RunLine, SealedLine, Summary, lines_file, pack,
    set_up,
};
use crate::shard::division::Division;
use crate::shard::error::{ShardError, file_error};
use crate::shard::part::{Head, PartReader, part_file, shard_of};
use crate::shard::{Numbers, Shard};

/// A run that was merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// How many games or positions it has.
    pub done: u64,
    /// Whether it was there before.
    pub before: bool,
}

/// Merges the parts of a folder into a run. If the experiment has a stopping rule, the first shards
/// are enough as soon as it decides.
///
/// # Errors
/// Returns an error if a part is missing, damaged or does not belong to the others, or if the run's
/// folder holds something else. Nothing that was there before is changed.
pub fn merge(
    folder: &Path,
    run: &Path,
    program: &Program,
    threads: usize,
) -> Result<Merged, ShardError> {
    let parts = Parts::open(folder)?;
    let theirs = &parts.division.program.version;
    if *theirs != program.version {
        let problem = format!(
            "holds shards by version {theirs} of the program, and this is {}",
            program.version
        );
        return Err(ShardError::Other {
            folder: folder.to_owned(),
            problem,
        });
    }
    match parts.experiment.kind {
        Kind::Measurement(_) => parts.merge::<Measured>(run, threads),
        _ => parts.merge::<Played>(run, threads),
    }
}

/// The parts of a folder, whole or not.
pub(super) struct Parts<'a> {
    folder: &'a Path,
    pub(super) division: Division,
    experiment: Experiment,
    text: String,
    plan: Plan,
    /// The shards that have a part.
    pub(super) present: BTreeSet<u64>,
}

impl<'a> Parts<'a> {
    /// Finds the parts of a folder.
    pub(super) fn open(folder: &'a Path) -> Result<Self, ShardError> {
        let division = Division::read(folder)?;
        let (experiment, text) = division.experiment(folder)?;
        let mut present = BTreeSet::new();
        for entry in fs::read_dir(folder).map_err(file_error(folder, "read"))? {
            let name = entry.map_err(file_error(folder, "read"))?.file_name();
            let Some(shard) = name.to_str().and_then(shard_of) else {
                continue;
            };
            if shard.count() != division.shards {
                let (theirs, ours) = (shard.count(), division.shards);
                return Err(ShardError::Foreign {
                    file: folder.join(name),
                    problem: format!("is a part of {theirs} shards, and the others are of {ours}"),
                });
            }
            present.insert(shard.number());
        }
        Ok(Self {
            folder,
            plan: Plan::new(&experiment)?,
            division,
            experiment,
            text,
            present,
        })
    }

    fn name(&self) -> &'static str {
        match self.experiment.kind {
            Kind::Measurement(_) => Measured::NAME,
            _ => Played::NAME,
        }
    }

    fn reader(&self, number: u64) -> Result<PartReader, ShardError> {
        let shard = Shard::new(number, self.division.shards).expect("it is one of them");
        let path = part_file(self.folder, shard);
        let jobs = self.plan.shard(number, self.division.shards);
        PartReader::open(&path, shard, self.name(), &self.division, jobs)
    }

    /// Reads all parts that are there; returns the head of each that is whole, or what is wrong with
    /// it.
    pub(super) fn check(&self, threads: usize) -> Vec<(u64, Result<Head, ShardError>)> {
        let present: Vec<u64> = self.present.iter().copied().collect();
        let all = JobRange::new(0, present.len() as u64);
        jobs::in_order(all, threads, |index| {
            let number = present[index as usize];
            (number, self.reader(number).and_then(PartReader::check))
        })
    }

    /// Returns the shards without a part.
    pub(super) fn missing(&self) -> Numbers {
        let all = 0..self.division.shards;
        all.filter(|shard| !self.present.contains(shard)).collect()
    }

    fn merge<T: RunLine>(&self, run: &Path, threads: usize) -> Result<Merged, ShardError> {
        let checked = self.check(threads);
        let heads: Result<Vec<Head>, ShardError> =
            checked.into_iter().map(|(_, head)| head).collect();
        let heads = heads?;
        let done = self.wanted()?;
        if self.experiment.keep.times {
            self.check_processors(&heads)?;
        }
        let first = &heads[0];
        set_up(&self.text, run, &self.division.program, &mut || {
            Ok(Some(first.engines.clone()))
        })?;
        let there = Run::open(run)?;
        if there.is_complete() {
            let done = there.verify(0)?.lines;
            return Ok(Merged { done, before: true });
        }
        let plain = lines_file(run, T::NAME);
        if plain.exists() {
            return Err(RunError::Other {
                folder: run.to_owned(),
                of: "that one machine has begun".to_owned(),
            }
            .into());
        }
        let lines = self.lines(done).map(|line| line.map_err(as_run_error));
        let done = pack::complete::<T>(run, &self.plan, lines, threads)?;
        let before = false;
        Ok(Merged { done, before })
    }

    /// Refuses times that cannot be compared with each other.
    fn check_processors(&self, heads: &[Head]) -> Result<(), ShardError> {
        let name = |head: &Head| match &head.machine.processor {
            Some(processor) => processor.clone(),
            None => head.machine.system.clone(),
        };
        let Some(other) = heads
            .iter()
            .find(|head| !head.times_compare_with(&heads[0]))
        else {
            return Ok(());
        };
        let shard = Shard::new(other.shard, self.division.shards).expect("it is one of them");
        Err(ShardError::Foreign {
            file: part_file(self.folder, shard),
            problem: format!(
                "keeps times of {}, and those of shard {} are of {}: make shards with times on like processors",
                name(other),
                heads[0].shard,
                name(&heads[0])
            ),
        })
    }

    /// Returns the first so many lines.
    fn lines(
        &self,
        count: u64,
    ) -> impl Iterator<Item = Result<SealedLine, ShardError>> + Send + '_ {
        let mut shards = self.present.iter().copied();
        let mut part: Option<PartReader> = None;
        let mut left = count;
        std::iter::from_fn(move || {
            loop {
                if left == 0 {
                    return None;
                }
                if let Some(line) = part.as_mut().and_then(Iterator::next) {
                    left -= 1;
                    return Some(line);
                }
                match self.reader(shards.next()?) {
                    Ok(next) => part = Some(next),
                    Err(error) => {
                        left = 0;
                        return Some(Err(error));
                    }
                }
            }
        })
    }

    /// Returns how many lines the run has, or what it lacks.
    fn wanted(&self) -> Result<u64, ShardError> {
        let (missing, count) = (self.missing(), self.division.shards);
        let in_a_row = missing.iter().next().unwrap_or(count);
        let there = self.plan.shard(0, count).start()..match in_a_row {
            0 => 0,
            last => self.plan.shard(last - 1, count).end(),
        };
        if self.experiment.stop.is_some() && in_a_row > 0 {
            let mut summary = Summary::new(&self.experiment)?;
            for line in self.lines(there.end) {
                let line = line?;
                let game = Played::parse(&line.text).map_err(|error| ShardError::Foreign {
                    file: self.folder.to_owned(),
                    problem: format!("has a line that is no game: {error}"),
                })?;
                if summary.add(&game) != Decision::Continue {
                    return Ok(summary.games());
                }
            }
            if self.present.len() as u64 == in_a_row && !missing.is_empty() {
                return Err(ShardError::Undecided {
                    games: summary.games(),
                    shards: in_a_row,
                    count,
                });
            }
        }
        if missing.is_empty() {
            Ok(there.end)
        } else {
            Err(ShardError::Missing { missing, count })
        }
    }
}

/// Says what is wrong with a part in the words of a run.
fn as_run_error(error: ShardError) -> RunError {
    match error {
        ShardError::Run(error) => error,
        ShardError::Damaged { file, problem, .. } | ShardError::Foreign { file, problem } => {
            RunError::Damaged { file, problem }
        }
        other => RunError::NoRun {
            folder: Path::new("").to_owned(),
            problem: other.to_string(),
        },
    }
}
