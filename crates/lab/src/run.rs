//! Carrying out an experiment: on all cores, in memory or into a folder.
//!
//! The result of a game depends only on the experiment and the number of the game; threads and
//! order change nothing, except where a limit is time or a player is another program
//! ([`is_reproducible`]).

mod error;
mod files;
mod folder;
mod header;
mod index;
mod judge;
mod keeper;
mod line;
mod lines;
pub mod measured;
pub(crate) mod pack;
pub mod played;
mod reader;
mod replay;
mod rows;
mod sum;
mod summary;
mod timing;
mod verify;
mod why;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use players::Repeatable;
use statistics::sprt::Decision;

use crate::experiment::{Experiment, Kind};
use crate::jobs::{self, End, JobRange, Jobs, Sink, Watch, Work};
use crate::plan::{Plan, Problem};
use crate::venue::Venue;

pub(crate) use self::error::file_error;
pub(crate) use self::files::{
    EXPERIMENT, HEADER, open_regular, put_in_place, read_text, sync_folder_of, write_whole,
};
pub(crate) use self::folder::{refuse_other_files, set_up};
pub(crate) use self::judge::Judge;
pub(crate) use self::line::{RunLine, SealedLine};
pub(crate) use self::sum::FileSum;

pub use self::error::RunError;
pub use self::folder::{Finished, Options, Progress, measure_into, play_into};
pub use self::header::{EngineNote, Machine, Program, RunHeader};
pub use self::line::LineError;
pub use self::measured::{Measured, Searched};
pub use self::played::{Forfeit, Played, Thought};
pub use self::reader::Run;
pub use self::replay::ReplayCheck;
pub use self::summary::Summary;
pub use self::timing::{TimingEstimate, estimate_timing};
pub use self::verify::Verified;
pub use self::why::Why;

/// Plays all games of an experiment without a folder. `each` is called with every game in the
/// order of the numbers, whatever the number of threads.
///
/// # Errors
/// Returns an error if the experiment cannot be carried out, which is found out before the first
/// game.
///
/// # Panics
/// Panics if the experiment is a measurement: those are for [`measure`].
pub fn play(
    experiment: &Experiment,
    threads: usize,
    each: &mut dyn FnMut(&Played),
) -> Result<Summary, Problem> {
    let never = AtomicBool::new(false);
    let summary = play_until(experiment, threads, &never, each)?;
    Ok(summary.expect("nobody stops it"))
}

/// Plays like [`play`], until somebody says stop: then there is no summary.
///
/// # Errors
/// If the experiment cannot be carried out, which is found out before the first game.
///
/// # Panics
/// If the experiment is a measurement.
pub fn play_until(
    experiment: &Experiment,
    threads: usize,
    stop: &AtomicBool,
    each: &mut dyn FnMut(&Played),
) -> Result<Option<Summary>, Problem> {
    struct Each<'a>(Summary, &'a mut dyn FnMut(&Played));
    impl Sink<Played> for Each<'_> {
        type Error = Infallible;
        fn take(&mut self, _: &[(u64, Played)]) -> Result<(), Infallible> {
            Ok(())
        }
        fn next(&mut self, game: Played) -> ControlFlow<()> {
            let decision = self.0.add(&game);
            (self.1)(&game);
            goes_on(decision)
        }
        fn tick(&mut self) {}
    }
    assert!(
        !matches!(experiment.kind, Kind::Measurement(_)),
        "a measurement has no games"
    );
    let mut sink = Each(Summary::new(experiment)?, each);
    let jobs = sink.0.plan().jobs();
    let end = in_memory(experiment, jobs, threads, stop, &mut sink)?;
    Ok((end == End::Done).then_some(sink.0))
}

/// Lets all players of a measurement think about all its positions, without a folder. `each`
/// is called with every position in the order of the numbers.
///
/// # Errors
/// Returns an error if the experiment cannot be carried out, which is found out before the first
/// position.
pub fn measure(
    experiment: &Experiment,
    threads: usize,
    each: &mut dyn FnMut(&Measured),
) -> Result<(), Problem> {
    struct Each<'a>(&'a mut dyn FnMut(&Measured));
    impl Sink<Measured> for Each<'_> {
        type Error = Infallible;
        fn take(&mut self, _: &[(u64, Measured)]) -> Result<(), Infallible> {
            Ok(())
        }
        fn next(&mut self, measured: Measured) -> ControlFlow<()> {
            (self.0)(&measured);
            ControlFlow::Continue(())
        }
        fn tick(&mut self) {}
    }
    let jobs = Plan::new(experiment)?.jobs();
    let never = AtomicBool::new(false);
    in_memory(experiment, jobs, threads, &never, &mut Each(each)).map(|_| ())
}

