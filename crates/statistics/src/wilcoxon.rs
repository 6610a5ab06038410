//! Wilcoxon's signed ranks for few pairs, exact whatever is tied, with Hodges and Lehmann's estimate.
//!
//! If two conditions do not differ, every difference could as well have had the other sign (Wilcoxon
//! 1945). All such changes of signs are counted, given how far the differences lie from 0: what is equally
//! far shares the mean of its ranks, and a difference of 0 keeps its rank and counts for neither side
//! (Pratt 1959). So ties, of which ratings on a scale are full, cost nothing and errors stay as rare as
//! promised. The interval holds every shift that the same test would not reject.

use super::estimate::{Estimate, Interval, Level};

/// Differences closer than this are equal: means of ratings are rounded.
const SAME: f64 = 1e-9;

/// How likely it is, by all changes of signs, that the ranks above 0 have a sum as seen or less, and as
/// seen or more.
struct Tails {
    at_most: f64,
    at_least: f64,
}

impl Tails {
    /// Of differences less a shift.
    fn of(differences: &[f64], shift: f64) -> Self {
        let (above, below, ranks) = signed_ranks(differences, shift);
        // The sums lie evenly about their middle, so that one tail says the other, and the shorter one
        // is quicker.
        let few = above.min(below);
        let mut chances = vec![0.0; few + 1];
        chances[0] = 1.0;
        for rank in ranks {
            for sum in (0..=few).rev() {
                let with = sum.checked_sub(rank).map_or(0.0, |sum| chances[sum]);
                chances[sum] = (chances[sum] + with) / 2.0;
            }
        }
        let shorter = chances.iter().sum::<f64>().min(1.0);
        let longer = (1.0 - shorter + chances[few]).min(1.0);
        if above <= below {
            Self {
                at_most: shorter,
                at_least: longer,
            }
        } else {
            Self {
                at_most: longer,
                at_least: shorter,
            }
        }
    }
}

/// Returns twice the sum of the ranks above and below a shift, and twice each of them: ranks in the middle
/// of ties may be halves. What lies at the shift has no sign, and the ranks from there on are those that
/// it leaves.
fn signed_ranks(differences: &[f64], shift: f64) -> (usize, usize, Vec<usize>) {
    let mut sorted: Vec<f64> = differences.iter().map(|each| each - shift).collect();
    sorted.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    let (mut above, mut below, mut ranks) = (0, 0, Vec::with_capacity(sorted.len()));
    let mut first = 0;
    for tied in sorted.chunk_by(|one, other| other.abs() - one.abs() < SAME) {
        // From first + 1 to first + n; the mean of both, twice.
        let rank = 2 * first + tied.len() + 1;
        first += tied.len();
        for &difference in tied.iter().filter(|difference| difference.abs() >= SAME) {
            ranks.push(rank);
            if difference > 0.0 {
                above += rank;
            } else {
                below += rank;
            }
        }
    }
    (above, below, ranks)
}

/// Returns the two-sided p-value of the hypothesis that differences lie evenly around 0.
#[must_use]
pub fn p_value(differences: &[f64]) -> f64 {
    let tails = Tails::of(differences, 0.0);
    (2.0 * tails.at_most.min(tails.at_least)).min(1.0)
}

/// Reports whether the ranks of those above 0 are more than of those below. Where most differences are 0
/// that says more than their median does.
#[must_use]
pub fn is_above(differences: &[f64]) -> bool {
    let (above, below, _) = signed_ranks(differences, 0.0);
    above > below
}

