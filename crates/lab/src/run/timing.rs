//! A few games to find out how long all of them will take.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::experiment::{Experiment, Kind};
use crate::jobs::{Sink, Work};
use crate::plan::{Plan, Problem};
use crate::run::line::RunLine;
use crate::run::{Measured, Played, do_jobs};

/// What a few games took on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimingEstimate {
    /// How many games, or positions, came to their end.
    pub done: u64,
    /// How long they took.
    pub time: Duration,
    /// How long their lines are together, in bytes.
    pub bytes: u64,
}

/// Runs the first jobs of an experiment for about this long, and discards the results.
///
/// # Errors
/// Returns an error if the experiment cannot be carried out.
pub fn estimate_timing(experiment: &Experiment, time: Duration) -> Result<TimingEstimate, Problem> {
    match experiment.kind {
        Kind::Measurement(_) => try_out::<Measured>(experiment, time),
        _ => try_out::<Played>(experiment, time),
    }
}

struct Stopwatch<'a> {
    start: Instant,
    time: Duration,
    stop: &'a AtomicBool,
    estimate: TimingEstimate,
    line: String,
}

impl<T: RunLine> Sink<T> for Stopwatch<'_> {
    type Error = Infallible;

    fn take(&mut self, results: &[(u64, T)]) -> Result<(), Infallible> {
        for (_, result) in results {
            self.line.clear();
            result.write(&mut self.line);
            self.estimate.bytes += self.line.len() as u64;
            self.estimate.done += 1;
            self.estimate.time = self.start.elapsed();
        }
        Ok(())
    }

    fn next(&mut self, _: T) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tick(&mut self) {
        if self.start.elapsed() >= self.time {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn try_out<T: RunLine>(experiment: &Experiment, time: Duration) -> Result<TimingEstimate, Problem> {
    let plan = Plan::new(experiment)?;
    let stop = AtomicBool::new(false);
    let work = Work {
        jobs: plan.jobs(),
        threads: 1,
        stop: &stop,
        patience: experiment.patience,
    };
    let mut clock = Stopwatch {
        start: Instant::now(),
        time,
        stop: &stop,
        estimate: TimingEstimate::default(),
        line: String::new(),
    };
    let Ok(_) = do_jobs::<T, _>(experiment, &plan, &work, BTreeMap::new(), &mut clock)?;
    Ok(clock.estimate)
}
