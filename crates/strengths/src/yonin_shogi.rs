//! Yonin-shogi: pieces on squares and in hands, what stands near kings and who reaches it, and what is
//! under attack.
//!
//! Every feature belongs to a seat and is seen from its side of the board, so the four turns of the
//! board share all they learn.

use std::sync::Arc;

use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, PerSeat};
use search::Evaluation;

use crate::chances::{self, Chances, FIRST_PLACE, Pair, SEATS, SUM};
use crate::weights::Weights;

pub mod features;
mod geometry;

pub use features::KIND;

/// What positions of Yonin-shogi are worth to each seat, in [`POINT`](crate::POINT)s.
#[derive(Clone, Debug)]
pub struct YoninShogiStrengths {
    weights: Arc<Weights>,
    chances: Chances,
}

impl YoninShogiStrengths {
    /// Creates the evaluation by these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Self {
        Self {
            weights,
            chances: Chances::new(),
        }
    }

    /// Returns the strengths of all seats of a running position, in parts of
    /// [`UNIT`](crate::chances::UNIT).
    #[must_use]
    pub fn strengths(&self, position: &YoninShogi) -> [i32; SEATS] {
        self.strengths_with(&self.kept(position), position)
    }

    /// Adds up what stays the same until a piece moves or changes hands.
    fn kept(&self, position: &YoninShogi) -> Kept {
        let phase = features::phase(position);
        let mut sums = Sums::default();
        features::kept_rows(position, |seat, cell| {
            self.add(&mut sums, phase, seat, cell, 1);
        });
        Kept { phase, sums }
    }

    /// Returns what is kept after a move, given what was before.
    fn kept_after(&self, kept: &Kept, before: &YoninShogi, m: Move, after: &YoninShogi) -> Kept {
        if after.outs().len() != before.outs().len() {
            return self.kept(after);
        }
        let Kept { phase, mut sums } = *kept;
        features::changed_rows(before, m, |sign, seat, cell| {
            self.add(&mut sums, phase, seat, cell, sign);
        });
        Kept { phase, sums }
    }

    #[inline]
    fn strengths_with(&self, kept: &Kept, position: &YoninShogi) -> [i32; SEATS] {
        let mut sums = kept.sums;
        features::other_rows(position, |seat, cell| {
            self.add(&mut sums, kept.phase, seat, cell, 1);
        });
        turned(&sums)
    }

    #[inline]
    fn add(&self, sums: &mut Sums, phase: usize, seat: usize, cell: usize, sign: i32) {
        let weights = &self.weights.rows()[phase * features::CELLS + cell];
        for (sum, weight) in sums[seat].iter_mut().zip(weights) {
            *sum += sign * i32::from(*weight);
        }
    }

    #[inline]
    fn values_with(&self, kept: &Kept, position: &YoninShogi) -> PerSeat<i32> {
        let strengths = self.strengths_with(kept, position);
        let pair = |one, other| pair(position, one, other);
        PerSeat::from(self.chances.values(strengths, pair))
    }
}

/// What the rows of each seat add to it and to the seats after it.
type Sums = [[i32; SEATS]; SEATS];

/// What pieces on squares and hands add up to, which a move changes little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kept {
    phase: usize,
    sums: Sums,
}

/// Adds up what the rows of each seat say of it and of the seats after it, and returns the sum of each.
#[inline]
#[must_use]
pub fn turned<T: Copy + Default + std::ops::AddAssign>(sums: &[[T; SEATS]; SEATS]) -> [T; SEATS] {
    let mut strengths = [T::default(); SEATS];
    for (seat, sums) in sums.iter().enumerate() {
        for (steps, &sum) in sums.iter().enumerate() {
            strengths[(seat + steps) % SEATS] += sum;
        }
    }
    strengths
}

/// Returns what is known about two seats: who is out is behind all that live, and behind those that
/// went out later. Partners share their fate, which is open until the end.
#[inline]
#[must_use]
pub fn pair(position: &YoninShogi, one: usize, other: usize) -> Pair {
    if position.outs().is_empty() || position.rules() == RuleSet::Doubles {
        return Pair::Open;
    }
    let out = |seat: usize| {
        let out = position
            .outs()
            .iter()
            .position(|out| out.seat.index() == seat);
        out.unwrap_or(SEATS)
    };
    match out(one).cmp(&out(other)) {
        std::cmp::Ordering::Greater => Pair::Before,
        std::cmp::Ordering::Equal => Pair::Open,
        std::cmp::Ordering::Less => Pair::After,
    }
}

impl Evaluation<YoninShogi> for YoninShogiStrengths {
    fn values(&self, position: &YoninShogi) -> PerSeat<i32> {
        self.values_with(&self.kept(position), position)
    }

    fn result(&self, position: &YoninShogi) -> PerSeat<i32> {
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

    /// Pieces on squares and hands are added up once for all moves.
    fn after_each(&self, position: &YoninShogi, moves: &[Move], values: &mut Vec<PerSeat<i32>>) {
        let kept = self.kept(position);
        values.clear();
        values.extend(moves.iter().map(|&m| {
            let after = position.after(m);
            if after.is_finished() {
                return self.result(&after);
            }
            let kept = self.kept_after(&kept, position, m, &after);
            self.values_with(&kept, &after)
        }));
    }

    /// A piece that was captured may be captured back.
    fn is_loud(&self, position: &YoninShogi, m: Move) -> bool {
        position.board().occupied().has(m.to())
    }
}

#[cfg(test)]
mod tests;
