//! From how strong the seats are to how many of the others each can expect to beat.
//!
//! Of two seats the stronger one is the more likely to end before the other. What one seat of a pair
//! can expect the other cannot, so the sum is constant, and a result counts by the same measure: one
//! point for every seat beaten.

use rules::{Outcome, PerSeat, Seat};
use search::RankUtility;

/// A point, for a seat that is beaten for certain.
pub(crate) const POINT: i32 = 10_000;

/// What strengths are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpectedRank {
    /// How much stronger one has to be to beat another three times out of four.
    clearly: u32,
    results: RankUtility,
}

impl ExpectedRank {
    pub(crate) fn new(clearly: u32, seats: usize) -> Self {
        Self {
            clearly,
            results: RankUtility::seats_beaten(seats),
        }
    }

    /// Returns what a seat can expect against another: between nothing and a point.
    #[inline]
    fn expectation(&self, own: i32, other: i32) -> i32 {
        let lead = i64::from(own) - i64::from(other);
        let half = i64::from(POINT / 2);
        (half + half * lead / (i64::from(self.clearly) + lead.abs())) as i32
    }

    /// Returns what all can expect. `out` says when a seat went out, later ones with larger
    /// numbers, and `None` for those that play on: they have beaten all that are out.
    #[inline]
    pub(crate) fn values(
        &self,
        strengths: &PerSeat<i32>,
        out: impl Fn(Seat) -> Option<usize>,
    ) -> PerSeat<i32> {
        let seats = strengths.len();
        let mut values = PerSeat::all(seats, 0);
        for one in Seat::all(seats) {
            for other in Seat::all(seats).skip(one.index() + 1) {
                let expected = match (out(one), out(other)) {
                    (None, None) => self.expectation(strengths[one], strengths[other]),
                    (None, Some(_)) => POINT,
                    (Some(_), None) => 0,
                    (Some(first), Some(second)) => POINT * i32::from(first > second),
                };
                values[one] += expected;
                values[other] += POINT - expected;
            }
        }
        values
    }

    /// Returns what a result is worth.
    pub(crate) fn result(&self, outcome: &Outcome) -> PerSeat<i32> {
        let utilities = self.results.of(outcome);
        utilities.map(|utility| utility * (POINT / 2) / (self.results.scale() / 2))
    }

    /// Returns the sum of the values of this many seats.
    pub(crate) const fn sum(seats: usize) -> i32 {
        (seats * (seats - 1) / 2) as i32 * POINT
    }

    /// Returns what makes sure of the first place.
    pub(crate) const fn first_place(seats: usize) -> i32 {
        (seats as i32 - 1) * POINT
    }
}
