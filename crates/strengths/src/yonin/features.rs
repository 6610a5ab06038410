//! Which rows of weights a view names: one for each pattern of squares, and for each seat its
//! territory and its mobility.
//!
//! The number of a pattern is written in threes, a digit for each square: 0 empty, 1 own, 2 other.
//! Numbers of all patterns are added up at once, row of the board by row: what the discs of a row add
//! to all of them is one line of a table.

use std::sync::OnceLock;

use rules::hash::mix;

use super::view::{View, quarters};
use crate::chances::SEATS;
use crate::weights::Kind;

/// Patterns of squares.
pub const PATTERNS: usize = 58;

/// Rows of weights that every view names.
pub const FEATURES: usize = PATTERNS + 2 * SEATS + 1;

/// Phases of the game in which each seat plays for itself.
const SINGLE_PHASES: usize = 8;

/// Phases of the game of pairs.
const PAIR_PHASES: usize = 4;

/// Phases, each with rows of its own.
pub const PHASES: usize = SINGLE_PHASES + PAIR_PHASES;

/// Territories with so many own and other discs.
const TERRITORY: usize = 17 * 17;

/// Most placements away from home that are told apart.
const ELSEWHERE: usize = 15;

/// Numbers of placements at home and elsewhere.
const MOBILITY: usize = 17 * (ELSEWHERE + 1);

/// Who is out.
const OUT: usize = 1 << SEATS;

/// Cells of all patterns in one phase.
const PATTERN_CELLS: usize = pattern_cells();

/// Cells of one phase.
pub const CELLS: usize = PATTERN_CELLS + SEATS * (TERRITORY + MOBILITY) + OUT;

/// The weights of Yonin.
pub const KIND: Kind = Kind {
    game: "yonin",
    features: hash(),
    rows: PHASES * CELLS,
};

/// Lanes of a table's line; a few more than there are patterns.
const LANES: usize = 64;

/// A number for each pattern.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [u16; LANES]);

impl Lanes {
    #[inline]
    fn add(&mut self, line: &Self) {
        for (number, more) in self.0.iter_mut().zip(&line.0) {
            *number += more;
        }
    }
}

/// The tables of the features, shared by all.
#[derive(Clone, Copy)]
pub struct Features {
    /// What the discs of one row of the board add to all numbers.
    lines: &'static [[Lanes; 256]; 8],
    /// The first cell of each pattern.
    first: &'static [u32; PATTERNS],
}

impl std::fmt::Debug for Features {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Features").finish_non_exhaustive()
    }
}

impl Features {
    /// Returns the tables, which are made once.
    #[must_use]
    pub fn new() -> Self {
        static LINES: OnceLock<Box<[[Lanes; 256]; 8]>> = OnceLock::new();
        static FIRST: [u32; PATTERNS] = first_cells();
        Self {
            lines: LINES.get_or_init(lines),
            first: &FIRST,
        }
    }

    /// Returns the numbers of all patterns.
    #[inline]
    pub(super) fn numbers(&self, own: u64, other: u64) -> Lanes {
        let mut numbers = Lanes([0; LANES]);
        for (row, line) in self.lines.iter().enumerate() {
            let own = &line[(own >> (8 * row)) as usize & 255].0;
            let other = &line[(other >> (8 * row)) as usize & 255].0;
            for ((number, own), other) in numbers.0.iter_mut().zip(own).zip(other) {
                *number += own + 2 * other;
            }
        }
        numbers
    }

    /// Adds one to the digits of all these squares, in every pattern that has them.
    #[inline]
    pub(super) fn raise(&self, numbers: &mut Lanes, mut squares: u64) {
        while squares != 0 {
            let row = squares.trailing_zeros() / 8;
            numbers.add(&self.lines[row as usize][(squares >> (8 * row)) as usize & 255]);
            squares &= !(255 << (8 * row));
        }
    }

