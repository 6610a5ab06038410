//! The most likely distribution with a given mean: exact for any results in a known range, however
//! few or one-sided (empirical likelihood, Owen 1988; for pairs of games Van den Bergh).
//!
//! For observed shares p̂ᵢ at values aᵢ the best distribution with mean s is
//! pᵢ = p̂ᵢ / (1 + θ (aᵢ − s)), with θ from Σ p̂ᵢ (aᵢ − s) / (1 + θ (aᵢ − s)) = 0. A value that is
//! possible but was never seen still counts: when no θ inside the allowed range solves the
//! equation, θ is the end of the range and the rest of the probability lies on that value. So
//! nothing has to be invented for empty cells, and "won all" does not mean "wins for certain".

use super::estimate::{Estimate, Interval, Level};
use super::root;

/// The largest distance from an even score, in standard deviations of an observation, that
/// [`Sample::with_distance`] promises to fit: 174 normalised Elo for games, 123 for pairs.
pub const MOST_DISTANCE: f64 = 0.5;

/// Results as values with weights, in a known range.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Sorted by value; weight 0 for what is possible and was not seen.
    cells: Vec<Cell>,
    total: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    value: f64,
    weight: f64,
}

/// A distribution fitted under a constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The multiplier θ of the constraint.
    pub theta: f64,
    /// How much log-likelihood the constraint costs; infinite if it cannot be met.
    pub cost: f64,
    /// The probability of each value in order; empty if the constraint cannot be met or nothing
    /// was seen.
    pub probabilities: Vec<f64>,
}

impl Fit {
    const IMPOSSIBLE: Self = Self {
        theta: f64::NAN,
        cost: f64::INFINITY,
        probabilities: Vec::new(),
    };
}

impl Sample {
    /// Creates an empty sample; these values are possible, and everything between the first and the
    /// last.
    ///
    /// # Panics
    /// Panics if there are fewer than two values or they do not grow.
    #[must_use]
    pub fn on(support: &[f64]) -> Self {
        assert!(
            support.len() >= 2 && support.windows(2).all(|pair| pair[0] < pair[1]),
            "a sample needs growing values"
        );
        let cells = support.iter().map(|&value| Cell { value, weight: 0.0 });
        Self {
            cells: cells.collect(),
            total: 0.0,
        }
    }

    /// Adds an observation this many times.
    ///
    /// # Panics
    /// Panics if the value is outside the support.
    pub fn add(&mut self, value: f64, weight: f64) {
        let (low, high) = (self.low(), self.high());
        assert!(
            (low..=high).contains(&value),
            "{value} is outside {low}..={high}"
        );
        match self.cells.binary_search_by(|c| c.value.total_cmp(&value)) {
            Ok(index) => self.cells[index].weight += weight,
            Err(index) => self.cells.insert(index, Cell { value, weight }),
        }
        self.total += weight;
    }

