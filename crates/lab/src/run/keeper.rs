//! Writing the lines of a run as they come, and adding them up in the order of their numbers.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::path::PathBuf;

use statistics::sprt::Decision;

use crate::jobs::{JobRange, Sink};
use crate::plan::Plan;
use crate::run::error::{RunError, file_error};
use crate::run::folder::{Finished, Progress};
use crate::run::line::{RunLine, SealedLine};
use crate::run::{Summary, goes_on};

/// The totals of the lines so far.
pub(crate) struct State {
    pub(crate) summary: Option<Summary>,
    /// All jobs of the run.
    jobs: JobRange,
    /// Those from the first missing line on.
    left: JobRange,
}

impl State {
    pub(crate) fn new(jobs: JobRange, summary: Option<Summary>) -> Self {
        Self {
            summary,
            jobs,
            left: jobs,
        }
    }

    /// Returns the jobs from the first missing line on.
    pub(crate) fn left(&self) -> JobRange {
        self.left
    }

    /// Returns how many lines there are up to the first missing one.
    pub(crate) fn done(&self) -> u64 {
        self.jobs.len() - self.left.len()
    }

    /// Adds the first missing line; returns `Break` if no more are wanted.
    pub(crate) fn add<T: RunLine>(&mut self, line: &T) -> ControlFlow<()> {
        self.left = self.left.without_first();
        let summary = self.summary.as_mut();
        goes_on(summary.map_or(Decision::Continue, |summary| line.count(summary)))
    }

    pub(crate) fn is_complete(&self) -> bool {
        let decision = self
            .summary
            .as_ref()
            .map_or(Decision::Continue, Summary::decision);
        self.left.is_empty() || decision != Decision::Continue
    }

    /// Returns what is reported of a complete run.
    pub(crate) fn complete(self) -> (Finished, Option<Summary>) {
        (Finished::Complete { done: self.done() }, self.summary)
    }
}

/// Writes lines as they come, and adds them up in order.
pub(crate) struct Keeper<'a, 'b, T> {
    plan: &'a Plan,
    file: File,
    path: PathBuf,
    /// How long the file is up to its last whole line.
    length: u64,
    lines: u64,
    text: String,
    pub(crate) state: State,
    before: u64,
    progress: &'a mut (dyn FnMut(&Progress<'_>) + 'b),
    kept: PhantomData<T>,
}

impl<'a, 'b, T: RunLine> Keeper<'a, 'b, T> {
    /// Creates a keeper for a file that is open to be read and appended to.
    pub(crate) fn new(
        plan: &'a Plan,
        state: State,
        file: File,
        path: PathBuf,
        progress: &'a mut (dyn FnMut(&Progress<'_>) + 'b),
    ) -> Self {
        Self {
            plan,
            file,
            path,
            length: 0,
            lines: 0,
            text: String::new(),
            state,
            before: 0,
            progress,
            kept: PhantomData,
        }
    }

    /// Returns how many lines the file holds.
    pub(crate) fn lines(&self) -> u64 {
        self.lines
    }

    /// Reads the lines of an earlier call, drops a torn end, and returns those that are ahead of a
    /// missing one.
    pub(crate) fn resume(&mut self) -> Result<BTreeMap<u64, T>, RunError> {
        let mut waiting = BTreeMap::new();
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line);
            let read = read.map_err(file_error(&self.path, "read"))?;
            if line.last() != Some(&b'\n') {
                break;
            }
            self.lines += 1;
            self.length += read as u64;
            let wrong = |problem: String| RunError::Line {
                file: self.path.clone(),
                line: self.lines,
                problem,
            };
            let kept: T = SealedLine::read(T::NAME, self.lines, &line)
                .and_then(|line| line.of_plan(self.plan))
                .map_err(|error| wrong(error.to_string()))?;
            let number = kept.number();
            if number < self.state.left.start() || waiting.insert(number, kept).is_some() {
                return Err(wrong(format!("{} {number} is there twice", T::NAME)));
            }
            while !self.state.is_complete()
                && let Some(kept) = waiting.remove(&self.state.left.start())
            {
                let _ = self.state.add(&kept);
            }
        }
        self.before = self.lines;
        self.file
            .set_len(self.length)
            .map_err(file_error(&self.path, "written"))?;
        Ok(waiting)
    }
}

impl<T: RunLine> Sink<T> for Keeper<'_, '_, T> {
    type Error = RunError;

    fn take(&mut self, results: &[(u64, T)]) -> Result<(), RunError> {
        self.text.clear();
        for (_, result) in results {
            result.write(&mut self.text);
        }
        if let Err(problem) = self.file.write_all(self.text.as_bytes()) {
            // Whole lines stay, what is torn goes.
            let length = self.file.metadata().map_or(self.length, |file| file.len());
            let written = length.saturating_sub(self.length) as usize;
            let written = &self.text.as_bytes()[..written.min(self.text.len())];
            let lines = written.iter().filter(|&&byte| byte == b'\n').count();
            let whole = written.iter().rposition(|&byte| byte == b'\n');
            self.length += whole.map_or(0, |at| at as u64 + 1);
            self.lines += lines as u64;
            let _ = self.file.set_len(self.length);
            return Err(RunError::Full {
                file: self.path.clone(),
                problem,
                done: self.lines,
                name: T::NAME,
            });
        }
        self.length += self.text.len() as u64;
        self.lines += results.len() as u64;
        Ok(())
    }

    fn next(&mut self, result: T) -> ControlFlow<()> {
        self.state.add(&result)
    }

    fn tick(&mut self) {
        (self.progress)(&Progress {
            done: self.lines,
            total: self.state.jobs.len(),
            before: self.before,
            summary: self.state.summary.as_ref(),
        });
    }
}