    /// Returns the row of a pattern's number in the first phase.
    #[inline]
    pub(super) fn row(&self, pattern: usize, numbers: &Lanes) -> u32 {
        self.first[pattern] + u32::from(numbers.0[pattern])
    }

    /// Returns the rows of weights of a view, given [`View::mobility`].
    #[inline]
    #[must_use]
    pub fn rows(&self, view: &View, mobility: &[(u32, u32); SEATS]) -> [u32; FEATURES] {
        let numbers = self.numbers(view.own, view.other);
        let start = (phase(view) * CELLS) as u32;
        let mut rows = [0; FEATURES];
        for (pattern, row) in rows[..PATTERNS].iter_mut().enumerate() {
            *row = start + self.row(pattern, &numbers);
        }
        rows[PATTERNS..].copy_from_slice(&Self::seat_rows(start, view, mobility));
        rows
    }

    /// Returns the rows of territories, mobility and of who is out, in the phase that starts here.
    #[inline]
    pub(super) fn seat_rows(
        start: u32,
        view: &View,
        mobility: &[(u32, u32); SEATS],
    ) -> [u32; FEATURES - PATTERNS] {
        let (own, other) = (quarters(view.own), quarters(view.other));
        let mut rows = [0; FEATURES - PATTERNS];
        let mut first = start + PATTERN_CELLS as u32;
        for place in 0..SEATS {
            rows[2 * place] = first + 17 * own[place] + other[place];
            let (home, elsewhere) = mobility[place];
            let elsewhere = elsewhere.min(ELSEWHERE as u32);
            rows[2 * place + 1] =
                first + TERRITORY as u32 + (ELSEWHERE as u32 + 1) * home + elsewhere;
            first += (TERRITORY + MOBILITY) as u32;
        }
        let out = (0..SEATS).fold(0, |out, place| {
            out | u32::from(view.out[place] > 0) << place
        });
        rows[2 * SEATS] = first + out;
        rows
    }
}

