//! One number from all games of a block: the observation of every test for many seats.
//!
//! The seats of one game decide against each other and the games of a block share their opening, so
//! they are anything but independent; blocks are. The mean over a balanced block does not depend on
//! what a seat is worth.

use super::placing::Seated;

/// What is averaged over a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// 1 for first, 0 for last, the same steps between, ties shared; ½ on average.
    Ranks,
    /// First places, ties split.
    Firsts,
    /// Last places, ties split.
    Lasts,
    /// How often a seat of the player does better than a seat of this one, ties half: the score
    /// of a game for two, whatever the number of seats.
    Against(usize),
}

/// 60 can be split among one to six.
const WHOLE: u64 = 60;

/// Returns the mean of a measure over all seats of a player in a block, between 0 and 1; `None` if
/// it has none, or none to compare with.
///
/// It is counted in whole numbers, so that equal blocks give the very same number.
#[must_use]
pub fn mean(block: &[Seated], player: usize, measure: Measure) -> Option<f64> {
    let (mut sum, mut whole) = (0, 0);
    for game in block {
        for seat in game.seats_of(player) {
            let tied = game.tied(seat) as u64;
            match measure {
                Measure::Ranks => {
                    // Twice how many are worse, and the ties once.
                    let rank = u64::from(game.outcome.ranks[seat]);
                    let worse = game.seats() as u64 + 1 - rank - tied;
                    sum += 2 * worse + tied - 1;
                    whole += 2 * (game.seats() as u64 - 1);
                }
                Measure::Firsts | Measure::Lasts => {
                    let counts = match measure {
                        Measure::Firsts => game.is_first(seat),
                        _ => game.is_last(seat),
                    };
                    sum += u64::from(counts) * WHOLE / tied;
                    whole += WHOLE;
                }
                Measure::Against(other) => {
                    for rival in game.seats_of(other).filter(|&rival| rival != seat) {
                        sum += (2.0 * game.beats(seat, rival)) as u64;
                        whole += 2;
                    }
                }
            }
        }
    }
    (whole > 0).then(|| sum as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use rules::{Outcome, PerSeat};

    use super::*;
    use crate::seating::{Order, balanced_block, mixed};

    /// Returns the number of games in which only the seat decides.
    fn by_seat(orders: Vec<Order>) -> Vec<Seated> {
        let outcome = Outcome::by_score(PerSeat::from([9, 5, 5, 1]));
        let seated = |players| Seated { players, outcome };
        orders.into_iter().map(seated).collect()
    }

    #[test]
    fn the_worth_of_a_seat_falls_out() {
        let block = by_seat(balanced_block(4, 1));
        for player in 0..4 {
            assert!((mean(&block, player, Measure::Ranks).unwrap() - 0.5).abs() < 1e-12);
            assert!((mean(&block, player, Measure::Firsts).unwrap() - 0.25).abs() < 1e-12);
            assert!((mean(&block, player, Measure::Lasts).unwrap() - 0.25).abs() < 1e-12);
            let other = (player + 1) % 4;
            let against = mean(&block, player, Measure::Against(other)).unwrap();
            assert!((against - 0.5).abs() < 1e-12);
        }
        let block = by_seat(mixed(4));
        assert!((mean(&block, 0, Measure::Ranks).unwrap() - 0.5).abs() < 1e-12);
        assert!((mean(&block, 0, Measure::Against(1)).unwrap() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn for_two_seats_it_is_the_score() {
        let game = |players, scores| Seated {
            players: PerSeat::from(players),
            outcome: Outcome::by_score(PerSeat::from(scores)),
        };
        let pair = [game([0, 1], [40, 24]), game([1, 0], [32, 32])];
        assert_eq!(mean(&pair, 0, Measure::Against(1)), Some(0.75));
        assert_eq!(mean(&pair, 0, Measure::Ranks), Some(0.75));
        assert_eq!(mean(&pair, 5, Measure::Ranks), None);
    }
}
