//! A value with the interval that it may be trusted in.

use std::fmt;

use super::distribution::{normal_quantile, student_quantile};

/// How often an interval promises to contain the truth, above 0 and below 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Level(f64);

impl Level {
    /// 95 of 100 intervals contain the truth.
    pub const P95: Self = Self(0.95);

    /// Returns the level, if it is one.
    #[must_use]
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then_some(Self(level))
    }

    /// Returns the level as a fraction.
    #[must_use]
    pub fn fraction(self) -> f64 {
        self.0
    }

    /// Returns what is left out on each side.
    #[must_use]
    pub fn tail(self) -> f64 {
        (1.0 - self.0) / 2.0
    }

    /// Returns how many standard deviations to each side, if the deviation is known.
    #[must_use]
    pub fn z(self) -> f64 {
        normal_quantile(1.0 - self.tail())
    }

    /// Returns how many standard deviations to each side, if the deviation was estimated with this
    /// many degrees of freedom; infinite without any.
    #[must_use]
    pub fn t(self, freedom: f64) -> f64 {
        student_quantile(1.0 - self.tail(), freedom)
    }
}

/// From where to where; an end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the interval of this half-width about a centre.
    #[must_use]
    pub fn around(centre: f64, half_width: f64) -> Self {
        Self {
            low: centre - half_width,
            high: centre + half_width,
        }
    }

    /// Returns the part of it between these limits.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Self {
        Self {
            low: self.low.clamp(low, high),
            high: self.high.clamp(low, high),
        }
    }

    /// Maps the value and both ends through an increasing function.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            low: f(self.low),
            high: f(self.high),
        }
    }

    /// Reports whether it contains a value, ends included.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether it says anything: what goes from −∞ to ∞, has an end that is no number, or no width
    /// was not to be computed. Observations that are all equal say as little of their spread as one.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.low < self.high && (self.low.is_finite() || self.high.is_finite())
    }

    /// Half the way from end to end.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// A value and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best single guess.
    pub value: f64,
    /// Where the truth lies at the level that was asked for.
    pub interval: Interval,
}

impl Estimate {
    /// Returns the same value with both ends this many times as far away.
    #[must_use]
    pub fn widened(self, factor: f64) -> Self {
        let away = |end: f64| self.value + factor * (end - self.value);
        Self {
            value: self.value,
            interval: Interval {
                low: away(self.interval.low),
                high: away(self.interval.high),
            },
        }
    }

    /// Maps value and interval through an increasing function.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            value: f(self.value),
            interval: self.interval.map(f),
        }
    }

    /// Returns by how much this is above another, independent estimate (Zou and Donner 2008): right
    /// for lopsided intervals too.
    #[must_use]
    pub fn above(self, other: Self) -> Self {
        let value = self.value - other.value;
        let down = (self.value - self.interval.low).hypot(other.interval.high - other.value);
        let up = (self.interval.high - self.value).hypot(other.value - other.interval.low);
        Self {
            value,
            interval: Interval {
                low: value - down,
                high: value + up,
            },
        }
    }

    /// Returns the mean of independent observations with Student's interval; `None` without any,
    /// and an infinite interval for one, which says nothing of its own spread.
    #[must_use]
    pub fn mean(values: &[f64], level: Level) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let n = values.len() as f64;
        let value = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|v| (v - value).powi(2)).sum();
        let error = if values.len() == 1 {
            f64::INFINITY
        } else {
            level.t(n - 1.0) * (squares / (n - 1.0) / n).sqrt()
        };
        Some(Self {
            value,
            interval: Interval::around(value, error),
        })
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(3);
        if !self.interval.is_known() {
            return write!(f, "{:.digits$} [–]", self.value);
        }
        write!(
            f,
            "{:.digits$} [{:.digits$}, {:.digits$}]",
            self.value, self.interval.low, self.interval.high
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        assert!((Level::P95.z() - 1.959_964).abs() < 1e-6);
        // Student's table: 10 degrees of freedom 2.228, 1 degree 12.706.
        assert!((Level::P95.t(10.0) - 2.228).abs() < 5e-4);
        assert!((Level::P95.t(1.0) - 12.706).abs() < 5e-4);
        assert!((Level::P95.t(1e5) - 1.959_988).abs() < 1e-5);
        assert_eq!(Level::P95.t(0.0), f64::INFINITY);
        assert_eq!(Level::new(1.0), None);
    }

    #[test]
    fn the_mean_of_the_sleep_data() {
        // Student 1908, extra sleep with the first drug; R: 0.75, interval -0.5297804 to 2.0297804.
        let hours = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let mean = Estimate::mean(&hours, Level::P95).unwrap();
        assert!((mean.value - 0.75).abs() < 1e-12);
        assert!((mean.interval.low + 0.529_780_4).abs() < 1e-6);
        assert!((mean.interval.high - 2.029_780_4).abs() < 1e-6);
        assert_eq!(format!("{mean:.2}"), "0.75 [-0.53, 2.03]");
    }

    #[test]
    fn a_difference_joins_both_intervals() {
        let one = Estimate {
            value: 5.0,
            interval: Interval {
                low: 2.0,
                high: 9.0,
            },
        };
        let other = Estimate {
            value: 1.0,
            interval: Interval {
                low: -2.0,
                high: 5.0,
            },
        };
        let difference = one.above(other);
        assert_eq!(difference.value, 4.0);
        assert_eq!(difference.interval.low, -1.0);
        assert_eq!(difference.interval.high, 9.0);
        // Newcombe's interval of two shares is made in the same way.
        let share = |count, of| crate::proportion::Proportion::new(count, of);
        let (a, b) = (share(56.0, 70.0), share(48.0, 80.0));
        let joined = a.wilson(Level::P95).above(b.wilson(Level::P95));
        assert_eq!(joined, a.above(b, Level::P95));
    }

    #[test]
    fn one_observation_says_nothing_of_its_spread() {
        let one = Estimate::mean(&[0.5], Level::P95).unwrap();
        assert_eq!(one.interval.high, f64::INFINITY);
        assert!(!one.interval.is_known());
        assert_eq!(format!("{one:.1}"), "0.5 [–]");
        let equal = Estimate::mean(&[1.0; 20], Level::P95).unwrap();
        assert_eq!(format!("{equal:.1}"), "1.0 [–]");
        assert_eq!(Estimate::mean(&[], Level::P95), None);
    }
}
