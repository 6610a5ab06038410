//! Utilities with a constant sum, made from ranks and scores, for games whose own scores have none.
//!
//! Pruning for many seats rests on a constant sum. Both ways here keep it exactly, in integers.

use rules::{Game, Outcome, PerSeat, Seat};

use crate::evaluation::{Bounds, Evaluation};

/// What each rank is worth; equal seats share what their ranks are worth together.
///
/// All utilities are multiplied by [`RankUtility::scale`], the least number by which every
/// sharing is whole, so that the sum of all seats is the same for every result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankUtility {
    /// What each rank is worth, unscaled, the first rank at the place of the first seat.
    worth: PerSeat<i32>,
    scale: i32,
}

impl RankUtility {
    /// Creates a utility of `worth[0]` for the first rank, `worth[1]` for the second, and so on.
    #[must_use]
    pub fn new(worth: PerSeat<i32>) -> Self {
        let scale = (1..=worth.len() as i32).fold(1, lcm);
        Self { worth, scale }
    }

    /// Returns a utility of one point for each seat beaten, half a point (scaled) for each that is
    /// equal.
    #[must_use]
    pub fn seats_beaten(seats: usize) -> Self {
        Self::new(PerSeat::from_fn(seats, |rank| {
            (seats - 1 - rank.index()) as i32
        }))
    }

    /// Returns what a utility of 1 is multiplied by.
    #[must_use]
    pub const fn scale(&self) -> i32 {
        self.scale
    }

    /// Returns the utilities of a result.
    #[must_use]
    pub fn of(&self, outcome: &Outcome) -> PerSeat<i32> {
        outcome.ranks.map(|rank| {
            let equal = outcome.ranks.iter().filter(|&&other| other == rank).count();
            let above = rank as usize - 1;
            let together: i32 = self.worth.iter().skip(above).take(equal).sum();
            together * self.scale / equal as i32
        })
    }

    /// Returns what the utilities of all seats add up to.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.worth.iter().sum::<i32>() * self.scale
    }

    /// Returns the least a seat can get: a mean of ranks is never below the worst of them.
    #[must_use]
    pub fn least(&self) -> i32 {
        self.worth.iter().min().copied().unwrap_or(0) * self.scale
    }

    /// Returns the most a seat can get.
    #[must_use]
    pub fn most(&self) -> i32 {
        self.worth.iter().max().copied().unwrap_or(0) * self.scale
    }
}

/// Any position by how it stands, the result by how it ended.
impl<G: Game> Evaluation<G> for RankUtility {
    #[inline]
    fn values(&self, position: &G) -> PerSeat<i32> {
        self.of(&position.standing())
    }

    #[inline]
    fn result(&self, position: &G) -> PerSeat<i32> {
        self.of(&position.standing())
    }

    fn sum(&self) -> Option<i32> {
        Some(self.total())
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        self.least()
    }

    fn ceiling(&self) -> i32 {
        self.most()
    }
}

fn lcm(a: i32, b: i32) -> i32 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// A whole number divided among the seats in proportion to their scores, by the largest
/// remainder, the lower seat first among equals. A score below 0 counts 0; if none is above 0, all
/// get the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// What is divided.
    pub whole: i32,
}

impl Shares {
    /// Returns the share of each seat.
    #[must_use]
    pub fn of(&self, scores: &PerSeat<i32>) -> PerSeat<i32> {
        let mut parts = scores.map(|score| i64::from(score.max(0)));
        let mut total: i64 = parts.iter().sum();
        if total == 0 {
            parts = parts.map(|_| 1);
            total = parts.len() as i64;
        }
        let whole = i64::from(self.whole);
        let mut shares = parts.map(|part| (part * whole / total) as i32);
        let mut remainders = parts.map(|part| part * whole % total);
        let missing = self.whole - shares.iter().sum::<i32>();
        for _ in 0..missing {
            let most = Seat::all(scores.len())
                .rev()
                .max_by_key(|&seat| remainders[seat])
                .expect("a game has seats");
            shares[most] += 1;
            remainders[most] = -1;
        }
        shares
    }

