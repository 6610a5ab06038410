//! Where an experiment is carried out, whichever game it is of: who works here does not know the game, so that threads
//! and files are compiled once and not for every game.

use players::Playable;
use rules::with_game;

use crate::experiment::Experiment;
use crate::jobs::Watch;
use crate::opening::OpeningSet;
use crate::plan::{Plan, Problem};
use crate::referee::Referee;
use crate::run::{EngineNote, Measured, Played};

/// The openings of an experiment, and referees for its plan.
pub(crate) struct Venue<'a>(Box<dyn Hosting + 'a>);

impl<'a> Venue<'a> {
    /// Opens the venue of an experiment: players and openings are checked.
    ///
    /// # Errors
    /// Returns an error if it cannot be carried out.
    pub(crate) fn new(experiment: &'a Experiment, plan: &'a Plan) -> Result<Self, Problem> {
        let host: Box<dyn Hosting> = with_game!(&experiment.game, G, rules => {
            Box::new(OfGame {
                experiment,
                plan,
                openings: OpeningSet::<G>::new(experiment, rules)?,
            })
        });
        host.referee(Watch::default())?;
        Ok(Self(host))
    }

    /// Returns a new referee.
    pub(crate) fn referee(&self, watch: Watch) -> Box<dyn AnyReferee + '_> {
        let referee = self.0.referee(watch);
        referee.expect("one was made when the venue was opened")
    }

    /// Returns how many different openings there are, where that is known.
    pub(crate) fn different_openings(&self) -> Option<usize> {
        self.0.different_openings()
    }
}

/// A [`Referee`] of any game.
pub(crate) trait AnyReferee {
    /// Does what [`Referee::play`] does.
    fn play(&mut self, number: u64) -> Option<Played>;
    /// Does what [`Referee::think`] does.
    fn think(&mut self, number: u64) -> Option<Measured>;
    /// Does what [`Referee::greet`] does.
    fn greet(&mut self) -> Option<Result<Vec<EngineNote>, Problem>>;
}

impl<G: Playable> AnyReferee for Referee<'_, G> {
    fn play(&mut self, number: u64) -> Option<Played> {
        Referee::play(self, number)
    }

    fn think(&mut self, number: u64) -> Option<Measured> {
        Referee::think(self, number)
    }

    fn greet(&mut self) -> Option<Result<Vec<EngineNote>, Problem>> {
        Referee::greet(self)
    }
}

trait Hosting: Sync {
    fn referee(&self, watch: Watch) -> Result<Box<dyn AnyReferee + '_>, Problem>;
    fn different_openings(&self) -> Option<usize>;
}

struct OfGame<'a, G: Playable> {
    experiment: &'a Experiment,
    plan: &'a Plan,
    openings: OpeningSet<G>,
}

impl<G: Playable> Hosting for OfGame<'_, G> {
    fn referee(&self, watch: Watch) -> Result<Box<dyn AnyReferee + '_>, Problem> {
        let referee = Referee::new(self.experiment, self.plan, &self.openings, watch)?;
        Ok(Box::new(referee))
    }

    fn different_openings(&self) -> Option<usize> {
        self.openings.different()
    }
}
