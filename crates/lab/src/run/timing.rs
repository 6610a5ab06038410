//! A few games to find out how long all of them will take.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::experiment::{Experiment, Kind};
use crate::plan::{Plan, Problem};
use crate::run::{Jobs, Kept, Measured, Played, Taker, do_jobs};

/// What a few games took on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trial {
    /// How many games, or positions, came to their end.
    pub done: u64,
    /// How long they took.
    pub time: Duration,
    /// How long their lines are together, in bytes.
    pub bytes: u64,
}

/// Does the first jobs of an experiment for about so long, and keeps nothing.
///
/// # Errors
/// If the experiment cannot be carried out.
pub fn trial(experiment: &Experiment, time: Duration) -> Result<Trial, Problem> {
    match experiment.kind {
        Kind::Measurement(_) => try_out::<Measured>(experiment, time),
        _ => try_out::<Played>(experiment, time),
    }
}

struct Clock<'a> {
    start: Instant,
    time: Duration,
    stop: &'a AtomicBool,
    trial: Trial,
    line: String,
}

impl<T: Kept> Taker<T> for Clock<'_> {
    type Error = Infallible;

    fn take(&mut self, results: &[(u64, T)]) -> Result<(), Infallible> {
        for (_, result) in results {
            self.line.clear();
            result.write(&mut self.line);
            self.trial.bytes += self.line.len() as u64;
            self.trial.done += 1;
            self.trial.time = self.start.elapsed();
        }
        Ok(())
    }

    fn next(&mut self, _: T) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn breathe(&mut self) {
        if self.start.elapsed() >= self.time {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn try_out<T: Kept>(experiment: &Experiment, time: Duration) -> Result<Trial, Problem> {
    let plan = Plan::new(experiment)?;
    let stop = AtomicBool::new(false);
    let jobs = Jobs {
        from: 0,
        to: plan.games(),
        done: &BTreeSet::new(),
        threads: 1,
        stop: &stop,
        patience: experiment.patience,
    };
    let mut clock = Clock {
        start: Instant::now(),
        time,
        stop: &stop,
        trial: Trial::default(),
        line: String::new(),
    };
    let Ok(_) = do_jobs::<T, _>(experiment, &plan, &jobs, BTreeMap::new(), &mut clock)?;
    Ok(clock.trial)
}
