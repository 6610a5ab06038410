//! Parts put together: the run that one machine would have made. It is made in a folder of its own beside the
//! run's, and gets its name when it is complete: any number of merges at once, killed at any time, do no harm.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::experiment::Kind;
use crate::run::{
    HEADER, Measured, Played, Program, Run, RunError, RunLine, pack, put_in_place, set_up,
};
use crate::shard::Numbers;
use crate::shard::error::{ShardError, file_error};
use crate::shard::make::keeps_times;
use crate::shard::own_file::{is_mark, own_mark};
use crate::shard::part::Head;
use crate::shard::parts::{Parts, Survey};

/// How parts are merged.
pub struct MergeOptions<'a> {
    /// Which program merges.
    pub program: Program,
    /// How many threads.
    pub threads: usize,
    /// How many games are played again before the run is there.
    pub audit: u64,
    /// How many of the first shards have to be whole before a stopping rule is asked for more.
    pub first: u64,
    /// Ends it as soon as it is set; nothing is left behind.
    pub stop: &'a AtomicBool,
}

/// A run that was merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// How many games or positions it has.
    pub done: u64,
    /// Whether it was there before.
    pub before: bool,
    /// How many games were played again and came out as they are kept.
    pub audited: u64,
}

/// Merges the parts of a folder into a run. If the experiment has a stopping rule, the first shards
/// are enough as soon as it decides.
///
/// # Errors
/// Returns an error if a part is missing, damaged or does not belong to the others, if the run's
/// folder holds something else, or it was stopped. Nothing that was there before is changed.
pub fn merge(folder: &Path, run: &Path, options: &MergeOptions<'_>) -> Result<Merged, ShardError> {
    let mut parts = Parts::open(folder, options.stop)?;
    let (theirs, ours) = (&parts.division.program.version, &options.program.version);
    if theirs != ours {
        return Err(ShardError::Other {
            folder: folder.to_owned(),
            problem: format!("holds shards by version {theirs} of the program, and this is {ours}"),
        });
    }
    let survey = parts.survey(options.threads)?;
    let lines = wanted(&parts, &survey, options.first)?;
    let heads = survey.heads;
    if keeps_times(&parts.experiment) {
        check_processors(&parts, &heads)?;
    }
    let merge = Merge {
        parts: &parts,
        run: &place(run)?,
        options,
    };
    let merged = match parts.experiment.kind {
        Kind::Measurement(_) => merge.merge::<Measured>(&heads[0], lines),
        _ => merge.merge::<Played>(&heads[0], lines),
    }?;
    parts.listing.clean();
    Ok(merged)
}

/// Returns how many lines the run has, or what it lacks.
fn wanted(parts: &Parts<'_>, survey: &Survey, first: u64) -> Result<u64, ShardError> {
    let (missing, count) = (parts.missing(), parts.division.shards);
    let (in_a_row, lines) = parts.in_a_row();
    if let Some(games) = survey.decided {
        return Ok(games);
    }
    if missing.is_empty() {
        return Ok(lines);
    }
    // Of a wave only its own shards, and those before, have to be there.
    let needed = |shard: u64| first == 0 || shard < first;
    let rule = parts.experiment.stop.is_some();
    let mut damaged = survey.damaged.iter().filter(|(shard, _)| needed(*shard));
    if let Some((shard, problem)) = damaged.next() {
        let others: Numbers = damaged.map(|(shard, _)| *shard).collect();
        let is_named = |named: u64| named == *shard || others.iter().any(|other| other == named);
        // With a stopping rule what comes later may never be wanted.
        let absent = missing
            .iter()
            .filter(|&shard| needed(shard) && !is_named(shard) && (!rule || first > 0));
        return Err(ShardError::NotWhole {
            first: problem.to_string(),
            others: others.clone(),
            missing: absent.collect(),
        });
    }
    if in_a_row < first {
        let missing = missing.iter().filter(|&shard| shard < first).collect();
        return Err(ShardError::Missing { missing, count });
    }
    let in_prefix = first > 0 || parts.listing.parts.len() as u64 == in_a_row;
    if rule && in_a_row > 0 && in_prefix {
        return Err(ShardError::Undecided {
            games: lines,
            shards: in_a_row,
            count,
        });
    }
    Err(ShardError::Missing { missing, count })
}

