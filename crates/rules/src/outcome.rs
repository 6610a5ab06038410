//! Who came where: ranks and scores per seat.

use crate::seat::{PerSeat, Seat};

/// How a position stands, or a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// 1 for the best; equal seats share the better rank, so 1, 1, 3, 4 is possible.
    pub ranks: PerSeat<u8>,
    /// What the game counts: discs, territory, pieces.
    pub scores: PerSeat<i32>,
}

impl Outcome {
    /// Ranks seats by a key of which more is better.
    pub fn by_key<K: Ord>(scores: PerSeat<i32>, key: impl Fn(Seat) -> K) -> Self {
        let ranks = PerSeat::from_fn(scores.len(), |seat| {
            let own = key(seat);
            1 + Seat::all(scores.len())
                .filter(|&other| key(other) > own)
                .count() as u8
        });
        Self { ranks, scores }
    }

    /// Ranks seats by their scores alone.
    #[must_use]
    pub fn by_score(scores: PerSeat<i32>) -> Self {
        Self::by_key(scores, |seat| scores[seat])
    }

    /// Reports whether this seat is first, alone or with others.
    #[must_use]
    pub fn is_first(&self, seat: Seat) -> bool {
        self.ranks[seat] == 1
    }

    /// Returns the rank of a seat, equals sharing the mean of their places: 1½ for two firsts. All ranks
    /// of a game have the same sum.
    #[must_use]
    pub fn shared_rank(&self, seat: Seat) -> f64 {
        shared_rank(&self.ranks, self.ranks[seat])
    }
}

/// Returns one of the ranks of a game, equals sharing the mean of their places.
#[must_use]
pub fn shared_rank(ranks: &[u8], rank: u8) -> f64 {
    let equal = ranks.iter().filter(|&&other| other == rank).count();
    f64::from(rank) + (equal as f64 - 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seats_share_the_better_rank() {
        let outcome = Outcome::by_score(PerSeat::from([5, 9, 5, 1]));
        assert_eq!(*outcome.ranks, [2, 1, 2, 4]);
        assert!(outcome.is_first(Seat::new(1)));
        let shared = Seat::all(4).map(|seat| outcome.shared_rank(seat));
        assert!(shared.eq([2.5, 1.0, 2.5, 4.0]));
    }
}
