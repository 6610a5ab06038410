//! How many games a verdict would need: before an experiment, or after one that was inconclusive.

use super::distribution::{binomial_pmf, normal_quantile};
use super::estimate::Level;
use super::exact::{fisher, paired};

/// The error rates of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// The chance of a two-sided verdict when there is no difference.
    pub alpha: f64,
    /// The chance of a verdict when there is one.
    pub power: f64,
}

impl Demand {
    /// A false verdict in 5 % of cases, and nine of ten differences found.
    pub const USUAL: Self = Self {
        alpha: 0.05,
        power: 0.9,
    };

    fn z_alpha(self) -> f64 {
        normal_quantile(1.0 - self.alpha / 2.0)
    }

    fn z_power(self) -> f64 {
        normal_quantile(self.power)
    }
}

/// Returns how many observations distinguish a mean from a value this far away; `None` if the
/// distance is 0.
#[must_use]
pub fn for_mean(difference: f64, variance: f64, demand: Demand) -> Option<u64> {
    let z = demand.z_alpha() + demand.z_power();
    let n = z * z * variance / (difference * difference);
    n.is_finite().then(|| n.ceil().max(1.0) as u64)
}

/// Returns how many observations bring the half-width of an interval down to this.
#[must_use]
pub fn for_half_width(half_width: f64, variance: f64, level: Level) -> Option<u64> {
    let n = level.z().powi(2) * variance / (half_width * half_width);
    n.is_finite().then(|| n.ceil().max(1.0) as u64)
}

/// Returns how many games of each of two kinds distinguish their shares by the normal test.
#[must_use]
pub fn for_two_shares(one: f64, other: f64, demand: Demand) -> Option<u64> {
    let variance = |p: f64| p * (1.0 - p);
    let pooled = 2.0 * variance((one + other) / 2.0);
    let z = demand.z_alpha() * pooled.sqrt()
        + demand.z_power() * (variance(one) + variance(other)).sqrt();
    let n = (z / (one - other)).powi(2);
    n.is_finite().then(|| n.ceil().max(1.0) as u64)
}

/// Returns the chance that Fisher's test with `n` of each kind distinguishes these shares.
#[must_use]
pub fn of_fisher(n: u64, one: f64, other: f64, alpha: f64) -> f64 {
    let chances = |p: f64| -> Vec<f64> { (0..=n).map(|k| binomial_pmf(k, n, p)).collect() };
    let (first, second) = (chances(one), chances(other));
    let mut power = 0.0;
    for (a, p) in (0..).zip(&first) {
        for (c, q) in (0..).zip(&second) {
            if p * q > 1e-12 && fisher(a, n - a, c, n - c) <= alpha {
                power += p * q;
            }
        }
    }
    power
}

/// Returns the chance that the exact paired test with `n` pairs distinguishes two conditions, when
/// these shares of the pairs do well under only the one and only the other.
#[must_use]
pub fn of_paired(n: u64, only_one: f64, only_other: f64, alpha: f64) -> f64 {
    let differ = only_one + only_other;
    if differ <= 0.0 {
        return 0.0;
    }
    (0..=n)
        .map(|pairs| {
            let found: f64 = (0..=pairs)
                .filter(|&k| paired(k, pairs - k) <= alpha)
                .map(|k| binomial_pmf(k, pairs, only_one / differ))
                .sum();
            found * binomial_pmf(pairs, n, differ)
        })
        .sum()
}

/// Returns the smallest of these numbers from which on the power of all, given by a function, is enough:
/// that of exact tests falls again and again as it grows.
pub fn smallest(
    numbers: impl IntoIterator<Item = u64>,
    demand: Demand,
    power: impl Fn(u64) -> f64,
) -> Option<u64> {
    numbers.into_iter().fold(None, |from, n| {
        let enough = power(n) >= demand.power;
        from.or(Some(n)).filter(|_| enough)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_shares_as_r_has_them() {
        // power.prop.test(p1 = .50, p2 = .75, power = .90): n = 76.7.
        assert_eq!(for_two_shares(0.50, 0.75, Demand::USUAL), Some(77));
        // Fleiss: 0.5 against 0.6 with power 0.8: 388.
        let demand = Demand {
            alpha: 0.05,
            power: 0.8,
        };
        assert_eq!(for_two_shares(0.5, 0.6, demand), Some(388));
        assert_eq!(for_two_shares(0.5, 0.5, demand), None);
    }

    #[test]
    fn the_half_widths_of_a_quarter() {
        for (half_width, games) in [(0.085, 100.0), (0.027, 1000.0), (0.0085, 10_000.0)] {
            let n = for_half_width(half_width, 0.25 * 0.75, Level::P95).unwrap();
            assert!((n as f64 / games - 1.0).abs() < 0.02, "{n}");
        }
    }

    #[test]
    fn a_small_difference_needs_many_games() {
        // 5 Elo of pairs that vary by 1/16: (3.24 / 4 / 0.0072)².
        let n = for_mean(0.007_195, 0.0625, Demand::USUAL).unwrap();
        assert!((12_600..12_800).contains(&n), "{n}");
        assert_eq!(for_mean(0.0, 0.1, Demand::USUAL), None);
    }

    #[test]
    fn what_the_study_of_p2_would_have_needed() {
        // If 0 of all and two thirds of all is the truth: more than the six it had.
        let apart = smallest(1..=100, Demand::USUAL, |n| {
            of_fisher(n, 0.0, 2.0 / 3.0, 0.05)
        });
        let together = smallest(1..=100, Demand::USUAL, |n| {
            of_paired(n, 0.0, 2.0 / 3.0, 0.05)
        });
        assert!(of_fisher(6, 0.0, 2.0 / 3.0, 0.05) < 0.5);
        assert!(apart.unwrap() > 6 && together.unwrap() > 6);
        // Six differing pairs are the fewest that can tell: 2 / 64 < 0.05 < 2 / 32.
        assert_eq!(of_paired(5, 0.0, 1.0, 0.05), 0.0);
        assert!((of_paired(6, 0.0, 1.0, 0.05) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_enough_stays_enough() {
        let half = Demand {
            alpha: 0.05,
            power: 0.5,
        };
        let power = |n: u64| [0.0, 0.2, 0.6, 0.4, 0.7, 0.8][n as usize];
        assert_eq!(smallest(1..=5, half, power), Some(4));
        assert_eq!(smallest([2, 4], half, power), Some(2));
        assert_eq!(smallest(1..=3, half, power), None);
    }
}