/// Refuses times that cannot be compared with each other.
fn check_processors(parts: &Parts<'_>, heads: &[Head]) -> Result<(), ShardError> {
    let name = |head: &Head| match &head.machine.processor {
        Some(processor) => processor.clone(),
        None => head.machine.system.clone(),
    };
    let other = heads
        .iter()
        .find(|head| !head.times_compare_with(&heads[0]));
    other.map_or(Ok(()), |other| {
        Err(ShardError::Foreign {
            file: parts.part(other.shard),
            problem: format!(
                "keeps times of {}, and those of shard {} are of {}: make shards with times on like processors",
                name(other),
                heads[0].shard,
                name(&heads[0])
            ),
        })
    })
}

/// Returns the folder of a run with a name that something can be beside.
fn place(run: &Path) -> Result<PathBuf, ShardError> {
    if !run.exists() && fs::symlink_metadata(run).is_ok() {
        return Err(RunError::NoRun {
            folder: run.to_owned(),
            problem: "it is a link to nowhere; choose another folder".to_owned(),
        }
        .into());
    }
    let place = if run.exists() {
        fs::canonicalize(run)
    } else {
        std::path::absolute(run)
    };
    let place = place.map_err(file_error(run, "found"))?;
    if place.file_name().is_none() {
        return Err(RunError::NoRun {
            folder: place,
            problem: "it has no name; choose another folder".to_owned(),
        }
        .into());
    }
    Ok(place)
}

/// Parts that are all there, on their way into a run.
struct Merge<'a> {
    parts: &'a Parts<'a>,
    run: &'a Path,
    options: &'a MergeOptions<'a>,
}

