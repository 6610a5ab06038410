//! By how much one player is better than another: score, Elo and normalised Elo with intervals, and
//! how likely it is that it is better at all.
//!
//! Elo is the logistic scale on which 400 points are odds of ten to one. Normalised Elo (Van den
//! Bergh) measures the same distance in standard deviations of a game, and so gives how many games
//! are needed to see it, whatever share of games is drawn.

use super::distribution::normal_cdf;
use super::estimate::{Estimate, Interval, Level};
use super::likelihood::Sample;
use super::pairs::{Basis, Pentanomial, Trinomial};

/// Normalised Elo per standard deviation of one game: the slope of Elo at an even score, for a
/// game without draws, twice over.
pub const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// Returns the Elo difference that expects this share of the points; infinite at 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the share of the points that this Elo difference expects.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How an interval is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All scores that the results do not contradict: right for few games and lopsided ones too.
    Likelihood,
    /// The mean and this many standard errors, as fastchess and fishtest print it: a player that
    /// won all its games gets an interval of width zero.
    Normal,
}

/// How much better one player is than the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The kind of observation; reports print its warning beside the figures.
    pub basis: Basis,
    /// The share of the points.
    pub score: Estimate,
    /// The score as an Elo difference.
    pub elo: Estimate,
    /// The score as a normalised Elo difference.
    pub normalised: Estimate,
    /// The likelihood of superiority: how surely the score is above one half.
    pub superiority: f64,
}

impl Strength {
    /// Estimates the difference from pairs; `None` before the first.
    #[must_use]
    pub fn of_pairs(pairs: &Pentanomial, level: Level, method: Method) -> Option<Self> {
        Self::new(&pairs.sample(), Basis::Pairs, 2.0, level, method)
    }

    /// Estimates the difference from single games; `None` before the first.
    #[must_use]
    pub fn of_games(games: &Trinomial, level: Level, method: Method) -> Option<Self> {
        Self::new(&games.sample(), Basis::Games, 1.0, level, method)
    }

    /// Estimates the difference from block means of A against B
    /// ([`Against`](super::block::Measure::Against)) over this many games each; `None` before the
    /// first.
    #[must_use]
    pub fn of_blocks(means: &[f64], games_each: u32, level: Level, method: Method) -> Option<Self> {
        let mut sample = Sample::on(&[0.0, 1.0]);
        means.iter().for_each(|&mean| sample.add(mean, 1.0));
        Self::new(&sample, Basis::Blocks, f64::from(games_each), level, method)
    }

    fn new(
        sample: &Sample,
        basis: Basis,
        games_each: f64,
        level: Level,
        method: Method,
    ) -> Option<Self> {
        let likely = sample.estimate(level)?;
        let (mean, deviation) = (sample.mean(), sample.variance().sqrt());
        let error = deviation / sample.total().sqrt();
        let score = match method {
            Method::Likelihood => likely,
            Method::Normal => Estimate {
                value: mean,
                interval: Interval::around(mean, level.z() * error).within(0.0, 1.0),
            },
        };
        let z = match method {
            Method::Normal if error > 0.0 => (mean - 0.5) / error,
            _ => sample.z_above(0.5),
        };
        Some(Self {
            basis,
            score,
            elo: score.map(elo_of_score),
            normalised: normalised(sample, games_each, level, method),
            superiority: normal_cdf(z),
        })
    }
}

