//! Which players differ, once Friedman's test says that some do: mean ranks further apart than the
//! critical difference (Nemenyi 1963; Demšar 2006), all pairs at once with one error rate.
//!
//! With ties the ranks spread less, and so does their difference: it is scaled by what is left.

use super::distribution::{range_cdf, range_quantile};
use super::friedman::Friedman;

/// Returns the critical value q of Demšar's table: the range of `players` normal values, divided by
/// √2.
#[must_use]
pub fn critical_value(players: usize, alpha: f64) -> f64 {
    range_quantile(1.0 - alpha, players) / std::f64::consts::SQRT_2
}

/// All pairs of players compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Nemenyi {
    /// Mean ranks further apart than this differ.
    pub critical_difference: f64,
    /// The p-value of each pair, by player and player.
    pub p_values: Vec<Vec<f64>>,
    /// The largest groups of players, by mean rank, among whom nobody differs: the bars of
    /// Demšar's diagram.
    pub groups: Vec<Vec<usize>>,
}

impl Nemenyi {
    /// Compares all pairs after Friedman's test.
    #[must_use]
    pub fn new(friedman: &Friedman, alpha: f64) -> Self {
        let (ranks, players) = (&friedman.mean_ranks, friedman.mean_ranks.len());
        let (n, k) = (friedman.blocks as f64, players as f64);
        // The standard deviation of the difference of two mean ranks.
        let deviation = (friedman.spread * k * (k + 1.0) / (6.0 * n)).sqrt();
        let critical_difference = critical_value(players, alpha) * deviation;
        let p_value = |a: usize, b: usize| {
            let distance = (ranks[a] - ranks[b]).abs();
            if distance == 0.0 {
                return 1.0;
            }
            1.0 - range_cdf(distance / deviation * std::f64::consts::SQRT_2, players)
        };
        Self {
            critical_difference,
            p_values: (0..players)
                .map(|a| (0..players).map(|b| p_value(a, b)).collect())
                .collect(),
            groups: groups(ranks, critical_difference),
        }
    }
}

/// Runs of players in the order of their ranks that lie within a distance, none inside another.
fn groups(ranks: &[f64], distance: f64) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| ranks[a].total_cmp(&ranks[b]));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut covered = 0;
    for start in 0..order.len() {
        let within = |&&player: &&usize| ranks[player] - ranks[order[start]] <= distance;
        let end = start + order[start..].iter().take_while(within).count();
        if end > covered {
            groups.push(order[start..end].to_vec());
            covered = end;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friedman::tests::demsar;

    #[test]
    fn the_critical_values_of_demsar() {
        let table = [
            (
                0.05,
                [
                    1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164,
                ],
            ),
            (
                0.10,
                [
                    1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920,
                ],
            ),
        ];
        for (alpha, values) in table {
            for (players, value) in (2..).zip(values) {
                let found = critical_value(players, alpha);
                assert!((found - value).abs() < 1.1e-3, "{players} {alpha} {found}");
            }
        }
    }

    #[test]
    fn the_example_of_demsar() {
        // There without ties: the critical difference is 1.25 for 0.05 and 1.12 for 0.10.
        let mut friedman = Friedman::new(&demsar()).unwrap();
        let with_ties = Nemenyi::new(&friedman, 0.10);
        friedman.spread = 1.0;
        let at = |alpha| Nemenyi::new(&friedman, alpha);
        assert!((at(0.05).critical_difference - 1.25).abs() < 5e-3);
        assert!((at(0.10).critical_difference - 1.12).abs() < 5e-3);
        assert!(with_ties.critical_difference < at(0.10).critical_difference);
        // At 0.10 both tunings with m (1, 3) are better than none (0); at 0.05 nothing is shown.
        assert_eq!(at(0.05).groups, [[3, 1, 2, 0]]);
        assert_eq!(at(0.10).groups, [vec![3, 1, 2], vec![2, 0]]);
        assert!(at(0.10).p_values[0][1] < 0.10 && at(0.10).p_values[0][3] < 0.10);
    }

    #[test]
    fn p_values_are_those_of_the_critical_difference() {
        let friedman = Friedman::new(&demsar()).unwrap();
        let p = Nemenyi::new(&friedman, 0.05).p_values[0][3];
        let distance = friedman.mean_ranks[0] - friedman.mean_ranks[3];
        let at = Nemenyi::new(&friedman, p).critical_difference;
        assert!((at - distance).abs() < 1e-6);
    }
}
