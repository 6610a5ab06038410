//! Wilcoxon's signed ranks for few pairs, exact whatever is tied, with Hodges and Lehmann's estimate.
//!
//! If two conditions do not differ, every difference could as well have had the other sign. So the
//! p-value is the share of all choices of signs that favour one side at least as much as those seen
//! (Wilcoxon 1945; with ties as Pratt 1959 keeps the ranks). Differences of 0 say nothing and are left
//! out.

use super::estimate::{Estimate, Interval, Level};

/// Returns the two-sided exact p-value of the hypothesis that differences lie evenly around 0.
#[must_use]
pub fn p_value(differences: &[f64]) -> f64 {
    let ranks = doubled_ranks(differences);
    let total: usize = ranks.iter().map(|(rank, _)| rank).sum();
    let positive: usize = ranks
        .iter()
        .filter(|(_, up)| *up)
        .map(|(rank, _)| rank)
        .sum();
    let ways = ways(&ranks);
    let all: f64 = ways.iter().sum();
    let lead = (2 * positive).abs_diff(total);
    let far: f64 = ways
        .iter()
        .enumerate()
        .filter(|(sum, _)| (2 * sum).abs_diff(total) >= lead)
        .map(|(_, ways)| ways)
        .sum();
    (far / all).min(1.0)
}

/// Returns the median of all means of two differences (Hodges and Lehmann 1963), with the exact
/// interval by Wilcoxon's test where there are enough differences for one; `None` without any.
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
    // Where the test turns on each side: as many means lie outside as its statistic, with ranks 1 to n,
    // may count.
    let untied: Vec<(usize, bool)> = (1..=n).map(|rank| (rank, true)).collect();
    let ways = ways(&untied);
    let all: f64 = ways.iter().sum();
    let mut below = 0.0;
    let mut outside = None;
    for (sum, ways) in ways.iter().enumerate() {
        below += ways / all;
        if below > level.tail() {
            break;
        }
        outside = Some(sum);
    }
    let interval = match outside {
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

/// Twice the rank of each difference by its size, ties in the middle, and whether it is positive.
fn doubled_ranks(differences: &[f64]) -> Vec<(usize, bool)> {
    let mut sizes: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    sizes.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    let rank = |size: f64| {
        let smaller = sizes.iter().filter(|other| other.abs() < size).count();
        let same = sizes.iter().filter(|other| other.abs() == size).count();
        2 * smaller + same + 1
    };
    sizes.iter().map(|d| (rank(d.abs()), *d > 0.0)).collect()
}

/// In how many ways signs can be chosen so that the positive ranks have each sum.
fn ways(ranks: &[(usize, bool)]) -> Vec<f64> {
    let mut ways = vec![1.0];
    for (rank, _) in ranks {
        let mut more = vec![0.0; ways.len() + rank];
        for (sum, count) in ways.iter().enumerate() {
            more[sum] += count;
            more[sum + rank] += count;
        }
        ways = more;
    }
    ways
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn every_choice_of_signs_is_counted_with_ties() {
        let differences = [1.0, 1.0, -2.0, 3.0, 0.0, 3.0];
        let sizes = [1.5, 1.5, 3.0, 4.5, 4.5];
        let seen: f64 = 1.5 + 1.5 + 4.5 + 4.5;
        let total: f64 = sizes.iter().sum();
        let far = (0..32u32)
            .filter(|signs| {
                let sum: f64 = (0..5)
                    .filter(|i| signs >> i & 1 == 1)
                    .map(|i| sizes[i])
                    .sum();
                (2.0 * sum - total).abs() >= (2.0 * seen - total).abs() - 1e-9
            })
            .count();
        assert!((p_value(&differences) - f64::from(far as u32) / 32.0).abs() < 1e-12);
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
