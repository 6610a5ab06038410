//! The best numbers of a player file, looked for by matches.
//!
//! A search takes steps. In each it compares a few players that differ in their numbers, from the same
//! fresh openings with sides swapped, and goes towards the better ones. What comes out at the end is
//! no more than a suspicion, so it is tested against the player it began with, on openings that the
//! search has not seen, by a test that stops by itself.
//!
//! A search is a pure function of its [`Tune`]: one that was broken off goes on from the scores of
//! its confirmed steps and comes to the same bytes.

mod file;
mod folder;
mod search;
mod shards;

use rules::hash::mix;
use rules::{Game, GameName, with_game};
use statistics::optimise::{Method, Range};
use thiserror::Error;

use crate::contender::{Contender, VariantError};
use crate::experiment::{Experiment, Kind, Seating, Stopping};
use crate::opening::Openings;
use crate::plan::Problem;
use crate::run::RunError;
use crate::shard::ShardError;
use players::file::LimitsSpec;

pub use self::folder::{PATH, TuneOptions, Tuned, WINNER, tune_into};
pub use self::search::{Search, Step};
pub use self::shards::join;

/// The test of the winner.
pub const CONFIRM: &str = "confirm";

/// Why a search cannot go on.
#[derive(Debug, Error)]
pub enum TuneError {
    /// Its folder or its games.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The shards of its matches.
    #[error(transparent)]
    Shard(#[from] ShardError),
}

impl From<Problem> for TuneError {
    fn from(problem: Problem) -> Self {
        Self::Run(problem.into())
    }
}

/// What to look for, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Tune {
    /// One line for lists.
    pub about: String,
    /// The game with its options.
    pub game: GameName,
    /// How to look.
    pub method: Method,
    /// Whose numbers; the search begins with those of its file.
    pub player: Contender,
    /// Against whom; without one the compared players play each other.
    pub opponent: Option<Contender>,
    /// The numbers.
    pub numbers: Vec<Number>,
    /// How many games decide one comparison, rounded up to whole blocks.
    pub games: u64,
    /// How many games the search plays at most.
    pub budget: u64,
    /// Where games begin: at random, so that no opening comes twice but by chance.
    pub openings: Openings,
    /// Limits of every move, in the place of those in the player files.
    pub limits: LimitsSpec,
    /// What everything random follows from.
    pub seed: u64,
    /// How the winner is tested.
    pub confirm: Confirm,
}

/// A number of a player file.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// What reports call it.
    pub name: String,
    /// Where it stands in the file, with dots; in more than one place if they have to stay equal.
    pub keys: Vec<String>,
    /// The least it may be.
    pub from: f64,
    /// The most it may be.
    pub to: f64,
    /// A change that should be felt.
    pub step: f64,
    /// What it is in the file.
    pub start: f64,
    /// Whether it is a whole number there.
    pub whole: bool,
}

/// How the winner is tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confirm {
    /// What ends the test.
    pub stop: Stopping,
    /// How many games it may take.
    pub games: u64,
}

impl Number {
    /// Returns how far it may go, in steps.
    #[must_use]
    pub fn range(&self) -> Range {
        Range {
            low: (self.from - self.start) / self.step,
            high: (self.to - self.start) / self.step,
        }
    }

    /// What it is so many steps from where it began, as a file has it.
    #[must_use]
    pub fn at(&self, steps: f64) -> f64 {
        let value = (self.start + steps * self.step).clamp(self.from, self.to);
        if self.whole {
            value.round()
        } else {
            // Six digits are more than games can tell.
            (value * 1e6).round() / 1e6
        }
    }

    fn value(&self, steps: f64) -> toml::Value {
        let value = self.at(steps);
        if self.whole {
            toml::Value::Integer(value as i64)
        } else {
            toml::Value::Float(value)
        }
    }
}

impl Tune {
    /// Returns the player so many steps from where it began.
    ///
    /// # Errors
    /// If its file refuses such numbers.
    pub fn player_at(&self, name: &str, steps: &[f64]) -> Result<Contender, VariantError> {
        let mut values = Vec::new();
        for (number, steps) in self.numbers.iter().zip(steps) {
            let value = number.value(*steps);
            values.extend(number.keys.iter().map(|key| (key.as_str(), value.clone())));
        }
        self.player.with_all(name, &values)
    }

    /// Returns a match of two players with openings of its own.
    fn match_of(&self, players: [Contender; 2], games: u64, openings: u64) -> Experiment {
        let two_seats = with_game!(&self.game, G, rules => G::start(rules).facts().seats == 2);
        let seating = if two_seats {
            Seating::Balanced
        } else {
            Seating::Mixed
        };
        Experiment {
            about: self.about.clone(),
            seating,
            openings: self.openings.clone(),
            limits: self.limits.clone(),
            games,
            // A file holds seeds of 63 bits.
            seed: mix(self.seed ^ mix(openings)) >> 1,
            ..Experiment::new(self.game.clone(), Kind::Match, players.to_vec())
        }
    }

    /// Returns the test of a winner against the player that the search began with; `None` if they do not
    /// differ.
    #[must_use]
    pub fn confirmation(&self, winner: &Contender) -> Option<Experiment> {
        let start = self.player_at("start", &vec![0.0; self.numbers.len()]);
        let start = start.expect("the search began with it");
        let (tuned, start) = (winner.clone().called("tuned"), start);
        (tuned.who != start.who).then(|| Experiment {
            stop: Some(self.confirm.stop),
            // No step has this number.
            ..self.match_of([tuned, start], self.confirm.games, u64::MAX)
        })
    }

    /// Returns how many matches a step has.
    fn matches(&self) -> u64 {
        if self.opponent.is_some() { 2 } else { 1 }
    }

    /// Returns how many games a match of a step has: whole blocks.
    fn match_games(&self) -> u64 {
        let start = self.player.clone();
        let plan = crate::Plan::new(&self.match_of(
            [start.clone().called("a"), start.called("b")],
            self.games,
            0,
        ));
        plan.map_or(self.games, |plan| plan.games())
    }

    /// Returns how many steps the budget allows, at least one.
    #[must_use]
    pub fn steps(&self) -> u32 {
        let each = self.matches() * self.match_games();
        u32::try_from((self.budget / each).max(1)).unwrap_or(u32::MAX)
    }
}