    /// Returns how many observations there are.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.total
    }

    fn low(&self) -> f64 {
        self.cells[0].value
    }

    fn high(&self) -> f64 {
        self.cells[self.cells.len() - 1].value
    }

    fn moment(&self, f: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.cells.iter().map(|c| c.weight * f(c.value)).sum();
        sum / self.total
    }

    /// Returns the mean; NaN before the first observation.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.moment(|v| v)
    }

    /// Returns the mean squared distance from the mean.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.central(2)
    }

    /// Returns the mean of the distance from the mean to this power.
    #[must_use]
    pub fn central(&self, power: i32) -> f64 {
        let mean = self.mean();
        self.moment(|v| (v - mean).powi(power))
    }

    /// Returns the most likely distribution with this mean.
    #[must_use]
    pub fn with_mean(&self, mean: f64) -> Fit {
        let constraint: Vec<f64> = self.cells.iter().map(|c| c.value - mean).collect();
        self.with_zero(&constraint)
    }

    /// Returns the most likely distribution whose mean is `t` of its own standard deviations above
    /// `reference`: the hypothesis behind normalised Elo.
    ///
    /// The deviation belongs to the answer, so the constraint is made linear about the last answer
    /// until it stays the same; four rounds are usual. Beyond [`MOST_DISTANCE`] it may never do so.
    #[must_use]
    pub fn with_distance(&self, reference: f64, t: f64) -> Fit {
        let even = 1.0 / self.cells.len() as f64;
        let (mut mean, mut deviation) = self.moments_of(&vec![even; self.cells.len()]);
        let mut fit = Fit::IMPOSSIBLE;
        for _ in 0..100 {
            let constraint: Vec<f64> = self
                .cells
                .iter()
                .map(|c| {
                    let spread = (c.value - mean).powi(2) / deviation + deviation;
                    c.value - reference - t / 2.0 * spread
                })
                .collect();
            fit = self.with_zero(&constraint);
            if fit.probabilities.is_empty() {
                return fit;
            }
            let (next_mean, next_deviation) = self.moments_of(&fit.probabilities);
            let moved = (next_mean - mean).abs() + (next_deviation - deviation).abs();
            (mean, deviation) = (next_mean, next_deviation);
            // Only draws: without spread there is nothing more to fit.
            if moved < 1e-13 || deviation < 1e-9 {
                break;
            }
        }
        fit
    }

    /// Returns the mean and standard deviation under other probabilities.
    fn moments_of(&self, probabilities: &[f64]) -> (f64, f64) {
        let pairs = || self.cells.iter().zip(probabilities);
        let mean: f64 = pairs().map(|(c, p)| p * c.value).sum();
        let variance: f64 = pairs().map(|(c, p)| p * (c.value - mean).powi(2)).sum();
        (mean, variance.sqrt())
    }

    /// Returns the most likely distribution under which these numbers, one per value, have mean
    /// zero.
    fn with_zero(&self, constraint: &[f64]) -> Fit {
        let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
        let most = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let seen = || {
            let all = self.cells.iter().zip(constraint);
            all.filter(|(cell, _)| cell.weight > 0.0)
                .map(|(cell, &c)| (cell.weight, c))
        };
        if self.total <= 0.0 {
            return Fit {
                theta: 0.0,
                cost: 0.0,
                probabilities: Vec::new(),
            };
        }
        if least >= 0.0 || most <= 0.0 {
            // Only where the constraint is zero may anything have been seen.
            return if seen().all(|(_, c)| c == 0.0) && (least == 0.0 || most == 0.0) {
                let probabilities = self.cells.iter().map(|c| c.weight / self.total);
                Fit {
                    theta: 0.0,
                    cost: 0.0,
                    probabilities: probabilities.collect(),
                }
            } else {
                Fit::IMPOSSIBLE
            };
        }
        let theta = solve(-1.0 / most, -1.0 / least, &seen);
        let mut probabilities: Vec<f64> = self
            .cells
            .iter()
            .zip(constraint)
            .map(|(cell, &c)| match cell.weight {
                0.0 => 0.0,
                weight => weight / self.total / (1.0 + theta * c),
            })
            .collect();
        let rest = 1.0 - probabilities.iter().sum::<f64>();
        if rest > 1e-12 {
            let end = if theta > 0.0 { least } else { most };
            let unseen = constraint.iter().position(|&c| c == end);
            probabilities[unseen.expect("an end is one of the values")] += rest;
        }
        Fit {
            theta,
            cost: seen().map(|(weight, c)| weight * (theta * c).ln_1p()).sum(),
            probabilities,
        }
    }

    /// Returns the mean with the interval of all means that the results do not contradict.
    ///
    /// The cost is compared with Student's quantile instead of the normal one, as Owen advises for
    /// few observations.
    #[must_use]
    pub fn estimate(&self, level: Level) -> Option<Estimate> {
        if self.total <= 0.0 {
            return None;
        }
        let value = self.mean();
        let allowed = level.t(self.total - 1.0).powi(2) / 2.0;
        let too_far = |mean: f64| self.with_mean(mean).cost - allowed;
        Some(Estimate {
            value,
            interval: Interval {
                low: root::falling(self.low(), value, too_far),
                high: root::rising(value, self.high(), too_far),
            },
        })
    }

    /// Returns how many standard deviations the results lie above the hypothesis that the mean is
    /// `mean`, as the signed root of twice the cost.
    #[must_use]
    pub fn z_above(&self, mean: f64) -> f64 {
        if self.total <= 0.0 {
            return 0.0;
        }
        let distance = (2.0 * self.with_mean(mean).cost).sqrt();
        distance.copysign(self.mean() - mean)
    }
}

