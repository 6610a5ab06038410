//! From the strengths of four seats to how many of the others each can expect to beat.
//!
//! Everything is counted in whole numbers: what one seat of a pair can expect the other cannot, so the
//! sum over all seats is the same for every position.

use std::sync::OnceLock;

use rules::{Outcome, PerSeat};
use search::RankUtility;

/// The seats of the games here.
pub const SEATS: usize = 4;

/// What a seat is worth that is beaten for certain.
pub const POINT: i32 = 10_000;

/// What all seats are worth together.
pub const SUM: i32 = (SEATS * (SEATS - 1) / 2) as i32 * POINT;

/// What makes sure of the first place.
pub const FIRST_PLACE: i32 = (SEATS as i32 - 1) * POINT;

/// A strength of 1, by which a seat is before another in 73 of 100 games, as weights count it.
pub const UNIT: i32 = 128;

/// Nobody is more certain than by this difference of strengths.
const MOST: i32 = 12 * UNIT;

/// What is known about two seats before anything is expected of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// Nothing: both play for it.
    Open,
    /// The first seat is before the second for certain.
    Before,
    /// The second seat is before the first for certain.
    After,
}

/// The logistic curve, from no difference on.
fn curve() -> &'static [i32] {
    static CURVE: OnceLock<Vec<i32>> = OnceLock::new();
    CURVE.get_or_init(|| {
        let chance = |lead: i32| 1.0 / (1.0 + (-f64::from(lead) / f64::from(UNIT)).exp());
        let point = f64::from(POINT);
        (0..=MOST)
            .map(|lead| (point * chance(lead)).round() as i32)
            .collect()
    })
}

/// The curve at hand, so that nobody asks for it twice in a search.
#[derive(Clone, Copy, Debug)]
pub struct Chances(&'static [i32]);

impl Chances {
    /// Returns the curve.
    #[must_use]
    pub fn new() -> Self {
        Self(curve())
    }

    #[inline]
    fn expectation(self, lead: i32) -> i32 {
        let chance = self.0[lead.unsigned_abs().min(MOST as u32) as usize];
        if lead < 0 { POINT - chance } else { chance }
    }

    /// Returns what each of four seats can expect, given their strengths.
    #[inline]
    #[must_use]
    pub fn values(
        self,
        strengths: [i32; SEATS],
        pair: impl Fn(usize, usize) -> Pair,
    ) -> [i32; SEATS] {
        let mut values = [0; SEATS];
        for one in 0..SEATS {
            for other in one + 1..SEATS {
                let expected = match pair(one, other) {
                    Pair::Open => self.expectation(strengths[one] - strengths[other]),
                    Pair::Before => POINT,
                    Pair::After => 0,
                };
                values[one] += expected;
                values[other] += POINT - expected;
            }
        }
        values
    }
}

impl Default for Chances {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns what a result is worth: a point for every seat beaten, half a point for an equal one.
#[must_use]
pub fn result(outcome: &Outcome) -> PerSeat<i32> {
    let beaten = RankUtility::seats_beaten(SEATS);
    // Shared ranks are worth whole or half points.
    let halves = beaten.scale() / 2;
    beaten
        .of(outcome)
        .map(|utility| utility / halves * (POINT / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_gains_the_others_lose() {
        let chances = Chances::new();
        let open = |_, _| Pair::Open;
        for strengths in [[0, 0, 0, 0], [5, -700, 33, 9], [9000, -9000, 1, 0]] {
            let values = chances.values(strengths, open);
            assert_eq!(values.iter().sum::<i32>(), SUM);
        }
        let values = chances.values([9000, 300, 0, -9000], open);
        assert!(values[0] > values[1] && values[1] > values[2] && values[2] > values[3]);
        let out = |_, other| if other == 3 { Pair::Before } else { Pair::Open };
        assert_eq!(
            chances.values([0, 0, 0, 800], out),
            [20_000, 20_000, 20_000, 0]
        );
    }

    #[test]
    fn results_count_seats_beaten() {
        let outcome = |scores: [i32; 4]| Outcome::by_score(PerSeat::from(scores));
        assert_eq!(*result(&outcome([9, 5, 5, 1])), [30_000, 15_000, 15_000, 0]);
        assert_eq!(*result(&outcome([4, 4, 4, 1])), [20_000, 20_000, 20_000, 0]);
        assert_eq!(*result(&outcome([4, 4, 4, 4])), [15_000; 4]);
    }
}