impl Merge<'_> {
    fn merge<T: RunLine>(&self, first: &Head, lines: u64) -> Result<Merged, ShardError> {
        if let Some(merged) = self.same_before::<T>(lines)? {
            return Ok(merged);
        }
        match self.make::<T>(first, lines) {
            // Another merge was quicker, and has cleaned up.
            Err(error @ ShardError::Run(_)) => match self.same_before::<T>(lines) {
                Ok(Some(merged)) => Ok(merged),
                _ => Err(error),
            },
            made => made,
        }
    }

    /// Returns the run if it is there with exactly these lines; refuses one with others.
    fn same_before<T: RunLine>(&self, lines: u64) -> Result<Option<Merged>, ShardError> {
        let Some((there, merged)) = self.before::<T>()? else {
            return Ok(None);
        };
        let (mut theirs, mut ours) = (there.sealed::<T>()?.1, self.parts.lines(lines));
        loop {
            let (theirs, ours) = (theirs.next().transpose()?, ours.next().transpose()?);
            match (theirs, ours) {
                (None, None) => return Ok(Some(merged)),
                (Some(theirs), Some(ours)) if theirs.text == ours.text => {}
                _ => return Err(self.other_lines()),
            }
        }
    }

    fn other_lines(&self) -> ShardError {
        let of = "with other lines than these parts have".to_owned();
        let folder = self.run.to_owned();
        RunError::Other { folder, of }.into()
    }

    /// Returns the run if it is there and complete; refuses a folder with something else.
    fn before<T: RunLine>(&self) -> Result<Option<(Run, Merged)>, ShardError> {
        let folder = self.run.to_owned();
        if !self.run.join(HEADER).exists() {
            let other = match fs::read_dir(self.run) {
                Ok(mut entries) => entries.next().is_some(),
                Err(_) => self.run.exists(),
            };
            if other {
                let problem = format!(
                    "it has no {HEADER} but other files; choose an empty folder or a new one"
                );
                return Err(RunError::NoRun { folder, problem }.into());
            }
            return Ok(None);
        }
        let program = &self.parts.division.program;
        set_up(&self.parts.text, self.run, program, &mut || Ok(None))?;
        let there = Run::open(self.run)?;
        if !there.is_complete() {
            let of = "that one machine has begun".to_owned();
            return Err(RunError::Other { folder, of }.into());
        }
        let done = there.verify_sums::<T>()?;
        let merged = Merged {
            done,
            before: true,
            audited: self.audit(&there, done)?,
        };
        Ok(Some((there, merged)))
    }

    /// Makes the run beside its place, and puts it there.
    fn make<T: RunLine>(&self, first: &Head, lines: u64) -> Result<Merged, ShardError> {
        let own = Unfinished::beside(self.run)?;
        set_up(
            &self.parts.text,
            &own.0,
            &self.parts.division.program,
            &mut || Ok(Some(first.engines.clone())),
        )?;
        let sealed = self.parts.lines(lines);
        let sealed = sealed.map(|line| line.map_err(as_run_error));
        let file_of = |line| self.parts.part(self.parts.shard_of(line));
        let made = pack::complete::<T>(
            &own.0,
            &self.parts.plan,
            sealed,
            &file_of,
            self.options.threads,
        );
        self.go_on()?;
        let done = made?;
        let made = Run::open(&own.0)?;
        let audited = self.audit(&made, done)?;
        if let Err(error) = put_in_place(&own.0, self.run) {
            let Some((there, merged)) = self.before::<T>()? else {
                return Err(file_error(self.run, "made")(error));
            };
            return if there.is_like(&made) {
                Ok(merged)
            } else {
                Err(self.other_lines())
            };
        }
        Unfinished::clean(self.run);
        Ok(Merged {
            done,
            before: false,
            audited,
        })
    }

    /// Plays games again, evenly spread over the run; returns how many.
    fn audit(&self, run: &Run, done: u64) -> Result<u64, ShardError> {
        let audited = self.options.audit.min(done);
        for replay in 0..audited {
            self.go_on()?;
            let number = (u128::from(replay) * u128::from(done) / u128::from(audited)) as u64;
            if let Err(error) = run.replay(number) {
                let shard = self.parts.shard_of(number);
                return Err(ShardError::Foreign {
                    file: self.parts.part(shard),
                    problem: format!(
                        "is not what the players do: {error}; remove it and do shard {shard} again"
                    ),
                });
            }
        }
        Ok(audited)
    }

    fn go_on(&self) -> Result<(), ShardError> {
        if self.options.stop.load(Ordering::Relaxed) {
            return Err(ShardError::Interrupted);
        }
        Ok(())
    }
}

/// The end of the name of a folder that becomes a run.
const MERGING: &str = ".merging";

/// A folder beside that of a run, which is gone in the end, whatever happens.
struct Unfinished(PathBuf);

impl Unfinished {
    fn beside(run: &Path) -> Result<Self, ShardError> {
        let name = run.file_name().unwrap_or_default().display();
        // Without dots in it, so that no other run's name can end in the beginning of it.
        let mark = own_mark().replace('.', "_");
        let own = run.with_file_name(format!("{name}.{mark}{MERGING}"));
        fs::create_dir_all(&own).map_err(file_error(&own, "made"))?;
        Ok(Self(own))
    }

    /// Removes what merges left that were killed. One that still goes on finds the run in its place.
    fn clean(run: &Path) {
        let name = format!("{}.", run.file_name().unwrap_or_default().display());
        let beside = run.parent().and_then(|folder| fs::read_dir(folder).ok());
        for entry in beside.into_iter().flatten().flatten() {
            let theirs = entry.file_name();
            let mark = theirs
                .to_str()
                .and_then(|theirs| theirs.strip_prefix(&name));
            let mark = mark.and_then(|theirs| theirs.strip_suffix(MERGING));
            if mark.is_some_and(is_mark) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It has its place by now, or is not wanted.
        let _ = fs::remove_dir_all(&self.0);
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
            folder: PathBuf::from("the run"),
            problem: other.to_string(),
        },
    }
}
