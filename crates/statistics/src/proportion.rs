//! Shares of a whole with intervals that hold for few games and near 0 and 1 (Wilson 1927; Clopper
//! and Pearson 1934), and the difference of two shares (Newcombe 1998).

use super::distribution::{beta_quantile, normal_two_sided};
use super::estimate::{Estimate, Interval, Level};

/// A count out of a total; the count may be split among equals, and then is not a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Proportion {
    /// How many.
    pub count: f64,
    /// Of how many.
    pub of: f64,
}

impl Proportion {
    /// Creates a proportion of `count` out of a total.
    #[must_use]
    pub fn new(count: f64, of: f64) -> Self {
        Self { count, of }
    }

    /// Returns the share; NaN if the total is 0.
    #[must_use]
    pub fn share(self) -> f64 {
        self.count / self.of
    }

    /// Returns the share with Wilson's interval: all shares that the normal test would not reject.
    /// With a total of 0 it is everything from 0 to 1.
    #[must_use]
    pub fn wilson(self, level: Level) -> Estimate {
        let interval = if self.of > 0.0 {
            let (p, z) = (self.share(), level.z());
            let weight = 1.0 + z * z / self.of;
            let centre = (p + z * z / (2.0 * self.of)) / weight;
            let spread = p * (1.0 - p) / self.of + (z / (2.0 * self.of)).powi(2);
            Interval::around(centre, z / weight * spread.max(0.0).sqrt()).within(0.0, 1.0)
        } else {
            Interval {
                low: 0.0,
                high: 1.0,
            }
        };
        Estimate {
            value: self.share(),
            interval,
        }
    }

    /// Returns the share with Clopper and Pearson's interval, which never promises too much: all
    /// shares that neither exact one-sided test would reject.
    #[must_use]
    pub fn clopper_pearson(self, level: Level) -> Estimate {
        let (yes, no) = (self.count, self.of - self.count);
        let low = if yes > 0.0 {
            beta_quantile(level.tail(), yes, no + 1.0)
        } else {
            0.0
        };
        let high = if no > 0.0 {
            beta_quantile(1.0 - level.tail(), yes + 1.0, no)
        } else {
            1.0
        };
        Estimate {
            value: self.share(),
            interval: Interval { low, high },
        }
    }

    /// Returns by how much this share is above another one of independent games, with Newcombe's
    /// interval from the Wilson intervals of both.
    #[must_use]
    pub fn above(self, other: Self, level: Level) -> Estimate {
        let (a, b) = (self.wilson(level), other.wilson(level));
        let value = a.value - b.value;
        let down = (a.value - a.interval.low).hypot(b.interval.high - b.value);
        let up = (a.interval.high - a.value).hypot(b.value - b.interval.low);
        Estimate {
            value,
            interval: Interval {
                low: value - down,
                high: value + up,
            },
        }
    }

    /// Returns the p-value of the two-sided normal test that both shares of independent games are
    /// equal, without continuity correction; for few games use [`fisher`](super::exact::fisher).
    #[must_use]
    pub fn differs_from(self, other: Self) -> f64 {
        let pooled = (self.count + other.count) / (self.of + other.of);
        let variance = pooled * (1.0 - pooled) * (1.0 / self.of + 1.0 / other.of);
        if variance > 0.0 {
            normal_two_sided((self.share() - other.share()) / variance.sqrt())
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(estimate: Estimate, low: f64, high: f64, tolerance: f64) {
        let interval = estimate.interval;
        assert!((interval.low - low).abs() < tolerance, "{interval:?}");
        assert!((interval.high - high).abs() < tolerance, "{interval:?}");
    }

    #[test]
    fn wilson_intervals_of_newcombe() {
        // Newcombe 1998 (two-sided intervals for the single proportion), method 3.
        near(
            Proportion::new(81.0, 263.0).wilson(Level::P95),
            0.2553,
            0.3662,
            5e-5,
        );
        near(
            Proportion::new(15.0, 148.0).wilson(Level::P95),
            0.0624,
            0.1605,
            5e-5,
        );
        near(
            Proportion::new(0.0, 20.0).wilson(Level::P95),
            0.0,
            0.1611,
            5e-5,
        );
        near(
            Proportion::new(1.0, 29.0).wilson(Level::P95),
            0.0061,
            0.1718,
            5e-5,
        );
    }

    #[test]
    fn exact_intervals_of_newcombe_and_r() {
        // Newcombe 1998, method 5; the last is R's binom.test(682, 925).
        near(
            Proportion::new(81.0, 263.0).clopper_pearson(Level::P95),
            0.2527,
            0.3676,
            5e-5,
        );
        near(
            Proportion::new(15.0, 148.0).clopper_pearson(Level::P95),
            0.0578,
            0.1617,
            5e-5,
        );
        near(
            Proportion::new(0.0, 20.0).clopper_pearson(Level::P95),
            0.0,
            0.1684,
            5e-5,
        );
        near(
            Proportion::new(1.0, 29.0).clopper_pearson(Level::P95),
            0.0009,
            0.1776,
            5e-5,
        );
        let r = Proportion::new(682.0, 925.0).clopper_pearson(Level::P95);
        near(r, 0.707_668_3, 0.765_406_6, 1e-6);
    }

    #[test]
    fn the_difference_of_newcombe() {
        // Newcombe 1998 (interval estimation for the difference), method 10.
        for (a, b, low, high) in [
            ((56.0, 70.0), (48.0, 80.0), 0.0524, 0.3339),
            ((9.0, 10.0), (3.0, 10.0), 0.1705, 0.8090),
            ((6.0, 7.0), (2.0, 7.0), 0.0582, 0.8062),
            ((5.0, 56.0), (0.0, 29.0), -0.0381, 0.1926),
            ((0.0, 10.0), (0.0, 20.0), -0.1611, 0.2775),
            ((10.0, 10.0), (0.0, 10.0), 0.6075, 1.0000),
        ] {
            let difference = Proportion::new(a.0, a.1).above(Proportion::new(b.0, b.1), Level::P95);
            near(difference, low, high, 6e-5);
        }
    }

    #[test]
    fn equal_and_different_shares() {
        let a = Proportion::new(15.0, 20.0);
        assert!((a.differs_from(a) - 1.0).abs() < 1e-12);
        // z² is the chi-squared of the table 15 5 / 5 15: 40 (225 − 25)² / 20⁴ = 10.
        let p = a.differs_from(Proportion::new(5.0, 20.0));
        assert!((p - super::super::distribution::chi_squared_tail(10.0, 1.0)).abs() < 1e-12);
    }

    #[test]
    fn a_quarter_has_the_half_widths_of_the_notes() {
        for (games, half_width) in [(100.0, 0.085), (1000.0, 0.027), (10_000.0, 0.0085)] {
            let estimate = Proportion::new(games / 4.0, games).wilson(Level::P95);
            assert!((estimate.interval.half_width() - half_width).abs() < 0.0015);
        }
    }
}