/// Returns the θ between two ends where Σ w c / (1 + θ c), which falls, is zero; the nearer end if
/// it has no zero, which happens only when the value with that end was never seen.
fn solve<I: Iterator<Item = (f64, f64)>>(low: f64, high: f64, seen: &impl Fn() -> I) -> f64 {
    let slope = |theta: f64| {
        seen().fold((0.0, 0.0), |(value, slope), (weight, c)| {
            let part = c / (1.0 + theta * c);
            (value + weight * part, slope - weight * part * part)
        })
    };
    let (mut below, mut above) = (low, high);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (value, slope) = slope(theta);
        if value > 0.0 {
            below = theta;
        } else {
            above = theta;
        }
        let newton = theta - value / slope;
        let next = if newton > below && newton < above {
            newton
        } else {
            below + (above - below) / 2.0
        };
        if (next - theta).abs() <= 1e-15 * (high - low) {
            break;
        }
        theta = next;
    }
    // At an end that was never seen the sum stays finite and may not have changed its sign.
    let reached = |end: f64| (theta - end).abs() <= 1e-12 * (high - low);
    let end = if reached(high) {
        high
    } else if reached(low) {
        low
    } else {
        return theta;
    };
    let never_seen = seen().all(|(_, c)| 1.0 + end * c > 1e-12);
    if never_seen { end } else { theta }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(weights: [f64; 5]) -> Sample {
        let mut sample = Sample::on(&[0.0, 0.25, 0.5, 0.75, 1.0]);
        for (index, weight) in weights.into_iter().enumerate() {
            sample.add(index as f64 / 4.0, weight);
        }
        sample
    }

    #[test]
    fn the_fit_is_a_distribution_with_the_mean_asked_for() {
        for weights in [
            [3.0, 5.0, 9.0, 6.0, 1.0],
            [0.0, 5.0, 9.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 0.0, 7.0],
            [0.0, 1.0, 0.0, 0.0, 0.0],
        ] {
            for mean in [0.05, 0.3, 0.5, 0.51, 0.9] {
                let sample = sample(weights);
                let fit = sample.with_mean(mean);
                let (found, _) = sample.moments_of(&fit.probabilities);
                assert!((fit.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!((found - mean).abs() < 1e-9, "{weights:?} {mean} {found}");
                assert!(fit.cost >= -1e-12);
            }
        }
    }

    #[test]
    fn no_other_distribution_with_that_mean_is_likelier() {
        // A step that keeps sum and mean: +1, -2, +1 on neighbouring values.
        let weights = [3.0, 5.0, 9.0, 6.0, 1.0];
        let best = sample(weights).with_mean(0.55).probabilities;
        let likelihood =
            |p: &[f64]| -> f64 { weights.iter().zip(p).map(|(w, p)| w * p.ln()).sum() };
        for start in 0..3 {
            for step in [-1e-3, 1e-3] {
                let mut other = best.clone();
                other[start] += step;
                other[start + 1] -= 2.0 * step;
                other[start + 2] += step;
                assert!(likelihood(&other) < likelihood(&best));
            }
        }
    }

    #[test]
    fn empty_cells_are_the_limit_of_small_weights() {
        let exact = sample([0.0, 2.0, 5.0, 4.0, 0.0]).with_mean(0.2).cost;
        let nearly = sample([1e-9, 2.0, 5.0, 4.0, 1e-9]).with_mean(0.2).cost;
        assert!((exact - nearly).abs() < 1e-6);
    }

    #[test]
    fn all_won_is_not_certain() {
        // n wins have likelihood sⁿ when the mean is s: the end is where sⁿ costs too much.
        let won = sample([0.0, 0.0, 0.0, 0.0, 20.0]);
        let interval = won.estimate(Level::P95).unwrap().interval;
        let expected = (-Level::P95.t(19.0).powi(2) / 2.0 / 20.0).exp();
        assert!((interval.low - expected).abs() < 1e-9);
        assert!((interval.high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_distance_is_met_in_the_fit_itself() {
        for weights in [[3.0, 5.0, 9.0, 6.0, 1.0], [0.0, 0.0, 0.0, 0.0, 9.0]] {
            for t in [-0.4, 0.0, 0.03, 0.5] {
                let sample = sample(weights);
                let fit = sample.with_distance(0.5, t);
                let (mean, deviation) = sample.moments_of(&fit.probabilities);
                assert!(
                    ((mean - 0.5) / deviation - t).abs() < 1e-9,
                    "{weights:?} {t}"
                );
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn any_results_have_a_fit_at_any_mean_and_distance(
            counts in proptest::collection::vec(proptest::prop_oneof![0u32..3, 0u32..400], 5),
            mean in 0.001..0.999,
            t in -MOST_DISTANCE..MOST_DISTANCE,
        ) {
            let weights: Vec<f64> = counts.iter().map(|&c| f64::from(c)).collect();
            let seen = counts.iter().sum::<u32>();
            let drawn = seen == counts[2];
            let sample = sample([0, 1, 2, 3, 4].map(|i| weights[i]));
            if seen > 0 && !drawn {
                let fit = sample.with_mean(mean);
                let (found, _) = sample.moments_of(&fit.probabilities);
                assert!((found - mean).abs() < 1e-8, "{found}");
                let fit = sample.with_distance(0.5, t);
                let (mean, deviation) = sample.moments_of(&fit.probabilities);
                assert!((mean - 0.5 - t * deviation).abs() < 1e-7, "{mean} {deviation}");
                assert!(fit.cost > -1e-9);
            }
        }
    }

    #[test]
    fn nothing_but_draws_speaks_for_no_distance() {
        let drawn = sample([0.0, 0.0, 8.0, 0.0, 0.0]);
        assert_eq!(drawn.with_distance(0.5, 0.0).cost, 0.0);
        assert!(drawn.with_distance(0.5, 0.2).cost > 0.0);
    }

    #[test]
    fn impossible_means_cost_everything() {
        assert_eq!(sample([1.0; 5]).with_mean(1.5).cost, f64::INFINITY);
        assert_eq!(sample([1.0; 5]).with_mean(1.0).cost, f64::INFINITY);
        assert_eq!(sample([0.0, 0.0, 0.0, 0.0, 3.0]).with_mean(1.0).cost, 0.0);
    }
}
