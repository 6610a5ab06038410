//! A game to pass in: things of different worth lie on a table, and whoever's turn it is takes one.
//! Some things are worth more to one seat than to another.

use std::hash::{DefaultHasher, Hash, Hasher};

use kaesu_search::Evaluation;
use rand::{Rng, RngExt};
use rules::{Facts, Game, Outcome, PerSeat, Seat};

pub(crate) const MOST_THINGS: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Claims {
    /// What each thing is worth to each seat; nobody wants what has been taken.
    worth: [Option<PerSeat<i32>>; MOST_THINGS],
    points: PerSeat<i32>,
    turn: Seat,
}

impl Claims {
    pub(crate) fn random(random: &mut impl Rng, seats: usize, things: usize) -> Self {
        let mut worth = [None; MOST_THINGS];
        for thing in &mut worth[..things] {
            *thing = Some(PerSeat::from_fn(seats, |_| random.random_range(0..=9)));
        }
        Self {
            worth,
            points: PerSeat::all(seats, 0),
            turn: Seat::new(0),
        }
    }

    /// The turn handed on without taking anything.
    pub(crate) fn pass(&self) -> Option<Self> {
        Some(Self {
            turn: self.turn.next(1, self.points.len()),
            ..*self
        })
    }

    pub(crate) fn points(&self) -> PerSeat<i32> {
        self.points
    }
}

/// The points as they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points;

impl Evaluation<Claims> for Points {
    fn values(&self, position: &Claims) -> PerSeat<i32> {
        position.points
    }

    fn result(&self, position: &Claims) -> PerSeat<i32> {
        position.points
    }

    fn sum(&self) -> Option<i32> {
        Some(9 * MOST_THINGS as i32)
    }

    fn floor(&self) -> i32 {
        0
    }
}

impl Game for Claims {
    type Rules = ();
    type Move = usize;
    type Moves = arrayvec::ArrayVec<usize, MOST_THINGS>;

    const MOVE_INDICES: usize = MOST_THINGS;

    fn start((): &()) -> Self {
        Self {
            worth: [Some(PerSeat::all(3, 1)); MOST_THINGS],
            points: PerSeat::all(3, 0),
            turn: Seat::new(0),
        }
    }

    fn rules(&self) {}

    fn facts(&self) -> Facts {
        Facts {
            seats: self.points.len(),
            longest: MOST_THINGS,
            score_sum: None,
        }
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn generate(&self, moves: &mut Self::Moves) {
        moves.extend((0..MOST_THINGS).filter(|&thing| self.worth[thing].is_some()));
    }

    fn play_unchecked(&mut self, m: usize) {
        if let Some(worth) = self.worth[m].take() {
            self.points[self.turn] += worth[self.turn];
        }
        self.turn = self.turn.next(1, self.points.len());
    }

    fn resign(&mut self, _: Seat) {}

    fn is_out(&self, _: Seat) -> bool {
        false
    }

    fn is_finished(&self) -> bool {
        self.worth.iter().all(Option::is_none)
    }

    fn standing(&self) -> Outcome {
        Outcome::by_score(self.points)
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let left = self.worth.map(|thing| thing.is_some());
        (left, &*self.points, self.turn).hash(&mut hasher);
        hasher.finish()
    }

    fn move_index(m: usize) -> usize {
        m
    }
}
