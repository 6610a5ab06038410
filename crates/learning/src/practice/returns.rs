//! What the positions of a game teach: λ-returns of the chances of each two seats.
//!
//! From the end of the game backwards, each position is worth what came of it, mixed with what was
//! expected of the position after it. After a move that was not meant to be good, what came of it
//! says nothing: there the position is worth what was expected of the best move.

use rules::{Outcome, PerSeat, Seat};

use crate::head::PAIRS;

/// The probability for each two seats of [`PAIRS`] that the first ends before the second.
pub type PairChances = [f32; 6];

/// One move of a game.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What is expected after it; after an exploring move, after the best one instead.
    pub expected: PairChances,
    /// Whether the game went on another way than the best move.
    pub explored: bool,
}

/// Returns what each move's position is worth, given how the game ended.
#[must_use]
pub fn returns(steps: &[Step], end: PairChances, lambda: f32) -> Vec<PairChances> {
    let mut worth = end;
    let mut worths: Vec<PairChances> = steps
        .iter()
        .rev()
        .map(|step| {
            let lambda = if step.explored { 0.0 } else { lambda };
            for (worth, expected) in worth.iter_mut().zip(step.expected) {
                *worth = lambda * *worth + (1.0 - lambda) * expected;
            }
            worth
        })
        .collect();
    worths.reverse();
    worths
}

/// Returns the chances of a result: certain, or ½ for equal ranks.
#[must_use]
pub fn result(outcome: &Outcome) -> PairChances {
    let rank = |seat: usize| outcome.ranks[Seat::new(seat)];
    PAIRS.map(|(one, other)| match rank(one).cmp(&rank(other)) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    })
}

/// Returns the chances of pairs of places, given who sits there and the chances of pairs of seats.
#[must_use]
pub fn at_places(chances: &PairChances, seats: &[Seat; 4]) -> PairChances {
    PAIRS.map(|(one, other)| before(chances, seats[one], seats[other]))
}

/// Returns the chances of pairs of seats, given who sits where and the chances of pairs of places.
#[must_use]
pub fn at_seats(chances: &PairChances, seats: &[Seat; 4]) -> PairChances {
    let mut places = [Seat::new(0); 4];
    for (place, seat) in seats.iter().enumerate() {
        places[seat.index()] = Seat::new(place);
    }
    at_places(chances, &places)
}

/// Returns how many of the others each seat can expect to beat.
#[must_use]
pub fn beaten(chances: &PairChances) -> PerSeat<f32> {
    PerSeat::from_fn(4, |seat| {
        let others = Seat::all(4).filter(|&other| other != seat);
        others.map(|other| before(chances, seat, other)).sum()
    })
}

fn before(chances: &PairChances, one: Seat, other: Seat) -> f32 {
    /// Where each two seats are in [`PAIRS`].
    const PLACES: [[usize; 4]; 4] = [[0, 0, 1, 2], [0, 0, 3, 4], [1, 3, 0, 5], [2, 4, 5, 0]];
    let chance = chances[PLACES[one.index()][other.index()]];
    if one < other { chance } else { 1.0 - chance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_travel_back_until_a_move_was_not_meant() {
        let step = |expected: f32, explored| Step {
            expected: [expected; 6],
            explored,
        };
        let steps = [step(0.2, false), step(0.6, true), step(0.8, false)];
        let worth = |lambda| returns(&steps, [1.0; 6], lambda).map_first();
        assert_eq!(worth(1.0), [0.6, 0.6, 1.0]);
        assert_eq!(worth(0.0), [0.2, 0.6, 0.8]);
        assert_eq!(worth(0.5), [0.4, 0.6, 0.9]);
    }

    trait MapFirst {
        fn map_first(self) -> [f32; 3];
    }

    impl MapFirst for Vec<PairChances> {
        fn map_first(self) -> [f32; 3] {
            std::array::from_fn(|step| self[step][0])
        }
    }

    #[test]
    fn places_and_seats_can_be_exchanged_and_back() {
        let chances = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
        let seats = [2, 3, 0, 1].map(Seat::new);
        let turned = at_places(&chances, &seats);
        // Who sits at the first two places: seats 2 and 3.
        assert_eq!(turned[0], 0.6);
        let back = at_seats(&turned, &seats);
        assert!(back.iter().zip(chances).all(|(a, b)| (a - b).abs() < 1e-6));
        let beaten = beaten(&chances);
        assert!((beaten.iter().sum::<f32>() - 6.0).abs() < 1e-5);
        assert!((beaten[Seat::new(0)] - 0.6).abs() < 1e-6);
    }
}
