//! Whether a line can be one of an experiment, as far as rules and plan say it without any player: sums only show
//! accidents.
//!
//! A game has to begin with its opening, its moves have to be legal and lead to its result, and what is kept of them has
//! to be what is asked for. What a player would have done is for [`Run::replay`](crate::run::Run::replay).

use players::Playable;
use rules::line::Event;
use rules::with_game;

use crate::experiment::{Experiment, Keep};
use crate::opening::OpeningSet;
use crate::plan::{Plan, Problem};
use crate::run::{Measured, Played, Searched};

/// Knows what lines of an experiment can say.
pub(crate) struct Judge {
    plan: Plan,
    keep: Keep,
    rules: Box<dyn Rulebook>,
}

/// More positions than any machine visits in a microsecond.
const NODES: u64 = 10_000;

impl Judge {
    /// Returns the judge of an experiment.
    ///
    /// # Errors
    /// Returns an error if it cannot be carried out.
    pub(crate) fn new(experiment: &Experiment) -> Result<Self, Problem> {
        let rules: Box<dyn Rulebook> = with_game!(&experiment.game, G, rules => {
            Box::new(OfGame::<G>::new(experiment, rules)?)
        });
        Ok(Self {
            plan: Plan::new(experiment)?,
            keep: experiment.keep,
            rules,
        })
    }

    /// Returns the plan that the lines are of.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Judges a game that fits its plan.
    ///
    /// # Errors
    /// Returns what cannot be.
    pub(crate) fn played(&self, game: &Played) -> Result<(), String> {
        let (keep, moves) = (self.keep, game.plies - game.opening);
        let kept = game.thoughts.len();
        // Where nobody says a value there is no list of them.
        let none = kept == 0 && !(keep.nodes || keep.times);
        let as_asked = game.thoughts.iter().all(|thought| {
            (keep.values || thought.values.is_none())
                && thought.nodes.is_some() == keep.nodes
                && thought.micros.is_some() == keep.times
        });
        if !(none || keep.anything() && kept == moves) || !as_asked {
            return Err("it does not keep of each move what the experiment asks for".to_owned());
        }
        let mut notes = game.notes.iter();
        if notes.any(|note| !(game.opening..game.plies).contains(&note.ply)) {
            return Err("it has a note on a move that nobody made".to_owned());
        }
        self.rules.played(game, &self.plan)
    }

    /// Judges a position that fits its plan.
    ///
    /// # Errors
    /// Returns what cannot be.
    pub(crate) fn measured(&self, position: &Measured) -> Result<(), String> {
        let too_many = |found: &Searched| {
            found.nodes.max(found.evaluations) / NODES > found.micros.saturating_add(1)
        };
        if position.searches.iter().flatten().any(too_many) {
            return Err("nobody visits so many positions in so little time".to_owned());
        }
        self.rules.measured(position, &self.plan)
    }
}

/// What the rules of a game say.
trait Rulebook: Send + Sync {
    fn played(&self, game: &Played, plan: &Plan) -> Result<(), String>;
    fn measured(&self, position: &Measured, plan: &Plan) -> Result<(), String>;
}

struct OfGame<G: Playable> {
    openings: OpeningSet<G>,
    rules: G::Rules,
}

impl<G: Playable> OfGame<G> {
    fn new(experiment: &Experiment, rules: &G::Rules) -> Result<Self, Problem> {
        Ok(Self {
            openings: OpeningSet::new(experiment, rules)?,
            rules: rules.clone(),
        })
    }
}

impl<G: Playable> Rulebook for OfGame<G> {
    fn played(&self, game: &Played, plan: &Plan) -> Result<(), String> {
        let opening = plan.game(game.number).opening;
        let begins = self.openings.can_be(opening, &mut |opening| {
            let line = &opening.line;
            line.events().len() == game.opening
                && opening.start == game.start
                && game.moves.starts_with(&line.moves_text())
        });
        if !begins {
            return Err("it does not begin with its opening".to_owned());
        }
        let line = game.line::<G>(&self.rules)?;
        match line.outcome() {
            Some(outcome) if outcome == game.outcome => {}
            Some(_) => return Err("the moves lead to another result".to_owned()),
            None => return Err("the moves do not end the game".to_owned()),
        }
        // Whoever fails does so in its turn, and is out from then on.
        let mut failed = 0;
        for ply in line.plies() {
            if let Event::Out(seat, _) = ply.event {
                failed += 1;
                if ply.before.turn() != seat {
                    return Err(format!(
                        "seat {} fails in the turn of another",
                        seat.index()
                    ));
                }
            }
        }
        if failed != game.forfeits.len() {
            return Err("somebody fails who is out".to_owned());
        }
        Ok(())
    }

    fn measured(&self, position: &Measured, plan: &Plan) -> Result<(), String> {
        let opening = plan.game(position.number).opening;
        let mut legal = Vec::new();
        let begins = self.openings.can_be(opening, &mut |opening| {
            let is = opening.start == position.start && opening.line.moves_text() == position.moves;
            if is {
                let at = opening.line.position();
                legal = at.legal().iter().map(|&m| at.move_text(m)).collect();
            }
            is
        });
        if !begins {
            return Err("it is another position".to_owned());
        }
        let mut searches = position.searches.iter().flatten();
        match searches.find(|found| !legal.contains(&found.chosen)) {
            Some(found) => Err(format!("the move \"{}\" is not legal", found.chosen)),
            None => Ok(()),
        }
    }
}
