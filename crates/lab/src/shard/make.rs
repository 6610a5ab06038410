//! Making the part of one shard: idempotent, whole or not at all, and never from the beginning twice.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::experiment::{Experiment, Kind};
use crate::jobs::{End, JobRange, Sink, Work};
use crate::plan::Plan;
use crate::run::{Judge, Measured, Played, Program, RunError, RunLine, do_jobs, greet};
use crate::shard::Shard;
use crate::shard::division::Division;
use crate::shard::error::{ShardError, file_error};
use crate::shard::listing::Listing;
use crate::shard::own_file::own_mark;
use crate::shard::part::{Head, PartReader, PartWriter, part_file};
use crate::shard::tries::{self, Try};

/// How a shard is made.
pub struct ShardOptions<'a> {
    /// How many threads.
    pub threads: usize,
    /// Which program makes it.
    pub program: Program,
    /// Stops it as soon as it is set; the next try takes over what is done.
    pub stop: &'a AtomicBool,
    /// Called now and then with how many of its lines are done, and how many it has.
    pub progress: &'a mut dyn FnMut(u64, u64),
}

/// What became of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Its part was whole before.
    Before,
    /// Its part is whole now.
    Whole {
        /// How many lines it has.
        lines: u64,
        /// How many of them were taken over from earlier tries.
        taken_over: u64,
    },
}

/// Makes the part of a shard in a folder, which is made if there is none.
///
/// # Errors
/// Returns an error if the experiment cannot be carried out, the folder holds shards that do not fit
/// to this one, a file cannot be written, or it was stopped; [`ShardError::advice`] says whether to
/// try again.
pub fn make(
    experiment: &Experiment,
    shard: Shard,
    folder: &Path,
    options: &mut ShardOptions<'_>,
) -> Result<Made, ShardError> {
    match experiment.kind {
        Kind::Measurement(_) => make_part::<Measured>(experiment, shard, folder, options),
        _ => make_part::<Played>(experiment, shard, folder, options),
    }
}

fn make_part<T: RunLine>(
    experiment: &Experiment,
    shard: Shard,
    folder: &Path,
    options: &mut ShardOptions<'_>,
) -> Result<Made, ShardError> {
    let plan = Plan::new(experiment)?;
    let text = experiment.to_toml()?;
    let division = Division::new(&text, &options.program, shard.count())?;
    division.set_up(folder, &text)?;
    let judge = Judge::new(experiment)?;
    let jobs = plan.shard(shard.number(), shard.count());
    let path = part_file(folder, shard);
    let stop = options.stop;
    let is_whole = || -> Result<bool, ShardError> {
        if !path.exists() {
            return Ok(false);
        }
        let part = PartReader::open(&path, shard, T::NAME, &division, jobs);
        part.and_then(|part| part.check::<T>(&judge, stop))
            .map(|_| true)
    };
    match is_whole() {
        Ok(true) => return Ok(Made::Before),
        Ok(false) => {}
        Err(ShardError::Damaged { .. }) => put_aside(&path)?,
        Err(error) => return Err(error),
    }
    let Some(engines) = greet(experiment, options.stop)? else {
        return Err(ShardError::Stopped { kept: 0 });
    };
    let head = Head::new(&division, shard.number(), jobs, engines);
    let (earlier, unfinished) = Listing::of_shard(folder, shard)?;
    let mut done = tries::take_over::<T>(&earlier, &head, &judge, keeps_times(experiment));
    let taken_over = done.len() as u64;
    let mut keeper = Keeper {
        own: Try::begin(folder, shard, &head)?,
        part: PartWriter::create(&path, &head)?,
        problem: None,
        text: String::new(),
        taken_over,
        kept: taken_over,
        total: jobs.len(),
        progress: options.progress,
    };
    let mut left = jobs;
    while let Some(line) = done.remove(&left.start()) {
        let _ = keeper.next(line);
        left = JobRange::new(left.start() + 1, left.end());
    }
    let mut end = Ok(End::Done);
    if !left.is_empty() && keeper.problem.is_none() {
        let work = Work {
            jobs: left,
            threads: options.threads,
            stop: options.stop,
            patience: experiment.patience,
        };
        end = do_jobs(experiment, &plan, &work, done, &mut keeper)?;
    }
    let Keeper {
        own,
        part,
        problem,
        taken_over,
        kept,
        ..
    } = keeper;
    let end = problem.map_or(end, Err);
    if !matches!(end, Ok(End::Done)) {
        if kept == taken_over {
            own.remove();
        }
        end?;
        return Err(ShardError::Stopped { kept });
    }
    let made = match part.end() {
        Ok(lines) => Made::Whole { lines, taken_over },
        // Whoever was quicker has removed what others were writing.
        Err(_) if is_whole().unwrap_or(false) => Made::Before,
        Err(error) => return Err(error),
    };
    own.remove();
    for file in earlier.into_iter().chain(unfinished) {
        // Whoever else still tries finds the part.
        let _ = fs::remove_file(file);
    }
    Ok(made)
}

/// Reports whether lines of an experiment hold times, which only compare with those of like processors.
pub(super) fn keeps_times(experiment: &Experiment) -> bool {
    experiment.keep.times || matches!(experiment.kind, Kind::Measurement(_))
}

/// Renames a part that is not whole, so that nothing is lost that somebody may want to look at.
pub(super) fn put_aside(path: &Path) -> Result<(), ShardError> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.damaged", own_mark()));
    fs::rename(path, aside).map_err(file_error(path, "put aside"))
}

/// Keeps lines as they come in the file of the try, and in order in the part.
struct Keeper<'a, 'b> {
    own: Try,
    part: PartWriter,
    problem: Option<ShardError>,
    text: String,
    taken_over: u64,
    kept: u64,
    total: u64,
    progress: &'a mut (dyn FnMut(u64, u64) + 'b),
}

impl<T: RunLine> Sink<T> for Keeper<'_, '_> {
    type Error = ShardError;

    fn take(&mut self, results: &[(u64, T)]) -> Result<(), ShardError> {
        self.text.clear();
        for (_, result) in results {
            result.write(&mut self.text);
        }
        if let Err(problem) = self.own.keep(&self.text) {
            // Some of these lines may be whole.
            self.kept = self.taken_over + tries::count([&self.own.path], T::NAME);
            return Err(RunError::Full {
                file: self.own.path.clone(),
                problem,
                done: self.kept,
                name: T::NAME,
            }
            .into());
        }
        self.kept += results.len() as u64;
        Ok(())
    }

    fn next(&mut self, result: T) -> ControlFlow<()> {
        self.text.clear();
        result.write(&mut self.text);
        match self.part.add(&self.text) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.problem = Some(problem);
                ControlFlow::Break(())
            }
        }
    }

    fn tick(&mut self) {
        (self.progress)(self.kept, self.total);
    }
}
