//! Carrying out an experiment: on all cores, in memory or into a folder.
//!
//! The result of a game depends only on the experiment and the number of the game; threads and
//! order change nothing, except where a limit is time or a player is another program
//! ([`is_reproducible`]).

pub(crate) mod folder;
pub mod measured;
pub mod played;
mod pool;
mod reader;
mod rows;
mod summary;
mod timing;

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use players::Playable;
use rules::with_game;

use crate::experiment::{Experiment, Kind};
use crate::opening::OpeningSet;
use crate::plan::{Plan, Problem};
use crate::referee::{Referee, Watch};
use statistics::sprt::Decision;

pub use self::folder::{
    EngineNote, Finished, Machine, Options, Program, Progress, RunError, RunHeader, measure_into,
    play_into,
};
pub use self::measured::{Measured, Searched};
pub use self::played::{Forfeit, LineError, Played, Thought, Why};
pub(crate) use self::pool::{End, Jobs, Sink};
pub use self::reader::{ReplayCheck, Run};
pub use self::summary::Summary;
pub use self::timing::{TimingEstimate, estimate_timing};

/// What a line of a run can be read as.
pub(crate) trait Numbered: Sized {
    fn number(&self) -> u64;
    fn read(line: &str) -> Result<Self, LineError>;
}

/// What a run keeps a line of; the line begins with its name and number.
pub(crate) trait Kept: Numbered + Send {
    /// What the command and the documents call it.
    const NAME: &'static str;
    fn write(&self, line: &mut String);
    /// Does the job; nothing if it was left before its end.
    fn make<G: Playable>(referee: &mut Referee<'_, G>, number: u64) -> Option<Self>;
}

impl Numbered for Played {
    fn number(&self) -> u64 {
        self.number
    }

    fn read(line: &str) -> Result<Self, LineError> {
        Self::read(line)
    }
}

impl Kept for Played {
    const NAME: &'static str = "game";

    fn write(&self, line: &mut String) {
        Self::write(self, line);
    }

    fn make<G: Playable>(referee: &mut Referee<'_, G>, number: u64) -> Option<Self> {
        referee.play(number)
    }
}

impl Numbered for Measured {
    fn number(&self) -> u64 {
        self.number
    }

    fn read(line: &str) -> Result<Self, LineError> {
        Self::read(line)
    }
}

impl Kept for Measured {
    const NAME: &'static str = "position";

    fn write(&self, line: &mut String) {
        Self::write(self, line);
    }

    fn make<G: Playable>(referee: &mut Referee<'_, G>, number: u64) -> Option<Self> {
        referee.think(number)
    }
}

/// Plays all games of an experiment without a folder. `each` hears of every game in the order of
/// the numbers, whatever the number of threads.
///
/// # Errors
/// If the experiment cannot be carried out, which is found out before the first game.
///
/// # Panics
/// If the experiment is a measurement: those are for [`measure`].
pub fn play(
    experiment: &Experiment,
    threads: usize,
    each: &mut dyn FnMut(&Played),
) -> Result<Summary, Problem> {
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
    let Ok(_) = all_jobs(experiment, threads, &mut sink)?;
    Ok(sink.0)
}

/// Lets all players of a measurement think about all its positions, without a folder. `each`
/// hears of every position in the order of the numbers.
///
/// # Errors
/// If the experiment cannot be carried out, which is found out before the first position.
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
    let Ok(_) = all_jobs(experiment, threads, &mut Each(each))?;
    Ok(())
}

/// Whether another time, and with another number of threads, every game comes out the same.
#[must_use]
pub fn is_reproducible(experiment: &Experiment, plan: &Plan) -> bool {
    plan.contenders
        .iter()
        .all(|contender| contender.repeatable(&experiment.limits).by_game())
}

fn goes_on(decision: Decision) -> ControlFlow<()> {
    match decision {
        Decision::Continue => ControlFlow::Continue(()),
        Decision::AcceptH0 | Decision::AcceptH1 => ControlFlow::Break(()),
    }
}

fn all_jobs<T: Kept, K: Sink<T>>(
    experiment: &Experiment,
    threads: usize,
    sink: &mut K,
) -> Result<Result<End, K::Error>, Problem> {
    let plan = Plan::new(experiment)?;
    let jobs = Jobs {
        from: 0,
        to: plan.games(),
        done: &BTreeSet::new(),
        threads,
        stop: &AtomicBool::new(false),
        patience: experiment.patience,
    };
    do_jobs(experiment, &plan, &jobs, BTreeMap::new(), sink)
}

/// Does jobs of an experiment; players and openings are checked before the first.
pub(crate) fn do_jobs<T: Kept, K: Sink<T>>(
    experiment: &Experiment,
    plan: &Plan,
    jobs: &Jobs<'_>,
    done: BTreeMap<u64, T>,
    sink: &mut K,
) -> Result<Result<End, K::Error>, Problem> {
    with_game!(&experiment.game, G, rules => {
        let openings = OpeningSet::<G>::new(experiment, rules)?;
        Referee::new(experiment, plan, &openings, Watch::default())?;
        let work = |watch: Watch, jobs: &mut dyn FnMut(&mut dyn FnMut(u64) -> Option<T>)| {
            let referee = Referee::new(experiment, plan, &openings, watch);
            let mut referee = referee.expect("one was made before");
            jobs(&mut |number| T::make(&mut referee, number));
        };
        Ok(pool::work(jobs, done, work, sink))
    })
}

/// Checks all that can be checked without playing or starting other programs; how many different
/// openings there are, where that is known.
///
/// # Errors
/// If the experiment cannot be carried out.
pub fn prepare(experiment: &Experiment) -> Result<Option<usize>, Problem> {
    let plan = Plan::new(experiment)?;
    with_game!(&experiment.game, G, rules => {
        let openings = OpeningSet::<G>::new(experiment, rules)?;
        Referee::new(experiment, &plan, &openings, Watch::default())?;
        Ok(openings.different())
    })
}

/// Starts every other program once and asks it for a move, so that one that cannot play is found
/// before the first game; what they call themselves.
///
/// # Errors
/// If one of them gives no move.
pub fn greet(experiment: &Experiment) -> Result<Vec<EngineNote>, Problem> {
    let plan = Plan::new(experiment)?;
    with_game!(&experiment.game, G, rules => {
        let openings = OpeningSet::<G>::new(experiment, rules)?;
        Referee::new(experiment, &plan, &openings, Watch::default())?.greet()
    })
}
