//! Two seats: what a game, and a pair of games with sides swapped, came to for one player.
//!
//! Both games of a pair start from the same opening, so they are not independent: the pair is the
//! observation, and has five outcomes (0, ½, 1, 1½, 2 points). Counting its games one by one
//! overstates the noise when openings favour a side, and understates it when they do not repeat.

use rules::{Outcome, Seat};

use super::exact;
use super::likelihood::Sample;
use super::proportion::Proportion;

/// What one observation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Two games from one opening, sides swapped.
    Pairs,
    /// All games of one opening over a balanced set of seatings.
    Blocks,
    /// Single games.
    Games,
}

impl Basis {
    /// Returns what a report must say beside the figures.
    #[must_use]
    pub fn warning(self) -> Option<&'static str> {
        match self {
            Self::Pairs | Self::Blocks => None,
            Self::Games => Some(
                "single games: the error rates hold only if every game has its own opening \
                 and both players have each side equally often",
            ),
        }
    }
}

/// How a game for two ended, for one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The other one is first.
    Loss,
    /// Both are first.
    Draw,
    /// First alone.
    Win,
}

impl Ending {
    /// Returns how the game ended for a seat.
    #[must_use]
    #[inline]
    pub fn of(outcome: &Outcome, seat: Seat) -> Self {
        let firsts = outcome.ranks.iter().filter(|&&rank| rank == 1).count();
        match (outcome.is_first(seat), firsts) {
            (true, 1) => Self::Win,
            (true, _) => Self::Draw,
            (false, _) => Self::Loss,
        }
    }

    /// Returns the half points: 0, 1 or 2.
    #[must_use]
    #[inline]
    pub fn half_points(self) -> usize {
        self as usize
    }
}

/// Single games: wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts of wins, draws and losses.
    #[must_use]
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self {
            wins,
            draws,
            losses,
        }
    }

    /// Counts one more game.
    #[inline]
    pub fn add(&mut self, ending: Ending) {
        match ending {
            Ending::Win => self.wins += 1,
            Ending::Draw => self.draws += 1,
            Ending::Loss => self.losses += 1,
        }
    }

    /// Returns how many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the same games seen by the other player.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self::new(self.losses, self.draws, self.wins)
    }

    /// Returns the sum of both counts.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self::new(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
        )
    }

    /// Returns the points per game.
    #[must_use]
    pub fn sample(&self) -> Sample {
        let mut sample = Sample::on(&[0.0, 0.5, 1.0]);
        for (value, count) in [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)] {
            sample.add(value, count as f64);
        }
        sample
    }

    /// Returns how often two samples of the same chances differ at least as much as these, by the
    /// exact test of Freeman and Halton: all ways to deal the games of both, those that are no
    /// likelier.
    #[must_use]
    pub fn differs_from(&self, other: &Self) -> f64 {
        let counts = |games: &Self| [games.wins, games.draws, games.losses];
        exact::freeman_halton(counts(self), counts(other))
    }

    /// Returns how many games were drawn.
    #[must_use]
    pub fn drawn(&self) -> Proportion {
        Proportion::new(self.draws as f64, self.games() as f64)
    }
}

/// Pairs of games by the points of one player: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    #[inline]
    pub fn add(&mut self, one: Ending, other: Ending) {
        self.0[one.half_points() + other.half_points()] += 1;
    }

    /// Returns how many pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the same pairs seen by the other player.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Returns the points per game, one observation per pair.
    #[must_use]
    pub fn sample(&self) -> Sample {
        let mut sample = Sample::on(&[0.0, 0.25, 0.5, 0.75, 1.0]);
        for (index, &count) in self.0.iter().enumerate() {
            sample.add(index as f64 / 4.0, count as f64);
        }
        sample
    }
}

/// A match in pairs: the pairs, and the games by side, of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedMatch {
    /// The pairs.
    pub pairs: Pentanomial,
    /// The games in which the player moved first.
    pub first: Trinomial,
    /// The games in which the player moved second.
    pub second: Trinomial,
    /// Pairs of two draws; the other pairs worth one point are a win each.
    pub both_drawn: u64,
}

impl PairedMatch {
    /// Counts one more pair by how its two games ended for the player.
    #[inline]
    pub fn add(&mut self, as_first: Ending, as_second: Ending) {
        self.pairs.add(as_first, as_second);
        self.first.add(as_first);
        self.second.add(as_second);
        if (as_first, as_second) == (Ending::Draw, Ending::Draw) {
            self.both_drawn += 1;
        }
    }

    /// Returns all games without regard to side.
    #[must_use]
    pub fn games(&self) -> Trinomial {
        self.first.plus(&self.second)
    }
}

#[cfg(test)]
mod tests {
    use rules::PerSeat;

    use super::*;

    #[test]
    fn endings_follow_from_ranks() {
        let seat = Seat::new(1);
        for (scores, ending) in [
            ([40, 24], Ending::Loss),
            ([32, 32], Ending::Draw),
            ([0, 64], Ending::Win),
        ] {
            let outcome = Outcome::by_score(PerSeat::from(scores));
            assert_eq!(Ending::of(&outcome, seat), ending);
        }
    }

    #[test]
    fn pairs_and_games_have_the_same_mean() {
        let mut a = PairedMatch::default();
        a.add(Ending::Win, Ending::Draw);
        a.add(Ending::Win, Ending::Loss);
        a.add(Ending::Draw, Ending::Draw);
        assert_eq!(a.pairs, Pentanomial([0, 0, 2, 1, 0]));
        assert_eq!(a.games(), Trinomial::new(2, 3, 1));
        assert_eq!(a.both_drawn, 1);
        assert!((a.pairs.sample().mean() - a.games().sample().mean()).abs() < 1e-15);
        assert_eq!(a.pairs.swapped().swapped(), a.pairs);
    }
}
