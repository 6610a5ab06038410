//! The positions after each move of one position. They differ in few squares, so only what a move
//! changes is added up for each of them.

use rules::Game;
use rules::reversi::Move;
use rules::yonin::Yonin;

use super::features::{CELLS, FEATURES, Features, Lanes, PATTERNS, PATTERNS_OF, phase};
use super::view::View;
use crate::chances::SEATS;

/// What one feature adds to the strength of each seat.
pub trait Row: Copy {
    /// Nothing.
    const ZERO: Self;
    /// Adds another row.
    fn add(&mut self, more: &Self);
    /// Takes a row away.
    fn subtract(&mut self, less: &Self);
}

/// Sums wrap round, so that only the last one has to fit.
impl Row for [i16; SEATS] {
    const ZERO: Self = [0; SEATS];

    #[inline]
    fn add(&mut self, more: &Self) {
        for seat in 0..SEATS {
            self[seat] = self[seat].wrapping_add(more[seat]);
        }
    }

    #[inline]
    fn subtract(&mut self, less: &Self) {
        for seat in 0..SEATS {
            self[seat] = self[seat].wrapping_sub(less[seat]);
        }
    }
}

impl Row for [f32; SEATS] {
    const ZERO: Self = [0.0; SEATS];

    #[inline]
    fn add(&mut self, more: &Self) {
        for seat in 0..SEATS {
            self[seat] += more[seat];
        }
    }

    #[inline]
    fn subtract(&mut self, less: &Self) {
        for seat in 0..SEATS {
            self[seat] -= less[seat];
        }
    }
}

/// A position seen by the seat that comes next, and the sum over its patterns.
pub struct Family<'a, R> {
    features: Features,
    rows: &'a [R],
    /// The position as if its seat to move had passed.
    passed: Yonin,
    view: View,
    numbers: Lanes,
    /// The first row of the phase after a placement.
    start: u32,
    /// What each pattern adds before a move, and all of them.
    parts: [R; PATTERNS],
    sum: R,
}

/// A position after a placement.
#[derive(Clone, Copy, Debug)]
pub struct Member<R> {
    /// How the seat that is to move then sees it.
    pub view: View,
    /// Its [`View::mobility`].
    pub mobility: [(u32, u32); SEATS],
    /// The strengths of all seats.
    pub sum: R,
}

impl<'a, R: Row> Family<'a, R> {
    /// Prepares to look at the moves of a position.
    #[must_use]
    pub fn new(features: Features, rows: &'a [R], position: &Yonin) -> Self {
        let mut passed = *position;
        passed.play_unchecked(Move::Pass);
        let view = View::of(&passed);
        let numbers = features.numbers(view.own, view.other);
        let placed = View {
            own: view.own | 1 << (view.own | view.other).trailing_ones().min(63),
            ..view
        };
        let start = (phase(&placed) * CELLS) as u32;
        let mut sum = R::ZERO;
        let parts = std::array::from_fn(|pattern| {
            let row = rows[(start + features.row(pattern, &numbers)) as usize];
            sum.add(&row);
            row
        });
        Self {
            features,
            rows,
            passed,
            view,
            numbers,
            start,
            parts,
            sum,
        }
    }

    /// Returns the position as if its seat to move had passed.
    #[must_use]
    pub const fn passed(&self) -> &Yonin {
        &self.passed
    }

    /// Returns the position after a placement there that turns these discs.
    #[inline]
    #[must_use]
    pub fn after(&self, square: u32, flips: u64) -> Member<R> {
        let placed = View::turned(&self.passed, 1 << square);
        let changed = placed | View::turned(&self.passed, flips);
        let view = View {
            own: self.view.own & !changed,
            other: self.view.other | changed,
            ..self.view
        };
        // An own disc that is turned counts one more than before, a new disc of the others two.
        let mut numbers = self.numbers;
        self.features.raise(&mut numbers, changed);
        self.features.raise(&mut numbers, placed);
        let (mut squares, mut patterns) = (changed, 0);
        while squares != 0 {
            patterns |= PATTERNS_OF[squares.trailing_zeros() as usize];
            squares &= squares - 1;
        }
        let mut sum = self.sum;
        while patterns != 0 {
            let pattern = patterns.trailing_zeros() as usize;
            sum.subtract(&self.parts[pattern]);
            sum.add(&self.rows[(self.start + self.features.row(pattern, &numbers)) as usize]);
            patterns &= patterns - 1;
        }
        let mobility = view.mobility();
        for row in Features::seat_rows(self.start, &view, &mobility) {
            sum.add(&self.rows[row as usize]);
        }
        Member {
            view,
            mobility,
            sum,
        }
    }
}

/// Returns the sum of all rows of a view.
#[inline]
#[must_use]
pub fn sum<R: Row>(rows: &[R], of: &[u32; FEATURES]) -> R {
    let mut sum = R::ZERO;
    for &row in of {
        sum.add(&rows[row as usize]);
    }
    sum
}
