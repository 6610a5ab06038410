//! One game: who sat where and came where, with ties counted in full, split and shared.

use rules::{Outcome, PerSeat, Seat};

use super::seating::opposite;

/// A finished game with the player of each seat; a player may have several seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The player of each seat, counted from 0.
    pub players: PerSeat<usize>,
    /// Who came where.
    pub outcome: Outcome,
}

impl Seated {
    /// Returns how many seats.
    #[must_use]
    #[inline]
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// Returns the seats of a player.
    #[inline]
    pub fn seats_of(&self, player: usize) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.seats()).filter(move |&seat| self.players[seat] == player)
    }

    /// Returns who sits opposite this seat, if the table has opposite seats.
    #[must_use]
    pub fn opposite(&self, seat: Seat) -> Option<usize> {
        opposite(seat, self.seats()).map(|other| self.players[other])
    }

    /// Returns how many have the rank of this seat, itself included.
    #[must_use]
    #[inline]
    pub fn tied(&self, seat: Seat) -> usize {
        let rank = self.outcome.ranks[seat];
        self.outcome.ranks.iter().filter(|&&r| r == rank).count()
    }

    /// Reports whether nobody did better (P0's first place).
    #[must_use]
    #[inline]
    pub fn is_first(&self, seat: Seat) -> bool {
        self.outcome.is_first(seat)
    }

    /// Reports whether nobody did worse (P0's last place).
    #[must_use]
    pub fn is_last(&self, seat: Seat) -> bool {
        let rank = self.outcome.ranks[seat];
        self.outcome.ranks.iter().all(|&other| other <= rank)
    }

    /// Returns the rank, equals sharing the mean of their places: 1½ for two firsts. All ranks of a
    /// game have the same sum.
    #[must_use]
    pub fn shared_rank(&self, seat: Seat) -> f64 {
        self.outcome.shared_rank(seat)
    }

    /// Returns 1 for first alone, 0 for last alone, the same steps between; ½ on average.
    #[must_use]
    pub fn utility(&self, seat: Seat) -> f64 {
        let seats = self.seats() as f64;
        (seats - self.shared_rank(seat)) / (seats - 1.0)
    }

    /// Returns 1 if `seat` did better than `other`, ½ for a tie, else 0.
    #[must_use]
    #[inline]
    pub fn beats(&self, seat: Seat, other: Seat) -> f64 {
        let (own, others) = (self.outcome.ranks[seat], self.outcome.ranks[other]);
        match own.cmp(&others) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_in_full_split_and_shared() {
        let game = Seated {
            players: PerSeat::from([7, 8, 7, 9]),
            outcome: Outcome::by_score(PerSeat::from([20, 20, 3, 3])),
        };
        let [a, b, c, d] = [0, 1, 2, 3].map(Seat::new);
        assert!(game.is_first(a) && game.is_first(b) && game.is_last(c) && game.is_last(d));
        assert_eq!(
            [a, b, c, d].map(|s| game.shared_rank(s)),
            [1.5, 1.5, 3.5, 3.5]
        );
        assert_eq!(game.tied(a), 2);
        assert_eq!(game.seats_of(7).collect::<Vec<_>>(), [a, c]);
        assert_eq!(game.opposite(b), Some(9));
        assert_eq!(
            (game.beats(a, b), game.beats(a, c), game.beats(d, b)),
            (0.5, 1.0, 0.0)
        );
        let sum: f64 = Seat::all(4).map(|s| game.utility(s)).sum();
        assert!((sum - 2.0).abs() < 1e-12);
    }

    #[test]
    fn if_all_are_equal_all_are_first_and_last() {
        let game = Seated {
            players: PerSeat::from([0, 1, 2]),
            outcome: Outcome::by_score(PerSeat::from([5, 5, 5])),
        };
        assert!(Seat::all(3).all(|s| game.is_first(s) && game.is_last(s)));
        assert!(Seat::all(3).all(|s| game.utility(s) == 0.5));
    }
}
