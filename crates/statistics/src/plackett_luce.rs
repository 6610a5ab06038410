//! Ratings from games of any number of seats: the strengths that make all rankings together most
//! likely (Plackett 1975, Luce 1959), found by Hunter's MM algorithm (2004), on the Elo scale.
//!
//! The model gives the next place to each of those left with a chance in proportion to its
//! strength; for two seats it is Elo's own. *Ties*: a tie is taken as every order of the tied seats
//! in equal parts, so for two seats as half a win each. A player may have several seats in a game.
//!
//! Intervals come from the curvature of the likelihood, as if games were independent
//! ([`Spread::Model`]), or from how much the blocks disagree ([`Spread::Blocks`], the sandwich of
//! Huber and White), which holds also when the games of a block belong together.

mod ranking;

use std::collections::BTreeMap;

use thiserror::Error;

use self::ranking::Ranking;
use super::estimate::{Estimate, Interval, Level};
use super::matrix::{Matrix, dot, inverse, times};
use super::placing::Seated;

/// Elo per unit of log-strength.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The rank of those who were not chosen, where nothing says which of them is better.
pub const NOT_CHOSEN: u8 = u8::MAX;

/// The most steps of the MM algorithm; hundreds are usual.
const MOST_STEPS: usize = 1_000_000;

/// Why there are no ratings.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RatingError {
    /// Some players never did better than some others, so the distance between them is unbounded.
    #[error(
        "players fall into groups of which the earlier never lost a place to the later, or never \
         met them: {groups:?}; give a prior to rate them together"
    )]
    Apart {
        /// The groups, stronger ones first.
        groups: Vec<Vec<usize>>,
    },
    /// The likelihood is too flat to find its top.
    #[error("the ratings did not settle: too few games between some players")]
    Unsettled,
}

/// Rankings of blocks of games, equal ones counted together.
#[derive(Clone, Debug)]
pub struct Rankings {
    players: usize,
    numbers: BTreeMap<Vec<(u8, usize)>, usize>,
    kinds: Vec<(Ranking, f64)>,
    /// The kind of each game, and where each block ends.
    games: Vec<u32>,
    ends: Vec<usize>,
}

impl Rankings {
    /// Creates an empty set of games of this many players.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            players,
            numbers: BTreeMap::new(),
            kinds: Vec::new(),
            games: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds all games of one block.
    pub fn add_block(&mut self, block: &[Seated]) {
        let places = |game: &Seated| {
            let ranks = game.outcome.ranks.iter().copied();
            ranks.zip(game.players.iter().copied()).collect()
        };
        self.add_places(block.iter().map(places));
    }

    /// Adds rankings that belong together, such as those of one person: of each the rank of every
    /// player in it, [`NOT_CHOSEN`] for those of whom is only known that others were chosen.
    pub fn add_places(&mut self, block: impl IntoIterator<Item = Vec<(u8, usize)>>) {
        for mut places in block {
            places.sort_unstable();
            let kinds = &mut self.kinds;
            let number = *self.numbers.entry(places).or_insert_with_key(|places| {
                kinds.push((Ranking::new(places), 0.0));
                kinds.len() - 1
            });
            kinds[number].1 += 1.0;
            self.games.push(number as u32);
        }
        self.ends.push(self.games.len());
    }

    /// Returns the most likely strengths.
    ///
    /// With a `prior` above 0 every player also wins and loses this many games against one imagined
    /// player (Turner and others 2020 use ½): ratings then exist whatever happened, a little nearer
    /// to each other.
    ///
    /// # Errors
    /// Returns an error without a prior, if the results leave a distance unbounded.
    pub fn rate(&self, prior: f64) -> Result<Ratings, RatingError> {
        let mut kinds = self.kinds.clone();
        let mut all = self.players;
        if prior > 0.0 {
            for player in 0..self.players {
                for places in [[(1, player), (2, all)], [(1, all), (2, player)]] {
                    kinds.push((Ranking::new(&places), prior));
                }
            }
            all += 1;
        }
        let groups = ranking::groups(all, kinds.iter().map(|(ranking, _)| ranking));
        if groups.len() > 1 {
            return Err(RatingError::Apart { groups });
        }
        let strengths = climb(&kinds, all)?;
        let mut information = vec![vec![0.0; all]; all];
        for (ranking, weight) in &kinds {
            ranking.add_information(&strengths, *weight, &mut information);
        }
        // Strengths are known up to a factor, so the all-ones direction carries no information;
        // with it filled in, the inverse exists and differs only along it.
        let filled = information
            .iter()
            .map(|row| row.iter().map(|value| value + 1.0 / all as f64).collect());
        let curvature = inverse(filled.collect()).ok_or(RatingError::Unsettled)?;
        let scores = self.block_scores(&strengths);
        Ok(Ratings {
            players: self.players,
            log_strengths: strengths.iter().map(|s| s.ln()).collect(),
            curvature,
            scores,
        })
    }

