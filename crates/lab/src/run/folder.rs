//! A run in a folder: everything is written as soon as it is known, and a run that was broken off
//! anywhere can be resumed.
//!
//! | file | what it holds |
//! |---|---|
//! | `experiment.toml` | the experiment as run, with all player files in it |
//! | `run.json` | which program made it, on what machine, when |
//! | `games.jsonl` | while it runs: a line per game, in the order they ended |
//! | `games.jsonl.zst` | when it is complete: the same in the order of the numbers |
//! | `index.json` | when it is complete: how many games, where to find them, and the sums of all files |
//! | `results.csv` | when it is complete: a row per game |
//!
//! Measurements have `positions` in the place of `games`.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::experiment::Experiment;
use crate::jobs::{End, Work};
use crate::plan::Plan;
use crate::run::error::{RunError, file_error};
use crate::run::files::{
    EXPERIMENT, HEADER, INDEX, lines_file, read_text, unfinished, write_whole,
};
use crate::run::header::{EngineNote, Program, RunHeader};
use crate::run::index::Index;
use crate::run::keeper::{Keeper, State};
use crate::run::line::RunLine;
use crate::run::lines::Lines;
use crate::run::reader::Run;
use crate::run::{Measured, Played, Summary, do_jobs, greet, pack, prepare};
use crate::shard::DIVISION;

/// How a run is carried out.
pub struct Options<'a> {
    /// How many threads.
    pub threads: usize,
    /// Which program makes it.
    pub program: Program,
    /// Stops the run as soon as it is set; it can be resumed later.
    pub stop: &'a AtomicBool,
    /// Called now and then with how far it is.
    pub progress: &'a mut dyn FnMut(&Progress<'_>),
}

/// How far a run is.
pub struct Progress<'a> {
    /// How many games, or positions, are done and written.
    pub done: u64,
    /// How many there are at most.
    pub total: u64,
    /// How many of them were done before this call.
    pub before: u64,
    /// What the games come to so far; `None` for a measurement.
    pub summary: Option<&'a Summary>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// It is complete.
    Complete {
        /// How many games or positions it has.
        done: u64,
    },
    /// It was stopped and can be resumed.
    Stopped {
        /// How many are done and kept.
        done: u64,
    },
}

/// Plays the games of an experiment into a folder, which is created if there is none. A run of the
/// same experiment by the same program is resumed.
///
/// # Errors
/// Returns an error if the experiment cannot be carried out, the folder holds something else, or a
/// file cannot be written. Whatever was written stays.
pub fn play_into(
    experiment: &Experiment,
    folder: &Path,
    options: &mut Options<'_>,
) -> Result<(Finished, Summary), RunError> {
    let summary = Summary::new(experiment)?;
    let (finished, keeper) = into_folder::<Played>(experiment, folder, Some(summary), options)?;
    Ok((finished, keeper.expect("games have a summary")))
}

/// Measures into a folder; see [`play_into`].
///
/// # Errors
/// The same as there.
pub fn measure_into(
    experiment: &Experiment,
    folder: &Path,
    options: &mut Options<'_>,
) -> Result<Finished, RunError> {
    Ok(into_folder::<Measured>(experiment, folder, None, options)?.0)
}

