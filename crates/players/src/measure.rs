//! What a player's values mean to people: discs by which a seat can expect to win, or the rank it
//! can expect.

use crate::evaluation::finished::{MOST_RUNNING, WON};

/// What the values of a player mean in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// No more than that larger is better.
    Points,
    /// Discs by which a seat can expect to win; a game that was searched to its end counts by its
    /// result.
    Discs {
        /// What one disc is worth in a running game.
        disc: f64,
        /// Nobody can win by more.
        most: f64,
    },
    /// The rank a seat can expect, 1 the best.
    Rank {
        /// What one seat that is beaten is worth.
        point: f64,
        /// How many seats there are.
        seats: f64,
    },
}

impl Measure {
    /// Returns the value in the unit.
    #[must_use]
    pub fn read(&self, value: i32) -> f64 {
        match *self {
            Self::Points => f64::from(value),
            Self::Discs { most, .. } if value.abs() > MOST_RUNNING => {
                f64::from(value - value.signum() * WON).clamp(-most, most)
            }
            Self::Discs { disc, most } => (f64::from(value) / disc).clamp(-most, most),
            Self::Rank { point, seats } => {
                (seats - f64::from(value) / point).clamp(1.0, seats.max(1.0))
            }
        }
    }

    /// Returns the value so that more is better, in steps of the unit.
    #[must_use]
    pub fn good(&self, value: i32) -> f64 {
        match self {
            Self::Rank { .. } => -self.read(value),
            _ => self.read(value),
        }
    }

    /// Returns the least distance of values that differ by this much in the unit.
    #[must_use]
    pub fn distance(&self, amount: f64) -> i64 {
        let step = match *self {
            Self::Points => 1.0,
            Self::Discs { disc, .. } => disc,
            Self::Rank { point, .. } => point,
        };
        (amount * step).ceil() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_count_by_discs_and_expectations_by_their_worth() {
        let discs = Measure::Discs {
            disc: 250.0,
            most: 64.0,
        };
        assert_eq!(discs.read(500), 2.0);
        assert_eq!(discs.read(-500), -2.0);
        assert_eq!(discs.read(WON + 10), 10.0);
        assert_eq!(discs.read(-WON - 10), -10.0);
        assert_eq!(discs.read(250_000), 64.0);
    }

    #[test]
    fn beating_all_is_the_first_rank() {
        let rank = Measure::Rank {
            point: 10_000.0,
            seats: 4.0,
        };
        assert_eq!([0, 15_000, 30_000].map(|v| rank.read(v)), [4.0, 2.5, 1.0]);
        assert!(rank.good(30_000) > rank.good(0));
        assert_eq!(rank.distance(0.5), 5_000);
    }
}