impl Default for Features {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the phase of a view.
#[inline]
#[must_use]
pub fn phase(view: &View) -> usize {
    let placed = view.discs().saturating_sub(4) as usize;
    if view.pairs {
        SINGLE_PHASES + (placed * PAIR_PHASES / 60).min(PAIR_PHASES - 1)
    } else {
        (placed * SINGLE_PHASES / 60).min(SINGLE_PHASES - 1)
    }
}

/// The squares of each pattern: how many there are, and which.
type Squares = ([u8; 10], usize);

/// Returns all patterns: 8 rows, 8 columns, 18 diagonals of four squares and more, 4 corners of 3 × 3,
/// 16 halves of quarters, 4 edges with the squares diagonal to their corners.
const fn patterns() -> [Squares; PATTERNS] {
    let mut all = [([0; 10], 0); PATTERNS];
    let mut count = 0;
    let mut line = 0;
    while line < 8 {
        all[count] = rectangle(line, 0, 1, 8);
        all[count + 1] = rectangle(0, line, 8, 1);
        count += 2;
        line += 1;
    }
    let mut place = 3;
    while place <= 11 {
        all[count] = diagonal(place, false);
        all[count + 1] = diagonal(place, true);
        count += 2;
        place += 1;
    }
    let mut quarter = 0;
    while quarter < 4 {
        let (down, right) = (quarter / 2, quarter % 2);
        all[count] = rectangle(5 * down, 5 * right, 3, 3);
        let (row, column) = (4 * down, 4 * right);
        all[count + 1] = rectangle(row, column, 2, 4);
        all[count + 2] = rectangle(row + 2, column, 2, 4);
        all[count + 3] = rectangle(row, column, 4, 2);
        all[count + 4] = rectangle(row, column + 2, 4, 2);
        all[count + 5] = edge(quarter);
        count += 6;
        quarter += 1;
    }
    assert!(count == PATTERNS);
    all
}

const fn rectangle(row: usize, column: usize, rows: usize, columns: usize) -> Squares {
    let mut squares = [0; 10];
    let mut count = 0;
    while count < rows * columns {
        squares[count] = (8 * (row + count / columns) + column + count % columns) as u8;
        count += 1;
    }
    (squares, count)
}

/// A diagonal: row and column add up to `place`, or do so in the mirror.
const fn diagonal(place: usize, mirrored: bool) -> Squares {
    let mut squares = [0; 10];
    let mut count = 0;
    let mut row = 0;
    while row < 8 {
        if row <= place && place - row < 8 {
            let column = if mirrored {
                7 - (place - row)
            } else {
                place - row
            };
            squares[count] = (8 * row + column) as u8;
            count += 1;
        }
        row += 1;
    }
    (squares, count)
}

/// An edge, and the two squares next to it that lie diagonal to its corners.
const fn edge(side: usize) -> Squares {
    let mut squares = match side {
        0 => rectangle(0, 0, 1, 8).0,
        1 => rectangle(0, 7, 8, 1).0,
        2 => rectangle(7, 0, 1, 8).0,
        _ => rectangle(0, 0, 8, 1).0,
    };
    let near = [[9, 14], [14, 54], [49, 54], [9, 49]][side];
    squares[8] = near[0];
    squares[9] = near[1];
    (squares, 10)
}

const ALL: [Squares; PATTERNS] = patterns();

/// Returns the first cell of each pattern.
const fn first_cells() -> [u32; PATTERNS] {
    let mut first = [0; PATTERNS];
    let mut pattern = 1;
    while pattern < PATTERNS {
        first[pattern] = first[pattern - 1] + 3u32.pow(ALL[pattern - 1].1 as u32);
        pattern += 1;
    }
    first
}

const fn pattern_cells() -> usize {
    let last = PATTERNS - 1;
    first_cells()[last] as usize + 3usize.pow(ALL[last].1 as u32)
}

/// Returns a hash of which squares the patterns read, and of what else there is.
const fn hash() -> u64 {
    let mut hash = mix((CELLS + 1000 * SINGLE_PHASES + 100 * PAIR_PHASES) as u64);
    let mut pattern = 0;
    while pattern < PATTERNS {
        let mut square = 0;
        while square < ALL[pattern].1 {
            hash = mix(hash ^ ALL[pattern].0[square] as u64);
            square += 1;
        }
        hash = mix(hash ^ 64);
        pattern += 1;
    }
    hash
}

fn lines() -> Box<[[Lanes; 256]; 8]> {
    let mut lines = vec![[Lanes([0; LANES]); 256]; 8];
    for (pattern, (squares, count)) in ALL.iter().enumerate() {
        for (digit, &square) in squares[..*count].iter().enumerate() {
            let (row, column) = (usize::from(square) / 8, square % 8);
            for (discs, lanes) in lines[row].iter_mut().enumerate() {
                if discs >> column & 1 == 1 {
                    lanes.0[pattern] += 3u16.pow(digit as u32);
                }
            }
        }
    }
    lines
        .try_into()
        .unwrap_or_else(|_| unreachable!("eight rows"))
}

/// The patterns that have a square, as a set, for each square.
pub(super) static PATTERNS_OF: [u64; 64] = patterns_of();

const fn patterns_of() -> [u64; 64] {
    let mut of = [0; 64];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let mut square = 0;
        while square < ALL[pattern].1 {
            of[ALL[pattern].0[square] as usize] |= 1 << pattern;
            square += 1;
        }
        pattern += 1;
    }
    of
}

/// Returns the squares of each pattern, the first digit first.
pub fn squares() -> impl Iterator<Item = &'static [u8]> {
    static ALL_SQUARES: [Squares; PATTERNS] = ALL;
    ALL_SQUARES
        .iter()
        .map(|(squares, count)| &squares[..*count])
}
