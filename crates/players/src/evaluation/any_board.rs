//! A sensible evaluation for Reversi on any of its boards: safe squares, the squares next to them,
//! mobility, discs, and who has the last word. It is no paper's.
//!
//! Boards without corners have *safe squares* all the same: on each of the four lines through them
//! a neighbour is missing, so that no disc there is ever turned. On a square board they are the
//! corners; where corners are cut off, the ends of the straight edges.
//!
//! Values are in hundredths ([`UNIT`]).

use rules::reversi::{Bits, Board, Move, Reversi};
use rules::{Game, Seat};
use search::{Score, Worth};
use serde::Deserialize;

use super::curve::Curve;
use super::finished;
use crate::measure::Measure;
use crate::number::real;

/// What a value of 1 is inside.
pub const UNIT: i32 = 100;

/// The evaluation as a file gives it. Curves go over the percentage of the board that is filled.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnyBoardSpec {
    /// A disc on a safe square.
    #[serde(deserialize_with = "real::<-1000, 1000, _>")]
    pub safe: f64,
    /// A disc beside an empty safe square, in its row or column.
    #[serde(deserialize_with = "real::<-1000, 1000, _>")]
    pub beside_safe: f64,
    /// A disc diagonally next to an empty safe square.
    #[serde(deserialize_with = "real::<-1000, 1000, _>")]
    pub diagonal_to_safe: f64,
    /// A legal move.
    pub mobility: Curve,
    /// A disc.
    pub discs: Curve,
    /// Placing the last disc, if nobody passes again.
    pub last_word: Curve,
    /// How much of a value makes one disc at the end; without it values mean nothing but
    /// themselves.
    pub per_disc: Option<Curve>,
}

/// A safe square and what lies next to it.
#[derive(Clone, Copy, Debug)]
struct Safe<B: Board> {
    square: B::Bits,
    beside: B::Bits,
    diagonal: B::Bits,
}

/// Weights at one number of discs.
#[derive(Clone, Copy, Debug)]
struct Weights {
    mobility: i32,
    discs: i32,
    last_word: i32,
}

/// The evaluation on one board.
#[derive(Clone, Debug)]
pub struct AnyBoard<B: Board> {
    safe: Vec<Safe<B>>,
    all_safe: B::Bits,
    worth_safe: i32,
    worth_beside: i32,
    worth_diagonal: i32,
    /// By discs on the board.
    weights: Vec<Weights>,
    /// What one disc at the end is worth, by discs on the board.
    per_disc: Option<Vec<f64>>,
}

impl<B: Board> AnyBoard<B> {
    /// Returns the evaluation of a file.
    ///
    /// # Errors
    /// Returns an error if the weights are too large for values to fit.
    pub fn new(spec: &AnyBoardSpec) -> Result<Self, String> {
        let squares = B::MASK.len();
        let most = f64::from(squares)
            * (spec.safe.abs() + spec.beside_safe.abs() + spec.diagonal_to_safe.abs())
            + f64::from(squares) * (spec.mobility.most() + spec.discs.most())
            + spec.last_word.most();
        let room = f64::from(finished::MOST_RUNNING / UNIT);
        if most > room {
            return Err(format!(
                "the weights are too large: a position could be worth {most:.0}, and the most is {room:.0}"
            ));
        }
        let per_disc = spec.per_disc.as_ref().map(|curve| -> Vec<f64> {
            let at = |discs| curve.at(100 * discs / squares) * f64::from(UNIT);
            (0..=squares).map(at).collect()
        });
        if per_disc.iter().flatten().any(|&worth| worth <= 0.0) {
            return Err("per-disc has to be above 0 everywhere".to_owned());
        }
        let fixed = |weight: f64| (weight * f64::from(UNIT)).round() as i32;
        let safe: Vec<_> = B::MASK.squares().filter_map(Self::safe).collect();
        let weights = (0..=squares).map(|discs| {
            let now = |curve: &Curve| fixed(curve.at(100 * discs / squares));
            Weights {
                mobility: now(&spec.mobility),
                discs: now(&spec.discs),
                last_word: now(&spec.last_word),
            }
        });
        Ok(Self {
            all_safe: safe
                .iter()
                .fold(B::Bits::EMPTY, |all, safe| all | safe.square),
            safe,
            worth_safe: fixed(spec.safe),
            worth_beside: fixed(spec.beside_safe),
            worth_diagonal: fixed(spec.diagonal_to_safe),
            weights: weights.collect(),
            per_disc,
        })
    }

    /// Returns what its values mean in a position.
    #[must_use]
    pub fn measure(&self, position: &Reversi<B>) -> Measure {
        let discs = (position.own() | position.other()).len();
        self.per_disc
            .as_ref()
            .map_or(Measure::Points, |per_disc| Measure::Discs {
                disc: per_disc[discs as usize],
                most: f64::from(B::MASK.len()),
            })
    }

    /// Reports whether nobody can turn a disc on this square: corners, and what is like them on other
    /// boards.
    pub(crate) fn is_safe(square: u32) -> bool {
        Self::safe(square).is_some()
    }