    /// Returns the slope of each block's log-likelihood.
    fn block_scores(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let slopes: Vec<Vec<f64>> = self
            .kinds
            .iter()
            .map(|(ranking, _)| ranking.slope(strengths))
            .collect();
        let mut start = 0;
        self.ends
            .iter()
            .map(|&end| {
                let mut sum = vec![0.0; strengths.len()];
                for &game in &self.games[start..end] {
                    for (sum, slope) in sum.iter_mut().zip(&slopes[game as usize]) {
                        *sum += slope;
                    }
                }
                start = end;
                sum
            })
            .collect()
    }
}

/// Runs Hunter's steps until they converge; each makes the rankings more likely.
fn climb(kinds: &[(Ranking, f64)], players: usize) -> Result<Vec<f64>, RatingError> {
    let mut won = vec![0.0; players];
    for (ranking, weight) in kinds {
        ranking.add_won(*weight, &mut won);
    }
    let mut strengths = vec![1.0; players];
    let mut chances = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        chances.fill(0.0);
        for (ranking, weight) in kinds {
            ranking.add_chances(&strengths, *weight, &mut chances);
        }
        let mut next: Vec<f64> = won.iter().zip(&chances).map(|(w, c)| w / c).collect();
        let mean_log = next.iter().map(|s: &f64| s.ln()).sum::<f64>() / players as f64;
        for strength in &mut next {
            *strength /= mean_log.exp();
        }
        let moved = next
            .iter()
            .zip(&strengths)
            .map(|(a, b)| (a / b).ln().abs())
            .fold(0.0, f64::max);
        strengths = next;
        if moved < 1e-12 {
            return Ok(strengths);
        }
    }
    Err(RatingError::Unsettled)
}

/// Where the interval of a rating comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// The curvature of the likelihood: right if games are independent and the model holds.
    Model,
    /// How much the blocks disagree: right if blocks are independent; infinite for one block.
    Blocks,
}

/// Strengths of all players.
#[derive(Clone, Debug)]
pub struct Ratings {
    players: usize,
    log_strengths: Vec<f64>,
    curvature: Matrix,
    scores: Vec<Vec<f64>>,
}

impl Ratings {
    /// Returns the logarithm of a player's strength; only differences mean anything.
    #[must_use]
    pub fn log_strength(&self, player: usize) -> f64 {
        self.log_strengths[player]
    }

    /// Returns a player's Elo above the mean of all players.
    #[must_use]
    pub fn elo(&self, player: usize, spread: Spread, level: Level) -> Estimate {
        let all: Vec<usize> = (0..self.players).collect();
        self.above(player, &all, spread, level)
    }

    /// Returns a player's Elo above the mean of these players.
    #[must_use]
    pub fn above(&self, player: usize, mean: &[usize], spread: Spread, level: Level) -> Estimate {
        let share = |other| f64::from(u8::from(mean.contains(&other))) / mean.len() as f64;
        let mut contrast = self.contrast(|other| -share(other));
        contrast[player] += 1.0;
        self.estimate(&contrast, spread, level)
    }

    /// Returns a player's Elo above another one's.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize, spread: Spread, level: Level) -> Estimate {
        let sign = |player| f64::from(i8::from(player == a) - i8::from(player == b));
        self.estimate(&self.contrast(sign), spread, level)
    }

    /// Returns the chance of `first` to be first among these players, itself included.
    #[must_use]
    pub fn chance_of_first(&self, first: usize, among: &[usize]) -> f64 {
        let strength = |player: usize| self.log_strengths[player].exp();
        strength(first) / among.iter().map(|&player| strength(player)).sum::<f64>()
    }

    /// Returns the weights per player, without the imagined one.
    fn contrast(&self, of: impl Fn(usize) -> f64) -> Vec<f64> {
        let real = |player| {
            if player < self.players {
                of(player)
            } else {
                0.0
            }
        };
        (0..self.log_strengths.len()).map(real).collect()
    }

    fn estimate(&self, contrast: &[f64], spread: Spread, level: Level) -> Estimate {
        let influence = times(&self.curvature, contrast);
        let error = match spread {
            Spread::Model => level.z() * dot(contrast, &influence).max(0.0).sqrt(),
            Spread::Blocks => {
                let blocks = self.scores.len() as f64;
                let squares = self
                    .scores
                    .iter()
                    .map(|score| dot(score, &influence).powi(2));
                let variance = squares.sum::<f64>() * blocks / (blocks - 1.0);
                if blocks < 2.0 {
                    f64::INFINITY
                } else {
                    level.t(blocks - 1.0) * variance.sqrt()
                }
            }
        };
        let value = dot(contrast, &self.log_strengths);
        Estimate {
            value,
            interval: Interval::around(value, error),
        }
        .map(|log| log * ELO)
    }
}

#[cfg(test)]
mod tests;
