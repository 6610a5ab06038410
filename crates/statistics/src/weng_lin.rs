//! A table that moves with every game: Weng and Lin's Bayesian ratings (2011, Bradley–Terry with
//! full pairs), for any number of seats. Quick, and good enough for a live table; reports use
//! [`plackett_luce`](super::plackett_luce), which does not depend on the order of the games.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::placing::Seated;

/// A rating that changes with every game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The guess; 25 for a newcomer.
    pub value: f64,
    /// Its standard deviation; 25/3 for a newcomer.
    pub uncertainty: f64,
}

impl Rating {
    /// Returns a value that the player is almost certainly above: the order of a live table.
    #[must_use]
    pub fn cautious(self) -> f64 {
        self.value - 3.0 * self.uncertainty
    }
}

/// Live ratings of all players.
#[derive(Clone, Debug)]
pub struct LiveTable {
    ratings: Vec<WengLinRating>,
    settings: WengLinConfig,
}

impl LiveTable {
    /// Creates ratings of this many newcomers.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            ratings: vec![WengLinRating::new(); players],
            settings: WengLinConfig::new(),
        }
    }

    /// Takes the next game. A player with several seats moves by the mean of what each of them
    /// would move it.
    pub fn add(&mut self, game: &Seated) {
        let seats: Vec<[WengLinRating; 1]> = game
            .players
            .iter()
            .map(|&player| [self.ratings[player]])
            .collect();
        let teams: Vec<_> = seats
            .iter()
            .zip(game.outcome.ranks.iter())
            .map(|(seat, &rank)| (&seat[..], MultiTeamOutcome::new(usize::from(rank))))
            .collect();
        let after = weng_lin_multi_team(&teams, &self.settings);
        for player in 0..self.ratings.len() {
            let own: Vec<WengLinRating> = game
                .seats_of(player)
                .map(|seat| after[seat.index()][0])
                .collect();
            if !own.is_empty() {
                let mean = |of: fn(&WengLinRating) -> f64| {
                    own.iter().map(of).sum::<f64>() / own.len() as f64
                };
                self.ratings[player] = WengLinRating {
                    rating: mean(|r| r.rating),
                    uncertainty: mean(|r| r.uncertainty),
                };
            }
        }
    }

    /// Returns a player's rating now.
    #[must_use]
    pub fn rating(&self, player: usize) -> Rating {
        let WengLinRating {
            rating,
            uncertainty,
        } = self.ratings[player];
        Rating {
            value: rating,
            uncertainty,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Outcome, PerSeat};

    use super::*;

    fn game<const N: usize>(players: [usize; N], scores: [i32; N]) -> Seated {
        Seated {
            players: PerSeat::from(players),
            outcome: Outcome::by_score(PerSeat::from(scores)),
        }
    }

    #[test]
    fn two_newcomers_by_the_formula_of_the_paper() {
        // c² = 2 β² + 2 σ² with β = σ / 2; the winner gains σ² / 2c, the variance shrinks by the
        // share (σ / c)³ / 4.
        let mut table = LiveTable::new(2);
        table.add(&game([0, 1], [10, 5]));
        let sigma: f64 = 25.0 / 3.0;
        let c = (2.5 * sigma * sigma).sqrt();
        let (won, lost) = (table.rating(0), table.rating(1));
        assert!((won.value - (25.0 + sigma * sigma / (2.0 * c))).abs() < 1e-9);
        assert!((won.value + lost.value - 50.0).abs() < 1e-9);
        let shrunk = sigma * (1.0 - (sigma / c).powi(3) / 4.0).sqrt();
        assert!((won.uncertainty - shrunk).abs() < 1e-9);
    }

    #[test]
    fn the_order_of_strength_comes_out() {
        let mut table = LiveTable::new(4);
        for round in 0..40 {
            // Player 3 is best; every tenth game is turned round.
            let players = [0, 1, 2, 3].map(|seat| (seat + round) % 4);
            let scores = players.map(|p| {
                if round % 10 == 9 {
                    3 - p as i32
                } else {
                    p as i32
                }
            });
            table.add(&game(players, scores));
        }
        let ratings = [0, 1, 2, 3].map(|player| table.rating(player).cautious());
        assert!(
            ratings.windows(2).all(|pair| pair[0] < pair[1]),
            "{ratings:?}"
        );
    }

    #[test]
    fn several_seats_move_together() {
        let mut table = LiveTable::new(3);
        table.add(&game([0, 0, 1, 1], [9, 1, 5, 5]));
        assert!((table.rating(0).value - 25.0).abs() < 1e-9);
        assert_eq!(
            table.rating(2),
            Rating {
                value: 25.0,
                uncertainty: 25.0 / 3.0
            }
        );
    }
}
