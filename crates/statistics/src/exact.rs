//! Exact tests of yes and no, right for any number of games: no approximation, so few games give
//! large p-values instead of false ones.
//!
//! A two-sided p-value is the probability of all results that are no likelier than the one seen.

use statrs::function::factorial::ln_binomial;

use super::distribution::binomial_pmf;

/// Results whose probabilities differ by less than this share count as equally likely: they are
/// sums of rounded logarithms.
const SAME: f64 = 1.0 + 1e-7;

/// Returns the p-value of the two-sided exact test that something happening `count` times of `of`
/// has probability `p`.
#[must_use]
pub fn binomial(count: u64, of: u64, p: f64) -> f64 {
    let seen = binomial_pmf(count, of, p) * SAME;
    let all = (0..=of).map(|k| binomial_pmf(k, of, p));
    all.filter(|&q| q <= seen).sum::<f64>().min(1.0)
}

/// Returns the p-value of Fisher's two-sided exact test that `a` of `a + b` and `c` of `c + d` have
/// the same probability (Fisher 1935).
#[must_use]
pub fn fisher(a: u64, b: u64, c: u64, d: u64) -> f64 {
    let (first, second, yes) = (a + b, c + d, a + c);
    let probability = |a: u64| {
        (ln_binomial(first, a) + ln_binomial(second, yes - a) - ln_binomial(first + second, yes))
            .exp()
    };
    let seen = probability(a) * SAME;
    let possible = yes.saturating_sub(second)..=yes.min(first);
    possible
        .map(probability)
        .filter(|&q| q <= seen)
        .sum::<f64>()
        .min(1.0)
}

/// Freeman and Halton's exact test of two samples of three kinds: the probability, given how many of
/// each kind both have together, of a deal that is no likelier than this one.
#[must_use]
pub fn freeman_halton(one: [u64; 3], other: [u64; 3]) -> f64 {
    let total = |counts: [u64; 3]| counts.iter().sum::<u64>();
    // The smaller sample has fewer deals.
    let few = if total(one) <= total(other) {
        one
    } else {
        other
    };
    let both: [u64; 3] = std::array::from_fn(|kind| one[kind] + other[kind]);
    let size = total(few);
    let ways = |deal: [u64; 3]| -> f64 {
        let each = both
            .iter()
            .zip(deal)
            .map(|(&all, some)| ln_binomial(all, some));
        each.sum()
    };
    let all = ln_binomial(total(both), size);
    let seen = ways(few) + SAME.ln();
    let mut p = 0.0;
    for first in 0..=both[0].min(size) {
        for second in 0..=both[1].min(size - first) {
            let third = size - first - second;
            if third > both[2] {
                continue;
            }
            let likely = ways([first, second, third]);
            if likely <= seen {
                p += (likely - all).exp();
            }
        }
    }
    p.min(1.0)
}

/// Returns the p-value of Barnard's two-sided exact test of the same as [`fisher`]: how many are
/// yes is not taken as given, and the probability is that which suits the result best (Barnard
/// 1945, with the pooled score as Suissa and Shuster 1985). It is more powerful with few people.
#[must_use]
pub fn barnard(a: u64, b: u64, c: u64, d: u64) -> f64 {
    let (first, second) = (a + b, c + d);
    if first == 0 || second == 0 {
        return 1.0;
    }
    // The squared score of the difference of shares.
    let score = |a: u64, c: u64| {
        let (one, other) = (a as f64 / first as f64, c as f64 / second as f64);
        let pooled = (a + c) as f64 / (first + second) as f64;
        let variance = pooled * (1.0 - pooled) * (1.0 / first as f64 + 1.0 / second as f64);
        if variance > 0.0 {
            (one - other).powi(2) / variance
        } else {
            0.0
        }
    };
    let seen = score(a, c) / SAME;
    let extreme: Vec<(u64, u64)> = (0..=first)
        .flat_map(|a| (0..=second).map(move |c| (a, c)))
        .filter(|&(a, c)| score(a, c) >= seen)
        .collect();
    let chance = |p: f64| -> f64 {
        let both = |&(a, c): &(u64, u64)| binomial_pmf(a, first, p) * binomial_pmf(c, second, p);
        extreme.iter().map(both).sum()
    };
    let steps = 1000;
    let all = (1..steps).map(|step| chance(f64::from(step) / f64::from(steps)));
    all.fold(0.0, f64::max).min(1.0)
}

/// McNemar's test in its exact form: of those who did not do equally well under both conditions,
/// `only_one` did well under the first only and `only_other` under the second only.
#[must_use]
pub fn paired(only_one: u64, only_other: u64) -> f64 {
    binomial(only_one, only_one + only_other, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_study_of_p2() {
        // 0 of 6 against the winning program, 4 of 6 against the entertaining one: called
        // significant in the paper.
        assert!((fisher(0, 6, 4, 2) - 0.060_606).abs() < 1e-6);
        assert!((barnard(0, 6, 4, 2) - 0.021_006).abs() < 1e-6);
        // The same six people played both: four won only the second, two neither.
        assert!((paired(0, 4) - 0.125).abs() < 1e-12);
    }

    #[test]
    fn a_vaccine_and_a_placebo() {
        // Mehta and Senchaudhuri 2003: 7 of 15 against 12 of 15, one-sided 0.0341.
        assert!((barnard(7, 8, 12, 3) - 2.0 * 0.0341).abs() < 1e-4);
        assert_eq!(barnard(0, 0, 3, 4), 1.0);
        assert!((barnard(3, 3, 3, 3) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_lady_tasting_tea() {
        assert!((fisher(3, 1, 1, 3) - 0.485_714).abs() < 1e-6);
        assert!((fisher(4, 0, 0, 4) - 2.0 / 70.0).abs() < 1e-12);
    }

    #[test]
    fn the_convictions_of_fishers_twins() {
        // R's fisher.test example: 2 of 17 dizygotic against 10 of 13, p = 0.0005367.
        assert!((fisher(2, 15, 10, 3) - 0.000_536_7).abs() < 5e-8);
    }

    #[test]
    fn two_kinds_of_three_are_fishers_test() {
        let p = freeman_halton([12, 0, 8], [7, 0, 13]);
        assert!((p - fisher(12, 8, 7, 13)).abs() < 1e-9);
        // Deals of [2, 1, 1]: by hand, all 6 of two games, weights 1 + 2 + 2 + 1.
        assert!((freeman_halton([2, 0, 0], [0, 1, 1]) - 2.0 / 6.0).abs() < 1e-9);
        assert!((freeman_halton([1, 1, 0], [1, 0, 1]) - 1.0).abs() < 1e-9);
        assert!((freeman_halton([0, 0, 0], [3, 2, 1]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn mendels_peas() {
        // Conover 1971, R's binom.test example.
        assert!((binomial(682, 925, 0.75) - 0.3825).abs() < 5e-5);
    }

    #[test]
    fn nothing_seen_is_no_evidence() {
        assert!((paired(0, 0) - 1.0).abs() < 1e-12);
        assert!((fisher(0, 0, 3, 4) - 1.0).abs() < 1e-9);
        assert!((binomial(5, 10, 0.5) - 1.0).abs() < 1e-9);
    }
}
