//! The test with a fixed number of games: exact, because equal players can be exchanged.
//!
//! If both players are the same, each pair could as well have come out the other way round. So of
//! the pairs that somebody won by two points each had an even chance to be the other player's,
//! likewise of those won by one point; the p-value is the share of all these exchanges that favour
//! somebody at least as much as the results do (a sign test with steps of one and two).

use super::distribution::binomial_pmf;
use super::pairs::{Pentanomial, Trinomial};

/// Returns the two-sided p-value of the hypothesis that both players of these pairs are equally
/// good.
#[must_use]
pub fn pairs(pairs: &Pentanomial) -> f64 {
    let [ll, ld, _, wd, ww] = pairs.0;
    let lead = 2 * (ww as i64 - ll as i64) + (wd as i64 - ld as i64);
    tail(ll + ww, ld + wd, lead.unsigned_abs())
}

/// Returns the same of single games: the sign test, which leaves draws out.
#[must_use]
pub fn games(games: &Trinomial) -> f64 {
    tail(
        0,
        games.wins + games.losses,
        games.wins.abs_diff(games.losses),
    )
}

/// Returns P(|2 A + B| ≥ lead) for walks A of `doubles` and B of `singles` steps to either side.
fn tail(doubles: u64, singles: u64, lead: u64) -> f64 {
    if lead == 0 {
        return 1.0;
    }
    // at_least[k] is the chance of at least k of the single steps to the right.
    let mut at_least = vec![0.0; singles as usize + 2];
    for k in (0..=singles).rev() {
        at_least[k as usize] = at_least[k as usize + 1] + binomial_pmf(k, singles, 0.5);
    }
    let one_side: f64 = (0..=doubles)
        .map(|right| {
            let needed = lead as i64 - 2 * (2 * right as i64 - doubles as i64);
            // B = 2 k − singles ≥ needed
            let k = (needed + singles as i64 + 1).div_euclid(2);
            let k = k.clamp(0, singles as i64 + 1) as usize;
            binomial_pmf(right, doubles, 0.5) * at_least[k]
        })
        .sum();
    (2.0 * one_side).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::normal_two_sided;
    use crate::exact;

    #[test]
    fn exactly_the_share_of_all_exchanges() {
        for counts in [
            [1, 2, 3, 4, 5],
            [0, 3, 0, 4, 2],
            [2, 0, 5, 0, 4],
            [0, 0, 1, 0, 0],
        ] {
            let [ll, ld, _, wd, ww] = counts;
            let steps: Vec<i64> = std::iter::repeat_n(2, (ll + ww) as usize)
                .chain(std::iter::repeat_n(1, (ld + wd) as usize))
                .collect();
            let lead = (2 * (ww as i64 - ll as i64) + wd as i64 - ld as i64).abs();
            let all = 1u32 << steps.len();
            let favour = (0..all)
                .filter(|signs| {
                    let sum: i64 = steps
                        .iter()
                        .enumerate()
                        .map(|(i, s)| if signs >> i & 1 == 1 { *s } else { -s })
                        .sum();
                    sum.abs() >= lead
                })
                .count();
            let expected = favour as f64 / f64::from(all);
            let found = pairs(&Pentanomial(counts));
            assert!((found - expected).abs() < 1e-12, "{counts:?}");
        }
    }

    #[test]
    fn single_games_are_the_sign_test() {
        assert!((games(&Trinomial::new(4, 9, 0)) - 0.125).abs() < 1e-12);
        let sign = exact::binomial(57, 97, 0.5);
        assert!((games(&Trinomial::new(57, 3, 40)) - sign).abs() < 1e-12);
    }

    #[test]
    fn many_pairs_approach_the_normal_test() {
        let found = pairs(&Pentanomial([8000, 20_000, 40_000, 20_300, 8100]));
        let (lead, variance) = (2.0 * 100.0 + 300.0, 4.0 * 16_100.0 + 40_300.0);
        let normal = normal_two_sided(lead / f64::sqrt(variance));
        assert!((found - normal).abs() < 1e-3, "{found} {normal}");
    }
}
