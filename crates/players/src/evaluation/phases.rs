//! The evaluation of P4: a position table, the ratio of discs and the ratio of legal moves, each
//! with a weight that follows the number of discs on the board.
//!
//! The value is weight(a) × table sum / divisor + weight(b) × (own - other) / (own + other) discs +
//! weight(c) × the same ratio of legal moves, where 0/0 counts 0. It is kept in whole
//! ten-millionths ([`UNIT`]). The weights are worked out for every number of discs beforehand,
//! the divisions with them, so that a position costs three multiplications.

use rules::reversi::{Bits, Othello};
use rules::{Game, Seat};
use search::{Score, Worth};
use serde::Deserialize;

use super::curve::Curve;
use super::finished;
use super::map::{MapSum, SquareMap};
use crate::number::whole;

/// What a value of 1 is inside.
pub const UNIT: i32 = 10_000_000;

/// One more than the most discs, and than the most legal moves of both sides together: no square
/// is counted for both more than once each, and the four in the middle never are.
const COUNTS: usize = 65;
const SUMS: usize = 121;

/// The evaluation as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PhasesSpec {
    /// The position table.
    pub table: SquareMap,
    /// What the sum over the table is divided by.
    #[serde(deserialize_with = "whole::<1, 1000000, _>")]
    pub divisor: u32,
    /// (a) the weight of the table over the discs on the board.
    pub position: Curve,
    /// (b) the weight of the ratio of discs.
    pub discs: Curve,
    /// (c) the weight of the ratio of legal moves.
    pub mobility: Curve,
    /// Whether every value is negated, that of a finished game too: P4's weak player, which tries
    /// to lose.
    #[serde(default)]
    pub negated: bool,
}

/// What the parts are multiplied by at one number of discs.
#[derive(Clone, Debug)]
struct Phase {
    position: i32,
    discs: i32,
    /// By the number of legal moves of both sides.
    mobility: [i32; SUMS],
}

/// The evaluation.
#[derive(Clone, Debug)]
pub struct Phases {
    table: MapSum,
    phases: Box<[Phase; COUNTS]>,
    sign: i32,
}

impl Phases {
    /// Returns the evaluation of a file.
    ///
    /// # Errors
    /// Returns an error if the weights are too large for values to fit.
    pub fn new(spec: &PhasesSpec) -> Result<Self, String> {
        let most = f64::from(spec.table.most()) / f64::from(spec.divisor) * spec.position.most()
            + spec.discs.most()
            + spec.mobility.most();
        // Rounding adds less than one to each number of the table.
        let room = f64::from(finished::MOST_RUNNING / UNIT) - 1.0;
        if most > room {
            return Err(format!(
                "the weights are too large: a position could be worth {most:.0}, and the most is {room:.0}"
            ));
        }
        let sign = if spec.negated { -1 } else { 1 };
        let fixed = |weight: f64| sign * (weight * f64::from(UNIT)).round() as i32;
        // 0/0 counts 0: both factors are 0 there.
        let shared = |weight: f64, among: usize| fixed(weight / among.max(1) as f64);
        let phases = (0..COUNTS).map(|discs| {
            let now = |curve: &Curve| curve.at(discs as u32);
            Phase {
                position: fixed(now(&spec.position) / f64::from(spec.divisor)),
                discs: shared(now(&spec.discs), discs),
                mobility: std::array::from_fn(|sum| shared(now(&spec.mobility), sum)),
            }
        });
        let phases: Vec<_> = phases.collect();
        Ok(Self {
            table: MapSum::new(&spec.table),
            phases: phases
                .into_boxed_slice()
                .try_into()
                .expect("as many as there are counts"),
            sign,
        })
    }

    /// Returns what a running position is worth, where the legal moves of both sides are known.
    #[inline]
    fn with_placements(&self, position: &Othello, placements: u64, of_other: u64) -> i32 {
        let (own, other) = (position.own(), position.other());
        let discs = (own.len(), other.len());
        let moves = (placements.len(), of_other.len());
        let phase = &self.phases[(discs.0 + discs.1) as usize];
        let less = |(own, other): (u32, u32)| own as i32 - other as i32;
        self.table.difference(own, other) * phase.position
            + less(discs) * phase.discs
            + less(moves) * phase.mobility[(moves.0 + moves.1) as usize]
    }
}

impl Score<Othello> for Phases {
    #[inline]
    fn score(&self, position: &Othello) -> i32 {
        self.with_placements(
            position,
            position.placements(),
            position.placements_of_other(),
        )
    }

    /// Returns the result by discs; unbounded where one side has none left.
    #[inline]
    fn result(&self, position: &Othello, seat: Seat) -> i32 {
        let [own, other] = [seat, seat.next(1, 2)].map(|seat| position.discs(seat));
        let value = if own == 0 {
            -finished::MOST
        } else if other == 0 {
            finished::MOST
        } else {
            finished::result(position, seat)
        };
        self.sign * value
    }

    fn most(&self) -> i32 {
        finished::MOST
    }

    #[inline]
    fn of(&self, position: &Othello) -> Worth {
        let placements = position.placements();
        let of_other = position.placements_of_other();
        if placements | of_other == 0 {
            return Worth::Finished(self.result(position, position.turn()));
        }
        Worth::Running(self.with_placements(position, placements, of_other))
    }

    #[inline]
    fn plies_left(&self, position: &Othello) -> u32 {
        position.empties().len()
    }
}
