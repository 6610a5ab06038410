//! A search by several machines that share its folder: one leads, and every match of a step is divided into
//! shards that any of them make. Who leads merges them and takes the step, so that the search comes to the same bytes
//! as on one machine.
//!
//! Below `shards/` of the search each match has a folder of shards while it is played, and a run beside it. They are
//! removed when their step is confirmed; the whole folder when the search is over.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::folder::{PATH, WINNER};
use super::{CONFIRM, TuneError};
use crate::experiment::Experiment;
use crate::run::{EXPERIMENT, HEADER, Program, Run, RunError, Summary, file_error};
use crate::shard::submit::shards_of;
use crate::shard::{self, DIVISION, MergeOptions, Shard, ShardError, ShardOptions, is_made};

const SHARDS: &str = "shards";

/// Its name while it is removed.
const OVER: &str = "shards.over";

/// How often a machine that has nothing to do looks for more.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Who leads a search that several machines play.
pub(super) struct Leader<'a> {
    pub(super) folder: &'a Path,
    /// Into how many shards each match is divided.
    pub(super) count: u64,
    pub(super) threads: usize,
    pub(super) program: &'a Program,
    pub(super) stop: &'a AtomicBool,
}

impl Leader<'_> {
    fn shards(&self) -> PathBuf {
        self.folder.join(SHARDS)
    }

    /// Plays a match of a step; `None` if somebody said stop.
    pub(super) fn play(
        &self,
        step: usize,
        which: usize,
        experiment: &Experiment,
    ) -> Result<Option<Summary>, TuneError> {
        let parts = self.shards().join(match_name(step, which));
        let run = parts.with_extension("run");
        self.play_into(experiment, &parts, &run)
    }

    /// Tests the winner.
    pub(super) fn confirm(&self, experiment: &Experiment) -> Result<Option<Summary>, TuneError> {
        let parts = self.shards().join(CONFIRM);
        self.play_into(experiment, &parts, &self.folder.join(CONFIRM))
    }

    /// Makes all shards that nobody else makes, and merges them.
    fn play_into(
        &self,
        experiment: &Experiment,
        parts: &Path,
        run: &Path,
    ) -> Result<Option<Summary>, TuneError> {
        let mut merged = false;
        for number in 0..self.count {
            let shard = Shard::new(number, self.count).expect("the number is below the count");
            // A part that is whole is left as it is; a damaged one is made again.
            let made = shard::make(experiment, shard, parts, &mut self.making(&mut |_, _| ()));
            if let Err(ShardError::Stopped { .. }) = made {
                return Ok(None);
            }
            made?;
            if experiment.stop.is_some() {
                match self.merge(parts, run) {
                    Ok(()) => merged = true,
                    Err(ShardError::Undecided { .. } | ShardError::Missing { .. }) => continue,
                    Err(ShardError::Stopped { .. }) => return Ok(None),
                    Err(error) => return Err(error.into()),
                }
                break;
            }
        }
        if !merged {
            match self.merge(parts, run) {
                Err(ShardError::Stopped { .. }) => return Ok(None),
                merged => merged?,
            }
        }
        Ok(Some(Run::open(run)?.summary()?))
    }

    fn merge(&self, parts: &Path, run: &Path) -> Result<(), ShardError> {
        let options = MergeOptions {
            program: self.program.clone(),
            threads: self.threads,
            audit: 0,
            first: 0,
            stop: self.stop,
        };
        shard::merge(parts, run, &options).map(|_| ())
    }

    fn making<'b>(&'b self, progress: &'b mut dyn FnMut(u64, u64)) -> ShardOptions<'b> {
        ShardOptions {
            threads: self.threads,
            program: self.program.clone(),
            stop: self.stop,
            progress,
        }
    }

    /// Forgets the matches of all steps up to this one, which are in the path.
    pub(super) fn confirmed(&self, step: usize) {
        for (path, found) in matches_in(&self.shards()) {
            if found <= step {
                // Who still makes a shard of it finds out that it is gone.
                let _ = fs::remove_dir_all(path);
            }
        }
    }

    /// Tells everybody that the search is over.
    pub(super) fn end(&self) -> Result<(), TuneError> {
        let (shards, over) = (self.shards(), self.folder.join(OVER));
        // At once, so that nobody finds half of it.
        match fs::rename(&shards, &over) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(file_error(&shards, "removed")(error).into()),
            Ok(()) => fs::remove_dir_all(&over).map_err(|e| file_error(&over, "removed")(e).into()),
        }
    }
}

