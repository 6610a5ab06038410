//! Do the players differ at all? Friedman's test on ranks within blocks (Friedman 1937), with the
//! correction for ties and the sharper F of Iman and Davenport (1980), as Demšar (2006) advises.
//!
//! It needs independent blocks in which all players were measured, so the rows are block means
//! (or single games only where each has its own opening).

use super::distribution::{chi_squared_tail, f_tail};

/// Returns the ranks within one block: 1 for the smallest value, equals sharing the mean of their
/// places.
#[must_use]
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: f64| {
        let below = values.iter().filter(|&&other| other < value).count();
        let equal = values.iter().filter(|&&other| other == value).count();
        below as f64 + (equal + 1) as f64 / 2.0
    };
    values.iter().map(|&value| rank(value)).collect()
}

/// What the test found.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// The mean rank of each player.
    pub mean_ranks: Vec<f64>,
    /// How many blocks.
    pub blocks: usize,
    /// Friedman's statistic as if there were no ties.
    pub chi_squared_without_ties: f64,
    /// Friedman's statistic corrected for ties.
    pub chi_squared: f64,
    /// Its p-value.
    pub p_value: f64,
    /// Iman and Davenport's F, corrected for ties.
    pub f: f64,
    /// Its p-value: the one to use.
    pub f_p_value: f64,
    /// How much of the spread of ranks is left with these ties; 1 without any.
    pub spread: f64,
}

impl Friedman {
    /// Returns the test on one row per block with one value per player, smaller being better (as
    /// ranks are); `None` with fewer than two rows or players, or rows of different lengths.
    #[must_use]
    pub fn new(rows: &[Vec<f64>]) -> Option<Self> {
        let (blocks, players) = (rows.len(), rows.first()?.len());
        if blocks < 2 || players < 2 || rows.iter().any(|row| row.len() != players) {
            return None;
        }
        let (n, k) = (blocks as f64, players as f64);
        let ranked: Vec<Vec<f64>> = rows.iter().map(|row| ranks(row)).collect();
        let mean_ranks: Vec<f64> = (0..players)
            .map(|player| ranked.iter().map(|row| row[player]).sum::<f64>() / n)
            .collect();
        let middle = (k + 1.0) / 2.0;
        let between: f64 = mean_ranks.iter().map(|rank| (rank - middle).powi(2)).sum();
        let chi_squared_without_ties = 12.0 * n / (k * (k + 1.0)) * between;
        // Without ties the squares of every row sum to k (k² − 1) / 12.
        let squares: f64 = ranked.iter().flatten().map(|r| (r - middle).powi(2)).sum();
        let spread = squares / (n * k * (k * k - 1.0) / 12.0);
        let chi_squared = if spread > 0.0 {
            chi_squared_without_ties / spread
        } else {
            0.0
        };
        // F is infinite when all rows agree.
        let f = (n - 1.0) * chi_squared / (n * (k - 1.0) - chi_squared).max(0.0);
        Some(Self {
            mean_ranks,
            blocks,
            chi_squared_without_ties,
            chi_squared,
            p_value: chi_squared_tail(chi_squared, k - 1.0),
            f,
            f_p_value: f_tail(f, k - 1.0, (k - 1.0) * (n - 1.0)),
            spread,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Ranks of C4.5 with and without two kinds of tuning on 14 data sets (Demšar 2006, Table 6).
    pub(crate) fn demsar() -> Vec<Vec<f64>> {
        [
            [4.0, 3.0, 2.0, 1.0],
            [1.0, 2.0, 3.0, 4.0],
            [4.0, 1.0, 2.0, 3.0],
            [4.0, 1.0, 3.0, 2.0],
            [4.0, 2.0, 3.0, 1.0],
            [1.0, 2.5, 4.0, 2.5],
            [3.0, 2.0, 4.0, 1.0],
            [2.5, 2.5, 4.0, 1.0],
            [4.0, 3.0, 2.0, 1.0],
            [2.5, 2.5, 2.5, 2.5],
            [4.0, 2.5, 1.0, 2.5],
            [3.0, 2.0, 4.0, 1.0],
            [4.0, 1.0, 2.0, 3.0],
            [3.0, 1.0, 4.0, 2.0],
        ]
        .map(|row| row.to_vec())
        .to_vec()
    }

    #[test]
    fn the_example_of_demsar() {
        let test = Friedman::new(&demsar()).unwrap();
        for (found, expected) in test.mean_ranks.iter().zip([3.143, 2.0, 2.893, 1.964]) {
            assert!((found - expected).abs() < 5e-4);
        }
        // Demšar does not correct for ties: 9.28, and F = 3.69 from it.
        assert!((test.chi_squared_without_ties - 9.28).abs() < 5e-3);
        let x = test.chi_squared_without_ties;
        assert!((13.0 * x / (14.0 * 3.0 - x) - 3.69).abs() < 5e-3);
        assert!(test.chi_squared > test.chi_squared_without_ties);
        assert!(test.f_p_value < 0.05);
    }

    #[test]
    fn rounding_first_base() {
        // Hollander and Wolfe 1973, R's friedman.test: 11.143, p = 0.003805, with ties.
        let rows = [
            [5.40, 5.50, 5.55],
            [5.85, 5.70, 5.75],
            [5.20, 5.60, 5.50],
            [5.55, 5.50, 5.40],
            [5.90, 5.85, 5.70],
            [5.45, 5.55, 5.60],
            [5.40, 5.40, 5.35],
            [5.45, 5.50, 5.35],
            [5.25, 5.15, 5.00],
            [5.85, 5.80, 5.70],
            [5.25, 5.20, 5.10],
            [5.65, 5.55, 5.45],
            [5.60, 5.35, 5.45],
            [5.05, 5.00, 4.95],
            [5.50, 5.50, 5.40],
            [5.45, 5.55, 5.50],
            [5.55, 5.55, 5.35],
            [5.45, 5.50, 5.55],
            [5.50, 5.45, 5.25],
            [5.65, 5.60, 5.40],
            [5.70, 5.65, 5.55],
            [6.30, 6.30, 6.25],
        ]
        .map(|row| row.to_vec());
        let test = Friedman::new(&rows).unwrap();
        assert!((test.chi_squared - 11.142_857).abs() < 1e-5);
        assert!((test.p_value - 0.003_805).abs() < 5e-7);
    }

    #[test]
    fn all_tied_and_all_agreed() {
        let tied = Friedman::new(&vec![vec![1.0; 3]; 5]).unwrap();
        assert_eq!((tied.chi_squared, tied.p_value), (0.0, 1.0));
        let agreed = Friedman::new(&vec![vec![1.0, 2.0, 3.0]; 5]).unwrap();
        assert_eq!((agreed.f, agreed.f_p_value), (f64::INFINITY, 0.0));
        assert_eq!(Friedman::new(&[vec![1.0, 2.0]]), None);
        assert_eq!(Friedman::new(&[vec![1.0, 2.0], vec![1.0]]), None);
    }
}