/// Returns the median of all means of two differences (Hodges and Lehmann 1963), with the interval of all
/// shifts that the test does not reject; `None` without any differences.
///
/// What leaves 0 out is rejected by the test. An end that is itself rejected lies a billionth inside, so that
/// it is left out as well. Where every shift is rejected, as if most differences are 0 and few are large,
/// both ends are where the one side of the test gives way to the other.
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
    walsh.dedup_by(|other, one| *other - *one < SAME);
    // Ranks change at these means of two alone, so that one shift between two of them stands for all.
    let places: Vec<f64> = {
        let (first, last) = (walsh[0], walsh[walsh.len() - 1]);
        let between = walsh.windows(2).flat_map(|pair| {
            let middle = (pair[0] + pair[1]) / 2.0;
            [middle, pair[1]]
        });
        [first - 1.0, first]
            .into_iter()
            .chain(between)
            .chain([last + 1.0])
            .collect()
    };
    let tails = |place: usize| Tails::of(differences, places[place]);
    let keeps = |tail: f64| tail > level.tail();
    // The places are by turns between two means and at one.
    let at_a_mean = |place: usize| !place.is_multiple_of(2);
    let low = (0..places.len()).find(|&place| keeps(tails(place).at_least));
    let high = (0..places.len()).rfind(|&place| keeps(tails(place).at_most));
    let low = match low.expect("above all differences no sum is too large") {
        0 => f64::NEG_INFINITY,
        place if at_a_mean(place) => places[place],
        place => places[place - 1] + SAME,
    };
    let last = places.len() - 1;
    let high = match high.expect("below all of them none is too small") {
        place if place == last => f64::INFINITY,
        place if at_a_mean(place) => places[place],
        place => places[place + 1] - SAME,
    };
    let interval = if low <= high {
        Interval { low, high }
    } else {
        // One of them is the mean itself, which is rejected, and the other lies beside it.
        let at_the_mean = |end: f64| walsh.contains(&end);
        let end = if at_the_mean(high) { low } else { high };
        Interval {
            low: end,
            high: end,
        }
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

    /// The p-value from every choice of signs, one by one.
    fn by_every_choice(differences: &[f64]) -> f64 {
        let n = differences.len();
        let rank = |one: &f64| {
            let less = differences.iter().filter(|other| other.abs() < one.abs());
            let same = differences.iter().filter(|other| other.abs() == one.abs());
            less.count() as f64 + (same.count() as f64 + 1.0) / 2.0
        };
        let sum = |sign: &dyn Fn(usize) -> f64| -> f64 {
            let ranks = differences.iter().enumerate();
            ranks
                .map(|(place, one)| match *one == 0.0 {
                    true => 0.0,
                    false => sign(place) * rank(one),
                })
                .sum()
        };
        // Those above less those below.
        let seen = sum(&|place| differences[place].signum()).abs();
        let far = (0..1u32 << n).filter(|signs| {
            let sign = |place: usize| if signs >> place & 1 == 1 { 1.0 } else { -1.0 };
            sum(&sign).abs() >= seen
        });
        far.count() as f64 / f64::from(1u32 << n)
    }

    /// All ways to draw so many whole numbers from -3 to 3, in order.
    fn every_draw(n: usize) -> Vec<Vec<f64>> {
        let mut all = vec![Vec::new()];
        for _ in 0..n {
            all = all
                .iter()
                .flat_map(|draw: &Vec<f64>| {
                    let from = draw.last().map_or(-3, |last| *last as i32);
                    (from..=3).map(|next| [&draw[..], &[f64::from(next)]].concat())
                })
                .collect();
        }
        all
    }

    #[test]
    fn every_choice_of_signs_is_counted_whatever_is_tied_or_zero() {
        for n in 0..=8 {
            for draw in every_draw(n).iter().step_by(if n == 8 { 7 } else { 1 }) {
                let (p, slow) = (p_value(draw), by_every_choice(draw));
                assert!((p - slow).abs() < 1e-12, "{draw:?}: {p} and {slow}");
            }
        }
        // Not tied, and rounded.
        let differences = [1.0, 1.5, -2.0, 3.0, 3.5];
        assert!((p_value(&differences) - by_every_choice(&differences)).abs() < 1e-12);
        let thirds = [1.0 / 3.0, 2.0 / 3.0 - 1.0, 1.0, 4.0 / 3.0 - 1.0, -1.0];
        let whole = [1.0, -1.0, 3.0, 1.0, -3.0];
        assert!((p_value(&thirds) - p_value(&whole)).abs() < 1e-12);
    }

    /// Given how far differences lie from 0, at most so many choices of signs are rejected.
    #[test]
    fn no_ties_make_errors_more_frequent() {
        for draw in every_draw(7).iter().filter(|draw| draw[0] >= 0.0) {
            let rejected = (0..1u32 << 7).filter(|signs| {
                let signed = (0..).zip(draw);
                let signed: Vec<f64> = signed
                    .map(|(place, one)| if signs >> place & 1 == 1 { *one } else { -one })
                    .collect();
                p_value(&signed) <= 0.05
            });
            assert!(rejected.count() as f64 <= 0.05 * 128.0, "{draw:?}");
        }
    }

    /// The interval leaves 0 out if and only if the test rejects it: tried with all draws.
    #[test]
    fn test_and_interval_say_the_same_whatever_is_tied() {
        let mut told = [0; 2];
        let mut see = |differences: &[f64]| {
            let p = p_value(differences);
            let interval = shift(differences, Level::P95).unwrap().interval;
            let outside = !interval.contains(0.0);
            assert_eq!(outside, p <= 0.05, "{differences:?}: {p}, {interval:?}");
            if outside {
                assert_eq!(interval.low > 0.0, is_above(differences), "{differences:?}");
            }
            told[usize::from(outside)] += 1;
        };
        for n in 1..=8 {
            every_draw(n).iter().for_each(|draw| see(draw));
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..1000 {
            let n = random.random_range(8..24);
            let shift_by = random.random_range(0..3);
            // Of one person, and means of four.
            let steps = if random.random_range(0..2) == 0 {
                1.0
            } else {
                4.0
            };
            let mut draw = || f64::from(random.random_range(-5..=5) + shift_by) / steps;
            let differences: Vec<f64> = (0..n).map(|_| draw()).collect();
            see(&differences);
        }
        assert!(told.iter().all(|&count| count > 200), "{told:?}");
    }

    /// Ratings of 1 to 11 by people who like both alike: about as many alarms as are allowed, and no more.
    #[test]
    fn tied_ratings_cost_nothing() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let studies = 2000;
        let (mut alarms, mut contained) = (0, 0);
        for _ in 0..studies {
            let differences: Vec<f64> = (0..24)
                .map(|_| {
                    let mut rating = || {
                        let drawn = (0..3).map(|_| random.random_range(1..=4)).sum::<i32>() - 1;
                        drawn.min(11)
                    };
                    f64::from(rating() - rating())
                })
                .collect();
            alarms += u32::from(p_value(&differences) <= 0.05);
            let moved: Vec<f64> = differences.iter().map(|each| each + 2.0).collect();
            let shift = shift(&moved, Level::P95).unwrap();
            contained += u32::from(shift.interval.contains(2.0));
        }
        let share = f64::from(alarms) / f64::from(studies);
        assert!((0.035..=0.0646).contains(&share), "{share}");
        assert_eq!(
            contained,
            studies - alarms,
            "the interval is made by the test itself"
        );
    }

    /// Most people see no difference, and all others see the same: that is a difference, though its
    /// median is 0.
    #[test]
    fn few_who_agree_among_many_who_see_nothing() {
        for none in [15, 30] {
            let mut differences = vec![0.0; none];
            differences.extend([5.0; 6]);
            for sign in [1.0, -1.0] {
                let signed: Vec<f64> = differences.iter().map(|each| sign * each).collect();
                assert!((p_value(&signed) - 2.0 / 64.0).abs() < 1e-12);
                assert_eq!(is_above(&signed), sign > 0.0);
                let shift = shift(&signed, Level::P95).unwrap();
                assert_eq!(shift.value, 0.0);
                assert!(!shift.interval.contains(0.0), "{shift:?}");
                assert!((sign * shift.interval.low).min(sign * shift.interval.high) > 0.0);
            }
        }
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