fn match_name(step: usize, which: usize) -> String {
    format!("step-{step}-{which}")
}

/// Folders of matches, and of their runs, with the number of their step.
fn matches_in(shards: &Path) -> Vec<(PathBuf, usize)> {
    let entries = fs::read_dir(shards).into_iter().flatten().flatten();
    let steps = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let step = name
            .strip_prefix("step-")?
            .split('-')
            .next()?
            .parse()
            .ok()?;
        Some((entry.path(), step))
    });
    let mut steps: Vec<_> = steps.collect();
    steps.sort();
    steps
}

/// Makes shards of a search that another machine leads, until it is over; returns how many, and whether it is
/// over.
///
/// # Errors
/// If a shard cannot be made.
pub fn join(
    folder: &Path,
    threads: usize,
    program: &Program,
    stop: &AtomicBool,
) -> Result<(u64, bool), TuneError> {
    let shards = folder.join(SHARDS);
    let mut made = 0;
    // So that machines begin with different shards.
    let own = u64::from(std::process::id());
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok((made, false));
        }
        if folder.join(WINNER).exists() && (is_tested(folder) || !shards.exists()) {
            // Whoever began a shard at the last moment has made the folder again.
            let _ = fs::remove_dir_all(&shards);
            return Ok((made, true));
        }
        let Some((parts, shard)) = next_shard(folder, &shards, own) else {
            std::thread::sleep(LOOK_EVERY);
            continue;
        };
        let mut options = ShardOptions {
            threads,
            program: program.clone(),
            stop,
            progress: &mut |_, _| (),
        };
        let experiment = Experiment::read(&parts.join(EXPERIMENT));
        let result = match experiment {
            Ok(experiment) => shard::make(&experiment, shard, &parts, &mut options),
            Err(error) => Err(RunError::from(error).into()),
        };
        match result {
            Ok(_) => made += 1,
            Err(ShardError::Stopped { .. }) => return Ok((made, false)),
            // Its step was taken meanwhile.
            Err(_) if !is_open(folder, &parts) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Reports whether the test of the winner is in its place, or one machine plays it by itself.
fn is_tested(folder: &Path) -> bool {
    folder.join(CONFIRM).join(HEADER).exists()
}

/// Reports whether a match is still to be played.
fn is_open(folder: &Path, parts: &Path) -> bool {
    let name = parts.file_name().and_then(|name| name.to_str());
    let step = matches_in(&folder.join(SHARDS))
        .into_iter()
        .find(|(path, _)| path == parts)
        .map(|(_, step)| step);
    match step {
        Some(step) => step > steps_done(folder),
        None => name == Some(CONFIRM) && parts.exists() && !is_tested(folder),
    }
}

fn steps_done(folder: &Path) -> usize {
    fs::read(folder.join(PATH)).map_or(0, |path| path.iter().filter(|&&b| b == b'\n').count())
}

/// Returns a shard that nobody has made yet.
fn next_shard(folder: &Path, shards: &Path, own: u64) -> Option<(PathBuf, Shard)> {
    let done = steps_done(folder);
    let open = matches_in(shards)
        .into_iter()
        .filter(|(_, step)| *step > done);
    let confirm = shards.join(CONFIRM);
    let open = open.map(|(path, _)| path).chain([confirm]);
    for parts in open.filter(|parts| parts.join(DIVISION).exists()) {
        let Ok(count) = shards_of(&parts) else {
            continue;
        };
        let missing = (0..count)
            .map(|at| (at + own) % count)
            .filter_map(|number| Shard::new(number, count))
            .find(|&shard| !is_made(&parts, shard));
        if let Some(shard) = missing {
            return Some((parts, shard));
        }
    }
    None
}