    /// Returns the bounds of the shares, given bounds of the scores.
    #[must_use]
    pub fn bounds(&self, low: &PerSeat<i32>, high: &PerSeat<i32>) -> Bounds {
        let part = |score: i32| i64::from(score.max(0));
        let whole = i64::from(self.whole);
        let least: i64 = low.iter().map(|&score| part(score)).sum();
        let most: i64 = high.iter().map(|&score| part(score)).sum();
        // If all scores can be 0, all can get the same.
        let even = (least == 0).then(|| whole / low.len() as i64);
        let share = |own: i64, all: i64| {
            if all == 0 {
                None
            } else {
                Some(own * whole / all)
            }
        };
        Bounds {
            low: PerSeat::from_fn(low.len(), |q| {
                let own = part(low[q]);
                let share = share(own, own + most - part(high[q])).unwrap_or(whole);
                share.min(even.unwrap_or(whole)) as i32
            }),
            high: PerSeat::from_fn(low.len(), |q| {
                let own = part(high[q]);
                // Rounding can add one.
                let share = share(own, own + least - part(low[q])).map_or(0, |share| share + 1);
                share.max(even.map_or(0, |even| even + 1)).min(whole) as i32
            }),
        }
    }
}

/// Any position by the shares of its scores.
impl<G: Game> Evaluation<G> for Shares {
    #[inline]
    fn values(&self, position: &G) -> PerSeat<i32> {
        self.of(&position.standing().scores)
    }

    #[inline]
    fn result(&self, position: &G) -> PerSeat<i32> {
        self.of(&position.standing().scores)
    }

    fn sum(&self) -> Option<i32> {
        Some(self.whole)
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(scores: [i32; 4]) -> Outcome {
        Outcome::by_score(PerSeat::from(scores))
    }

    #[test]
    fn equal_ranks_share_and_the_sum_stays() {
        let utility = RankUtility::new(PerSeat::from([10, 3, 1, 0]));
        assert_eq!(utility.scale(), 12);
        assert_eq!(*utility.of(&outcome([4, 9, 5, 1])), [12, 120, 36, 0]);
        assert_eq!(*utility.of(&outcome([5, 9, 5, 1])), [24, 120, 24, 0]);
        assert_eq!(*utility.of(&outcome([7, 7, 7, 1])), [56, 56, 56, 0]);
        assert_eq!(*utility.of(&outcome([2, 2, 2, 2])), [42, 42, 42, 42]);
        for a in 0..3 {
            for b in 0..3 {
                for c in 0..3 {
                    let values = utility.of(&outcome([a, b, c, 1]));
                    assert_eq!(values.iter().sum::<i32>(), utility.total());
                    assert!(
                        values
                            .iter()
                            .all(|v| (utility.least()..=utility.most()).contains(v))
                    );
                }
            }
        }
    }

    #[test]
    fn a_point_for_each_seat_beaten() {
        let utility = RankUtility::seats_beaten(4);
        assert_eq!(*utility.of(&outcome([5, 9, 5, 1])), [18, 36, 18, 0]);
    }

    #[test]
    fn shares_add_up_and_follow_the_scores() {
        assert_eq!(
            *Shares { whole: 100 }.of(&PerSeat::from([1, 1, 1])),
            [34, 33, 33]
        );
        assert_eq!(
            *Shares { whole: 10_000 }.of(&PerSeat::from([16, 0, 3, 5])),
            [6667, 0, 1250, 2083]
        );
        assert_eq!(
            *Shares { whole: 10 }.of(&PerSeat::from([0, -3, 0, 0])),
            [3, 3, 2, 2]
        );
        assert_eq!(
            *Shares { whole: 1_000_000 }
                .of(&PerSeat::from([i32::MAX; 6]))
                .iter()
                .copied()
                .collect::<Vec<_>>(),
            [166_667, 166_667, 166_667, 166_667, 166_666, 166_666]
        );
    }

    #[test]
    fn bounds_of_scores_bound_the_shares() {
        let share = Shares { whole: 100 };
        let scores = |number: i32| PerSeat::from([number % 3, number / 3 % 3, number / 9]);
        for a in 0..27 {
            for b in 0..27 {
                let (a, b) = (scores(a), scores(b));
                let low = PerSeat::from_fn(3, |seat| a[seat].min(b[seat]));
                let high = PerSeat::from_fn(3, |seat| a[seat].max(b[seat]));
                let bounds = share.bounds(&low, &high);
                for within in (0..27).map(scores) {
                    if Seat::all(3).all(|q| (low[q]..=high[q]).contains(&within[q])) {
                        let shares = share.of(&within);
                        assert!(
                            Seat::all(3)
                                .all(|q| { (bounds.low[q]..=bounds.high[q]).contains(&shares[q]) })
                        );
                    }
                }
            }
        }
    }
}
