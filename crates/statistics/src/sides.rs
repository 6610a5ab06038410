//! Two seats without pairs: a number of games with each player first, all independent (the matches
//! of P1). Whether the first move is an advantage does not matter, and need not be known.
//!
//! If both players are the same, it makes no difference which of them was called first: the games
//! of both orders are one heap that was dealt at random. The test compares the deal with all others.

use statrs::function::factorial::ln_binomial;

use super::distribution::normal_two_sided;
use super::estimate::{Estimate, Interval, Level};
use super::pairs::Trinomial;

/// With more games than this the normal limit of the same test is used; it differs in the third
/// digit only.
const COUNTED: u64 = 4000;

/// A match of A and B, both orders, each seen by the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// A moves first; A's wins.
    pub a_first: Trinomial,
    /// B moves first; B's wins.
    pub b_first: Trinomial,
}

impl Sides {
    /// Returns A's share of the points, both orders with the same weight; `None` if one was not
    /// played.
    ///
    /// The interval joins those of both orders (Zou and Donner 2008), so it holds when one order
    /// was won throughout.
    #[must_use]
    pub fn score(&self, level: Level) -> Option<Estimate> {
        let first = self.a_first.sample().estimate(level)?;
        let second = self.b_first.swapped().sample().estimate(level)?;
        let value = (first.value + second.value) / 2.0;
        let down =
            (first.value - first.interval.low).hypot(second.value - second.interval.low) / 2.0;
        let up =
            (first.interval.high - first.value).hypot(second.interval.high - second.value) / 2.0;
        Some(Estimate {
            value,
            interval: Interval {
                low: value - down,
                high: value + up,
            },
        })
    }

    /// Returns how much the first move is worth: the first player's share of the points, both
    /// players with the same weight.
    #[must_use]
    pub fn first_move(&self, level: Level) -> Option<Estimate> {
        let other = Self {
            a_first: self.a_first,
            b_first: self.b_first.swapped(),
        };
        other.score(level)
    }

    /// Returns the two-sided p-value of the hypothesis that A and B are equally good.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        let all = self.a_first.plus(&self.b_first);
        let (n, n_a) = (all.games(), self.a_first.games());
        if n_a == 0 || n_a == n {
            return 1.0;
        }
        let half_points = |t: &Trinomial| (2 * t.wins + t.draws) as f64;
        let expected = half_points(&all) * n_a as f64 / n as f64;
        let distance = (half_points(&self.a_first) - expected).abs();
        if n > COUNTED {
            let mean = half_points(&all) / n as f64;
            let squares = (4 * all.wins + all.draws) as f64 / n as f64 - mean * mean;
            let dealt = n_a as f64 * (n - n_a) as f64 / (n - 1) as f64;
            let variance = squares * dealt;
            return if variance > 0.0 {
                normal_two_sided(distance / variance.sqrt())
            } else {
                1.0
            };
        }
        let ways = ln_binomial(n, n_a);
        let mut p = 0.0;
        for wins in 0..=all.wins.min(n_a) {
            for draws in 0..=all.draws.min(n_a - wins) {
                let losses = n_a - wins - draws;
                let points = (2 * wins + draws) as f64;
                if losses <= all.losses && (points - expected).abs() >= distance - 1e-9 {
                    p += (ln_binomial(all.wins, wins)
                        + ln_binomial(all.draws, draws)
                        + ln_binomial(all.losses, losses)
                        - ways)
                        .exp();
                }
            }
        }
        p.min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact;

    #[test]
    fn without_draws_it_is_fishers_test() {
        let sides = Sides {
            a_first: Trinomial::new(12, 0, 8),
            b_first: Trinomial::new(7, 0, 13),
        };
        assert!((sides.p_value() - exact::fisher(12, 8, 7, 13)).abs() < 1e-9);
    }

    #[test]
    fn the_normal_limit_meets_the_exact_test() {
        let exact = Sides {
            a_first: Trinomial::new(1010, 90, 898),
            b_first: Trinomial::new(950, 88, 962),
        };
        let mut normal = exact;
        normal.b_first.wins += 3;
        normal.b_first.losses += 3;
        assert!(exact.a_first.games() + exact.b_first.games() <= COUNTED);
        assert!(normal.a_first.games() + normal.b_first.games() > COUNTED);
        assert!((exact.p_value() - normal.p_value()).abs() < 5e-3);
    }

    #[test]
    fn a_first_move_advantage_is_no_strength() {
        let sides = Sides {
            a_first: Trinomial::new(70, 4, 26),
            b_first: Trinomial::new(71, 2, 27),
        };
        assert!(sides.p_value() > 0.8);
        let score = sides.score(Level::P95).unwrap();
        assert!(score.interval.contains(0.5));
        let first = sides.first_move(Level::P95).unwrap();
        assert!((first.value - 0.72).abs() < 1e-12 && first.interval.low > 0.6);
    }
}
