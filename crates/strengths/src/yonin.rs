//! Yonin: patterns of squares, territories and mobility, seen from the seat to move.
//!
//! A [`View`] turns the board so that the seat to move sits top left and the turn goes round
//! clockwise; so the four turns of the board, and the two directions of the turn, share all they
//! learn.

use std::sync::Arc;

use rules::reversi::Move;
use rules::yonin::Yonin;
use rules::{Game, PerSeat, Seat};
use search::Evaluation;

use crate::chances::{self, Chances, FIRST_PLACE, SEATS, SUM};
use crate::weights::Weights;

pub mod family;
pub mod features;
mod territory_playouts;
mod view;

pub use family::Family;
pub use features::{Features, KIND};
pub use territory_playouts::TerritoryPlayouts;
pub use view::View;

/// What positions of Yonin are worth to each seat, in [`POINT`](crate::POINT)s.
#[derive(Clone, Debug)]
pub struct YoninStrengths {
    weights: Arc<Weights>,
    features: Features,
    chances: Chances,
}

impl YoninStrengths {
    /// Creates the evaluation by these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Self {
        Self {
            weights,
            features: Features::new(),
            chances: Chances::new(),
        }
    }

    /// Returns the strengths of all seats, the seat to move first and the others in the order of
    /// their turns, in parts of [`UNIT`](crate::chances::UNIT).
    #[must_use]
    pub fn strengths(&self, view: &View) -> [i32; SEATS] {
        self.sums(view, &view.mobility())
    }

    #[inline]
    fn sums(&self, view: &View, mobility: &[(u32, u32); SEATS]) -> [i32; SEATS] {
        let rows = self.features.rows(view, mobility);
        family::sum(self.weights.rows(), &rows).map(i32::from)
    }

    /// Returns what each seat can expect, given the seat to move and the strengths from it on.
    #[inline]
    fn expected(&self, position: &Yonin, view: &View, strengths: [i32; SEATS]) -> PerSeat<i32> {
        let values = self
            .chances
            .values(strengths, |one, other| view.pair(one, other));
        let mut seats = PerSeat::all(SEATS, 0);
        let mut seat = position.turn();
        for value in values {
            seats[seat] = value;
            seat = position.next_seat(seat);
        }
        seats
    }
}

impl Evaluation<Yonin> for YoninStrengths {
    fn values(&self, position: &Yonin) -> PerSeat<i32> {
        let view = View::of(position);
        self.expected(position, &view, self.strengths(&view))
    }

    fn result(&self, position: &Yonin) -> PerSeat<i32> {
        chances::result(&position.standing())
    }

    fn sum(&self) -> Option<i32> {
        Some(SUM)
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }

    fn ceiling(&self) -> i32 {
        FIRST_PLACE
    }

    /// Looks once for placements: for the end of the game and for the features.
    #[inline]
    fn of(&self, position: &Yonin) -> PerSeat<i32> {
        let view = View::of(position);
        let mobility = view.mobility();
        if mobility == [(0, 0); SEATS] || view.decided() {
            return self.result(position);
        }
        self.expected(position, &view, self.sums(&view, &mobility))
    }

    /// Adds up what is the same after all moves only once.
    fn after_each(&self, position: &Yonin, moves: &[Move], values: &mut Vec<PerSeat<i32>>) {
        values.clear();
        if moves.len() < 2 {
            values.extend(moves.iter().map(|&m| self.of(&position.after(m))));
            return;
        }
        let family = Family::new(self.features, self.weights.rows(), position);
        values.extend(moves.iter().map(|&m| {
            let Move::Place(square) = m else {
                unreachable!("who can place does not pass")
            };
            let square = u32::from(square);
            let member = family.after(square, position.flips(square));
            if member.mobility == [(0, 0); SEATS] {
                return self.result(&position.after(m));
            }
            self.expected(family.passed(), &member.view, member.sum.map(i32::from))
        }));
    }
}

/// Returns the seat that a view puts at this place.
#[must_use]
pub fn seat_at(position: &Yonin, place: usize) -> Seat {
    (0..place).fold(position.turn(), |seat, _| position.next_seat(seat))
}

#[cfg(test)]
mod tests;
