//! The search itself, one confirmed step after the other.

use std::sync::atomic::AtomicBool;

use statistics::Level;
use statistics::optimise::Optimiser;

use super::Tune;
use crate::contender::Contender;
use crate::experiment::Experiment;
use crate::plan::{Place, Problem};
use crate::run::{self, Summary};

/// A share of the points of 1 in the whole numbers that a path keeps, so that it reads back exactly.
const WHOLE: f64 = 1e6;

/// A search under way.
pub struct Search<'a> {
    tune: &'a Tune,
    optimiser: Optimiser,
    steps: u32,
    done: Vec<Step>,
}

/// One confirmed step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Which, from 1.
    pub number: u32,
    /// How many games it took.
    pub games: u64,
    /// The compared players' shares of the points, in millionths.
    pub scores: Vec<u32>,
    /// Where the search stands after it: what the numbers are.
    pub here: Vec<f64>,
}

impl<'a> Search<'a> {
    /// Creates a search that has not begun.
    #[must_use]
    pub fn new(tune: &'a Tune) -> Self {
        let ranges = tune.numbers.iter().map(super::Number::range).collect();
        let steps = tune.steps();
        // Of a match: both sides of it differ by two of its standard errors, a half each game.
        let noise = 1.0 / (tune.match_games() as f64).sqrt();
        Self {
            tune,
            optimiser: Optimiser::new(tune.method, ranges, steps, noise, tune.seed),
            steps,
            done: Vec::new(),
        }
    }

    /// Takes the next step: plays its games and goes on. `None` if somebody said stop.
    ///
    /// # Errors
    /// If the games cannot be played.
    pub fn step(&mut self, threads: usize, stop: &AtomicBool) -> Result<Option<&Step>, Problem> {
        self.step_by(|_, experiment| run::play_until(experiment, threads, stop, &mut |_| ()))
    }

    /// Takes the next step by matches that `play` carries out, the first or the second of it; `None` if it says
    /// so.
    pub(super) fn step_by<E: From<Problem>>(
        &mut self,
        mut play: impl FnMut(usize, &Experiment) -> Result<Option<Summary>, E>,
    ) -> Result<Option<&Step>, E> {
        // What is asked must not be asked again should the step be broken off.
        let mut asked = self.optimiser.clone();
        let points = asked.ask();
        let player = |name: &str, point: &[f64]| {
            let player = self.tune.player_at(name, point);
            player.map_err(|error| Problem::new(Place::Player(0), error.to_string()))
        };
        let number = self.done.len() as u64 + 1;
        let games = self.tune.match_games();
        let mut scores = Vec::new();
        let [one, other] =
            [0, 1].map(|which: usize| player(["one", "other"][which], &points[which]));
        let pairs = match &self.tune.opponent {
            None => vec![(one?, other?)],
            Some(opponent) => [one?, other?]
                .map(|player| (player, opponent.clone().called("opponent")))
                .to_vec(),
        };
        for (which, (one, other)) in pairs.into_iter().enumerate() {
            let experiment = self.tune.match_of([one, other], games, number);
            let Some(summary) = play(which, &experiment)? else {
                return Ok(None);
            };
            let score = summary.score(0, Level::P95);
            let score = score.map_or(0.5, |score| score.value);
            scores.push((score * WHOLE).round() as u32);
        }
        if let [score] = scores[..] {
            scores.push(WHOLE as u32 - score);
        }
        Ok(Some(self.retell(scores)))
    }

    /// Takes the next step with the scores that it had another time.
    ///
    /// # Panics
    /// If there are not two scores.
    pub fn retell(&mut self, scores: Vec<u32>) -> &Step {
        self.optimiser.ask();
        let shares: Vec<f64> = scores.iter().map(|&s| f64::from(s) / WHOLE).collect();
        self.optimiser.tell(&shares);
        let number = self.done.len() as u32 + 1;
        self.done.push(Step {
            number,
            games: self.tune.matches() * self.tune.match_games(),
            scores,
            here: self.values(self.optimiser.here()),
        });
        self.done.last().expect("one was added")
    }

    /// Returns how many steps there are in all.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the confirmed steps.
    #[must_use]
    pub fn done(&self) -> &[Step] {
        &self.done
    }

    /// Reports whether all steps are done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.done.len() as u32 >= self.steps
    }

    fn values(&self, steps: &[f64]) -> Vec<f64> {
        let numbers = self.tune.numbers.iter().zip(steps);
        numbers.map(|(number, steps)| number.at(*steps)).collect()
    }

    /// Returns the numbers found: the mean of the second half of the path.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        self.values(&self.optimiser.best())
    }

    /// Returns the player with the numbers found.
    ///
    /// # Errors
    /// If its file refuses such numbers.
    pub fn winner(&self) -> Result<Contender, Problem> {
        let winner = self.tune.player_at("tuned", &self.optimiser.best());
        winner.map_err(|error| Problem::new(Place::Player(0), error.to_string()))
    }
}