/// Runs a range of an experiment's jobs without a folder. `each` is called with every line as a run
/// keeps it, in the order of the numbers: those of ranges that follow each other, put one after the
/// other, are the lines of the whole run. A stopping rule is ignored, because it needs all of them.
///
/// # Errors
/// Returns an error if the experiment cannot be carried out, which is found out before the first
/// job.
///
/// # Panics
/// Panics if the plan has no such jobs.
pub fn write_lines(
    experiment: &Experiment,
    jobs: JobRange,
    threads: usize,
    each: &mut dyn FnMut(&str),
) -> Result<(), Problem> {
    struct Each<'a>(String, &'a mut dyn FnMut(&str));
    impl<T: RunLine> Sink<T> for Each<'_> {
        type Error = Infallible;
        fn take(&mut self, _: &[(u64, T)]) -> Result<(), Infallible> {
            Ok(())
        }
        fn next(&mut self, result: T) -> ControlFlow<()> {
            self.0.clear();
            result.write(&mut self.0);
            (self.1)(&self.0);
            ControlFlow::Continue(())
        }
        fn tick(&mut self) {}
    }
    assert!(
        Plan::new(experiment)?.jobs().covers(jobs),
        "the plan has no such jobs"
    );
    let mut sink = Each(String::new(), each);
    let never = AtomicBool::new(false);
    let done = match experiment.kind {
        Kind::Measurement(_) => {
            in_memory::<Measured, _>(experiment, jobs, threads, &never, &mut sink)
        }
        _ => in_memory::<Played, _>(experiment, jobs, threads, &never, &mut sink),
    };
    done.map(|_| ())
}

/// Returns who may play differently when the run is repeated, and why: a sentence, or `None` if
/// every game can be repeated.
#[must_use]
pub fn not_repeatable(experiment: &Experiment, plan: &Plan) -> Option<String> {
    let each = may_differ(experiment, plan).map(|(who, why)| format!("{who} may differ: {why}"));
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| each.join("; "))
}

/// Returns the players that may play differently when the run is repeated, each with the reason.
pub(crate) fn may_differ<'a>(
    experiment: &'a Experiment,
    plan: &'a Plan,
) -> impl Iterator<Item = (&'a str, &'static str)> {
    plan.contenders
        .iter()
        .filter_map(|contender| match contender.repeatable(&experiment.limits) {
            Repeatable::No { why } => Some((&*contender.name, why)),
            Repeatable::Always => None,
        })
}

/// Reports whether repeating the run, even with another number of threads, gives the same games.
#[must_use]
pub fn is_reproducible(experiment: &Experiment, plan: &Plan) -> bool {
    not_repeatable(experiment, plan).is_none()
}

fn goes_on(decision: Decision) -> ControlFlow<()> {
    match decision {
        Decision::Continue => ControlFlow::Continue(()),
        Decision::AcceptH0 | Decision::AcceptH1 => ControlFlow::Break(()),
    }
}

fn in_memory<T: RunLine, K: Sink<T, Error = Infallible>>(
    experiment: &Experiment,
    jobs: JobRange,
    threads: usize,
    stop: &AtomicBool,
    sink: &mut K,
) -> Result<End, Problem> {
    let work = Work {
        jobs,
        threads,
        stop,
        patience: experiment.patience,
    };
    let plan = Plan::new(experiment)?;
    let Ok(end) = do_jobs(experiment, &plan, &work, BTreeMap::new(), sink)?;
    Ok(end)
}

/// Runs jobs of an experiment; players and openings are checked before the first.
pub(crate) fn do_jobs<T: RunLine, K: Sink<T>>(
    experiment: &Experiment,
    plan: &Plan,
    work: &Work<'_>,
    done: BTreeMap<u64, T>,
    sink: &mut K,
) -> Result<Result<End, K::Error>, Problem> {
    let venue = Venue::new(experiment, plan)?;
    let worker = |watch: Watch, jobs: &mut Jobs<'_, T>| {
        let mut referee = venue.referee(watch);
        jobs(&mut |number| T::make(&mut *referee, number));
    };
    Ok(jobs::work(work, done, &worker, sink))
}

/// Checks everything that can be checked without playing or starting other programs. Returns how
/// many different openings there are, where that is known.
///
/// # Errors
/// Returns an error if the experiment cannot be carried out.
pub fn prepare(experiment: &Experiment) -> Result<Option<usize>, Problem> {
    let plan = Plan::new(experiment)?;
    let venue = Venue::new(experiment, &plan)?;
    Ok(venue.different_openings())
}

/// Starts every other program once and asks it for a move, so that one that cannot play is found
/// before the first game. Returns their names, or `None` if the flag was set before all had answered.
///
/// # Errors
/// Returns an error if one of them gives no move.
pub fn greet(
    experiment: &Experiment,
    stop: &AtomicBool,
) -> Result<Option<Vec<EngineNote>>, Problem> {
    let plan = Plan::new(experiment)?;
    let venue = Venue::new(experiment, &plan)?;
    jobs::until(stop, &|watch| venue.referee(watch).greet()).transpose()
}