    /// Returns the square with its neighbours, if it is safe.
    fn safe(square: u32) -> Option<Safe<B>> {
        let (row, column) = B::row_and_column(square);
        let at = |down: isize, right: isize| {
            let row = row.checked_add_signed(down).filter(|&row| row < B::SIDE)?;
            let column = column
                .checked_add_signed(right)
                .filter(|&column| column < B::SIDE)?;
            B::holds(row, column).then(|| B::Bits::only(B::bit(row, column)))
        };
        let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let safe = lines
            .iter()
            .all(|&(down, right)| at(down, right).is_none() || at(-down, -right).is_none());
        safe.then(|| {
            let both = |lines: &[(isize, isize)]| {
                lines
                    .iter()
                    .flat_map(|&(down, right)| [at(down, right), at(-down, -right)])
                    .flatten()
                    .fold(B::Bits::EMPTY, |all, square| all | square)
            };
            Safe {
                square: B::Bits::only(square),
                beside: both(&lines[..2]),
                diagonal: both(&lines[2..]),
            }
        })
    }

    #[inline]
    fn with_placements(
        &self,
        position: &Reversi<B>,
        placements: B::Bits,
        of_other: B::Bits,
    ) -> i32 {
        let (own, other) = (position.own(), position.other());
        let (mut beside, mut diagonal) = (B::Bits::EMPTY, B::Bits::EMPTY);
        for safe in &self.safe {
            if ((own | other) & safe.square).is_empty() {
                beside |= safe.beside;
                diagonal |= safe.diagonal;
            }
        }
        let less = |own: B::Bits, other: B::Bits| own.len() as i32 - other.len() as i32;
        let among = |squares: B::Bits| less(own & squares, other & squares);
        let discs = own.len() + other.len();
        let weights = &self.weights[discs as usize];
        // With an odd number of empty squares the seat to move places the last disc.
        let odd = (self.weights.len() as u32 - 1 - discs) % 2 == 1;
        self.worth_safe * among(self.all_safe)
            + self.worth_beside * among(beside)
            + self.worth_diagonal * among(diagonal)
            + weights.mobility * less(placements, of_other)
            + weights.discs * less(own, other)
            + if odd {
                weights.last_word
            } else {
                -weights.last_word
            }
    }
}

impl<B: Board> Score<Reversi<B>> for AnyBoard<B> {
    #[inline]
    fn score(&self, position: &Reversi<B>) -> i32 {
        self.with_placements(
            position,
            position.placements(),
            position.placements_of_other(),
        )
    }

    #[inline]
    fn result(&self, position: &Reversi<B>, seat: Seat) -> i32 {
        finished::result(position, seat)
    }

    fn most(&self) -> i32 {
        finished::MOST
    }

    #[inline]
    fn of(&self, position: &Reversi<B>) -> Worth {
        let placements = position.placements();
        let of_other = position.placements_of_other();
        if placements.is_empty() && of_other.is_empty() {
            return Worth::Finished(self.result(position, position.turn()));
        }
        Worth::Running(self.with_placements(position, placements, of_other))
    }

    /// Safe squares first, then what leaves the other side the fewest moves.
    #[inline]
    fn move_hint(&self, position: &Reversi<B>, m: Move) -> i32 {
        let Some(square) = m.square() else { return 0 };
        let safe = if self.all_safe.has(square) { 100 } else { 0 };
        safe - position.after(m).placements().len() as i32
    }

    #[inline]
    fn plies_left(&self, position: &Reversi<B>) -> u32 {
        position.empties().len()
    }
}

#[cfg(test)]
mod tests {
    use rules::reversi::{Board4x4, Board6x6, Board8x8, Board10x10, Board88, Nipp, Octagon};

    use super::*;

    /// Returns the safe squares of a board by their rows and columns.
    fn safe<B: Board>() -> Vec<(usize, usize)> {
        let safe = |&square: &u32| AnyBoard::<B>::safe(square).is_some();
        B::MASK
            .squares()
            .filter(safe)
            .map(B::row_and_column)
            .collect()
    }

    #[test]
    fn corners_are_safe_and_so_are_the_ends_of_edges() {
        let corners = |last| vec![(0, 0), (0, last), (last, 0), (last, last)];
        assert_eq!(safe::<Board8x8>(), corners(7));
        assert_eq!(safe::<Board6x6>(), corners(5));
        assert_eq!(safe::<Board4x4>(), corners(3));
        assert_eq!(safe::<Board10x10>(), corners(9));
        let ends = |first, last| {
            let (after, before) = (last - first, first);
            vec![
                (0, before),
                (0, after),
                (before, 0),
                (before, last),
                (after, 0),
                (after, last),
                (last, before),
                (last, after),
            ]
        };
        assert_eq!(safe::<Board88>(), ends(2, 9));
        assert_eq!(safe::<Octagon>(), ends(3, 9));
        assert_eq!(safe::<Nipp>(), ends(2, 7));
    }

    #[test]
    fn a_corner_has_two_squares_beside_it_and_one_diagonally() {
        let corner = AnyBoard::<Board8x8>::safe(7).unwrap();
        assert_eq!(corner.beside, 1 << 6 | 1 << 15);
        assert_eq!(corner.diagonal, 1 << 14);
    }
}