/// Returns the distance from an even score in standard deviations of one game.
fn normalised(sample: &Sample, games_each: f64, level: Level, method: Method) -> Estimate {
    let n = sample.total();
    let deviation = sample.variance().sqrt();
    if deviation == 0.0 {
        // Equal results say nothing of how results vary.
        let distance = sample.mean() - 0.5;
        let value = if distance == 0.0 {
            0.0
        } else {
            f64::INFINITY.copysign(distance)
        };
        return Estimate {
            value,
            interval: Interval {
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            },
        };
    }
    let t = (sample.mean() - 0.5) / deviation;
    let error = match method {
        Method::Normal => level.z() / n.sqrt(),
        Method::Likelihood => {
            // The delta method: the deviation is an estimate too, and goes with the mean when
            // the results are skewed.
            let skewness = sample.central(3) / deviation.powi(3);
            let kurtosis = sample.central(4) / deviation.powi(4);
            let variance = 1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0;
            level.t(n - 1.0) * (variance.max(0.0) / n).sqrt()
        }
    };
    Estimate {
        value: t,
        interval: Interval::around(t, error),
    }
    .map(|t| t / games_each.sqrt() * NORMALISED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} {expected}");
    }

    /// Value and half-width of both scales, as fastchess prints them.
    fn printed(strength: Strength) -> [f64; 4] {
        [
            strength.elo.value,
            strength.elo.interval.half_width(),
            strength.normalised.value,
            strength.normalised.interval.half_width(),
        ]
    }

    #[test]
    fn pairs_as_fastchess_prints_them() {
        // fastchess, app/tests/elo_test.cpp; there a draw each and a win each are counted apart.
        for (counts, expected, superiority) in [
            ([34, 54, 31 + 32, 64, 75], [55.58, 27.65, 57.94, 28.28], 1.0),
            (
                [332, 433, 457 + 41, 333, 334],
                [-8.64, 10.33, -9.17, 10.96],
                0.0505,
            ),
            (
                [7895, 8757, 5485 + 200, 568, 9999],
                [-21.04, 2.95, -19.01, 2.65],
                0.0,
            ),
        ] {
            let pairs = Pentanomial(counts);
            let strength = Strength::of_pairs(&pairs, Level::P95, Method::Normal).unwrap();
            for (found, expected) in printed(strength).into_iter().zip(expected) {
                near(found, expected, 0.0051);
            }
            near(strength.superiority, superiority, 5e-5);
            assert_eq!(strength.basis.warning(), None);
        }
    }

    #[test]
    fn games_as_fastchess_prints_them() {
        for (games, elo, normalised, superiority) in [
            (Trinomial::new(76, 123, 89), None, [-20.76, 40.13], 0.1553),
            (
                Trinomial::new(136, 111, 96),
                Some([40.70, 30.43]),
                [49.77, 36.77],
                0.9960,
            ),
            (Trinomial::new(34, 0, 356), None, [-508.44, 34.48], 0.0),
        ] {
            let strength = Strength::of_games(&games, Level::P95, Method::Normal).unwrap();
            let [value, error, normalised_value, normalised_error] = printed(strength);
            if let Some(elo) = elo {
                near(value, elo[0], 0.0051);
                near(error, elo[1], 0.0051);
            }
            near(normalised_value, normalised[0], 0.0051);
            near(normalised_error, normalised[1], 0.0051);
            near(strength.superiority, superiority, 5e-5);
            assert!(strength.basis.warning().is_some());
        }
    }

    #[test]
    fn both_methods_agree_on_many_games() {
        let pairs = Pentanomial([332, 433, 498, 333, 334]);
        let likely = Strength::of_pairs(&pairs, Level::P95, Method::Likelihood).unwrap();
        let normal = Strength::of_pairs(&pairs, Level::P95, Method::Normal).unwrap();
        near(likely.elo.interval.low, normal.elo.interval.low, 0.1);
        near(likely.elo.interval.high, normal.elo.interval.high, 0.1);
        near(likely.superiority, normal.superiority, 1e-3);
    }

    #[test]
    fn pairs_are_blocks_of_two_games() {
        let pairs = Pentanomial([1, 4, 9, 7, 3]);
        let means: Vec<f64> = (0..5)
            .flat_map(|i| std::iter::repeat_n(i as f64 / 4.0, pairs.0[i] as usize))
            .collect();
        let blocks = Strength::of_blocks(&means, 2, Level::P95, Method::Likelihood).unwrap();
        let pairs = Strength::of_pairs(&pairs, Level::P95, Method::Likelihood).unwrap();
        for (a, b) in printed(blocks).into_iter().zip(printed(pairs)) {
            near(a, b, 1e-6);
        }
    }

    #[test]
    fn all_won_has_no_upper_end_and_a_sober_lower_one() {
        let won = Pentanomial([0, 0, 0, 0, 10]);
        let strength = Strength::of_pairs(&won, Level::P95, Method::Likelihood).unwrap();
        assert!(strength.elo.interval.high > 4000.0);
        assert!((100.0..300.0).contains(&strength.elo.interval.low));
        let one = Strength::of_pairs(
            &Pentanomial([0, 0, 0, 0, 1]),
            Level::P95,
            Method::Likelihood,
        );
        near(one.unwrap().superiority, 0.88, 0.01);
        let none = Pentanomial::default();
        assert_eq!(Strength::of_pairs(&none, Level::P95, Method::Normal), None);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        near(elo_of_score(0.75), 190.85, 0.005);
        for elo in [-300.0, 0.0, 12.5, 800.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
    }
}
