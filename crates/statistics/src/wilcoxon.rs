//! Wilcoxon's signed ranks for few pairs, exact whatever is tied, with Hodges and Lehmann's estimate.
//!
//! If two conditions do not differ, every difference could as well have had the other sign (Wilcoxon
//! 1945). The test counts the means of two differences that do not favour the side they lead to (Tukey
//! 1949); the interval holds every shift that the same count would not reject, so that both always say the
//! same. What is tied counts against the difference, a mean of 0 to either side: had ties been broken by
//! any lot, an exact test would have counted no more, so that errors stay as rare as promised.

use super::estimate::{Estimate, Interval, Level};

/// The distribution of the signed ranks of so many differences that lie evenly around 0.
#[derive(Clone, Debug)]
pub struct SignedRanks {
    /// The chance that the ranks of one sign have at most each sum.
    at_most: Vec<f64>,
}

impl SignedRanks {
    /// Returns the distribution for so many differences.
    #[must_use]
    pub fn of(n: usize) -> Self {
        let mut chances = vec![1.0];
        for rank in 1..=n {
            let mut more = vec![0.0; chances.len() + rank];
            for (sum, chance) in chances.iter().enumerate() {
                more[sum] += chance / 2.0;
                more[sum + rank] += chance / 2.0;
            }
            chances = more;
        }
        let mut sum = 0.0;
        for chance in &mut chances {
            sum += *chance;
            *chance = sum;
        }
        Self { at_most: chances }
    }

    /// Returns the two-sided p-value of so many differences.
    #[must_use]
    pub fn p_value(&self, differences: &[f64]) -> f64 {
        let mut sorted = differences.to_vec();
        sorted.sort_by(f64::total_cmp);
        let not_above = not_above(&sorted);
        sorted.reverse();
        sorted
            .iter_mut()
            .for_each(|difference| *difference = -*difference);
        let against = not_above.min(self::not_above(&sorted));
        (2.0 * self.at_most[against.min(self.at_most.len() - 1)]).min(1.0)
    }
}

/// How many means of two of these differences, each with itself too, are 0 or less.
fn not_above(sorted: &[f64]) -> usize {
    let mut partners = sorted.len();
    let mut count = 0;
    for (place, one) in sorted.iter().enumerate() {
        while partners > 0 && one + sorted[partners - 1] > 0.0 {
            partners -= 1;
        }
        // Those before were counted with this one.
        count += partners.saturating_sub(place);
    }
    count
}

/// Returns the two-sided p-value of the hypothesis that differences lie evenly around 0.
#[must_use]
pub fn p_value(differences: &[f64]) -> f64 {
    SignedRanks::of(differences.len()).p_value(differences)
}

/// Returns the median of all means of two differences (Hodges and Lehmann 1963), with the interval by the
/// same test where there are enough differences for one; `None` without any.
#[must_use]
pub fn shift(differences: &[f64], level: Level) -> Option<Estimate> {
    let n = differences.len();
    let mut walsh: Vec<f64> = (0..n)
        .flat_map(|one| (one..n).map(move |other| (one, other)))
        .map(|(one, other)| (differences[one] + differences[other]) / 2.0)
        .collect();
    walsh.sort_by(f64::total_cmp);
    let count = walsh.len();
    if count == 0 {
        return None;
    }
    let value = (walsh[(count - 1) / 2] + walsh[count / 2]) / 2.0;
    // As many means may lie outside on either side as the test lets count against a shift.
    let at_most = SignedRanks::of(n).at_most;
    let outside = at_most
        .iter()
        .take_while(|chance| **chance <= level.tail())
        .count();
    let interval = match outside.checked_sub(1) {
        Some(k) if 2 * k < count => Interval {
            low: walsh[k],
            high: walsh[count - 1 - k],
        },
        _ => Interval {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        },
    };
    Some(Estimate { value, interval })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Hollander and Wolfe 1973, table 3.1, as R's `wilcox.test` has it: V = 40, p = 0.03906.
    const DEPRESSION: [f64; 9] = [
        0.952, -0.147, 1.022, 0.430, 0.620, 0.590, 0.490, -0.080, 0.010,
    ];

    #[test]
    fn the_scale_of_depression() {
        assert!((p_value(&DEPRESSION) - 0.039_062_5).abs() < 1e-9);
        let shift = shift(&DEPRESSION, Level::P95).unwrap();
        assert!((shift.value - 0.46).abs() < 1e-9, "{shift:?}");
        // R: 95 percent confidence interval 0.010 0.786.
        assert!((shift.interval.low - 0.01).abs() < 1e-9, "{shift:?}");
        assert!((shift.interval.high - 0.786).abs() < 1e-9, "{shift:?}");
    }

    /// Every choice of signs of ranks that are not tied.
    #[test]
    fn every_choice_of_signs_is_counted() {
        let differences = [1.0, 1.5, -2.0, 3.0, 3.5];
        let seen: u32 = 1 + 2 + 4 + 5;
        let far = (0..32u32)
            .filter(|signs| {
                let sum: u32 = (1..=5).filter(|rank| signs >> (rank - 1) & 1 == 1).sum();
                (2 * sum).abs_diff(15) >= (2 * seen).abs_diff(15)
            })
            .count();
        assert!((p_value(&differences) - far as f64 / 32.0).abs() < 1e-12);
    }

    /// Differences as scales give them, with many ties: the interval leaves 0 out if and only if the test
    /// rejects it, and breaking the ties in any way never makes the test more careful.
    #[test]
    fn test_and_interval_say_the_same_whatever_is_tied() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut told = [0; 2];
        for _ in 0..2000 {
            let n = random.random_range(6..20);
            let shift_by = random.random_range(0..3);
            let differences: Vec<f64> = (0..n)
                .map(|_| f64::from(random.random_range(-3..=3) + shift_by))
                .collect();
            let p = p_value(&differences);
            let outside = !shift(&differences, Level::P95)
                .unwrap()
                .interval
                .contains(0.0);
            assert_eq!(outside, p <= 0.05, "{differences:?}: {p}");
            told[usize::from(outside)] += 1;
            let broken: Vec<f64> = differences
                .iter()
                .map(|difference| difference + random.random_range(-1e-6..1e-6))
                .collect();
            assert!(p_value(&broken) <= p + 1e-12, "{differences:?}");
        }
        assert!(told.iter().all(|&count| count > 200), "{told:?}");
    }

    #[test]
    fn few_differences_prove_nothing() {
        assert!((p_value(&[]) - 1.0).abs() < 1e-12);
        assert!((p_value(&[1.0; 5]) - 2.0 / 32.0).abs() < 1e-12);
        assert!((p_value(&[1.0; 6]) - 2.0 / 64.0).abs() < 1e-12);
        assert!(shift(&[], Level::P95).is_none());
        assert!(!shift(&[1.0; 5], Level::P95).unwrap().interval.is_known());
    }
}
