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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seats_share_the_better_rank() {
        let outcome = Outcome::by_score(PerSeat::from([5, 9, 5, 1]));
        assert_eq!(*outcome.ranks, [2, 1, 2, 4]);
        assert!(outcome.is_first(Seat::new(1)));
    }
}