fn into_folder<T: RunLine>(
    experiment: &Experiment,
    folder: &Path,
    summary: Option<Summary>,
    options: &mut Options<'_>,
) -> Result<(Finished, Option<Summary>), RunError> {
    let plan = Plan::new(experiment)?;
    prepare(experiment)?;
    let text = experiment.to_toml()?;
    let begun = set_up(&text, folder, &options.program, &mut || {
        Ok(greet(experiment, options.stop)?)
    })?;
    if !begun {
        return Ok((Finished::Stopped { done: 0 }, summary));
    }
    let mut state = State::new(plan.jobs(), summary);
    if Index::read(folder, T::NAME)?.is_some() {
        let run = Run::open(folder)?;
        for line in run.lines::<T>()? {
            let _ = state.add(&line?);
        }
        if let Some(summary) = &state.summary {
            run.check_decided(summary)?;
        }
        return Ok(state.complete());
    }
    let path = lines_file(folder, T::NAME);
    let file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(&path);
    let file = file.map_err(file_error(&path, "opened"))?;
    if file.try_lock().is_err() {
        let folder = folder.to_owned();
        return Err(RunError::Busy { folder });
    }
    let mut keeper = Keeper::<T>::new(&plan, state, file, path, options.progress);
    let waiting = keeper.resume()?;
    if !keeper.state.is_complete() {
        let work = Work {
            jobs: keeper.state.left(),
            threads: options.threads,
            stop: options.stop,
            patience: experiment.patience,
        };
        let end = do_jobs(experiment, &plan, &work, waiting, &mut keeper)??;
        if end == End::Stopped {
            let done = keeper.lines();
            return Ok((Finished::Stopped { done }, keeper.state.summary));
        }
    }
    let plain = lines_file(folder, T::NAME);
    let done = keeper.state.done();
    let mut lines = Lines::of_file(T::NAME, &plain)?;
    let wanted = std::iter::from_fn(move || {
        let line = lines.next()?;
        let ahead = line.as_ref().is_ok_and(|line| line.number >= done);
        (!ahead).then_some(line)
    });
    pack::complete::<T>(folder, &plan, wanted, &|_| plain.clone(), options.threads)?;
    // From here on the run is complete; the plain file is no longer needed.
    fs::remove_file(&plain).map_err(file_error(&plain, "removed"))?;
    Ok(keeper.state.complete())
}

/// Creates the folder of a run of the experiment with this text, or checks whether it holds the same
/// run. `engines` finds out what other programs call themselves. Returns whether there is a run: none is
/// begun if it is stopped while other programs are tried out.
pub(crate) fn set_up(
    text: &str,
    folder: &Path,
    program: &Program,
    engines: &mut dyn FnMut() -> Result<Option<Vec<EngineNote>>, RunError>,
) -> Result<bool, RunError> {
    let text_path = folder.join(EXPERIMENT);
    if folder.join(HEADER).exists() {
        let header = RunHeader::read(folder)?;
        let other = |of: String| RunError::Other {
            folder: folder.to_owned(),
            of,
        };
        let theirs = read_text(&text_path).map_err(file_error(&text_path, "read"))?;
        if theirs != text || !header.is_of(text) {
            return Err(other("of another experiment".to_owned()));
        }
        if let Some(reason) = header.refuses(program) {
            return Err(other(reason));
        }
        if !folder.join(INDEX).exists() {
            engines()?;
        }
        return Ok(true);
    }
    refuse_other_files(folder, &text_path, text)?;
    let Some(engines) = engines()? else {
        return Ok(false);
    };
    fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
    write_whole(&text_path, text.as_bytes())?;
    RunHeader::begin(program, engines, text).write(folder)?;
    Ok(true)
}

/// Refuses a folder without a header that holds anything but this text, or what was left when the text was
/// being written.
pub(crate) fn refuse_other_files(
    folder: &Path,
    text_path: &Path,
    text: &str,
) -> Result<(), RunError> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    if folder.join(DIVISION).exists() {
        return Err(RunError::NoRun {
            folder: folder.to_owned(),
            problem: format!("it holds shards, as {DIVISION} says; choose another folder"),
        });
    }
    let begun = read_text(text_path).is_ok_and(|theirs| theirs == text);
    // What was being written when everything ended is written again.
    let left = [text_path, &folder.join(HEADER)].map(unfinished);
    let mut others = entries
        .flatten()
        .filter(|entry| !left.contains(&entry.path()));
    if !begun && others.next().is_some() {
        return Err(RunError::NoRun {
            folder: folder.to_owned(),
            problem: format!(
                "it has no {HEADER} but other files; choose an empty folder or a new one"
            ),
        });
    }
    Ok(())
}
