//! What the evaluation looks at: eleven shapes of up to ten squares, wherever symmetry puts them on
//! the board, 46 places in all.
//!
//! A shape is read as a number in balanced ternary: +1 for a disc of the side to move, −1 for one
//! of the other side, 0 for an empty square. Exchanging the sides only changes the sign.

/// Places where a shape lies.
pub const FEATURES: usize = 46;

/// Shapes.
pub const SHAPES: usize = 11;

/// The most squares of a shape.
const MOST_SQUARES: usize = 10;

/// A shape at one place of the board.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Which shape.
    pub shape: usize,
    squares: [u8; MOST_SQUARES],
    len: usize,
}

impl Feature {
    /// Returns the square at this place of the shape.
    pub(super) const fn square(&self, place: usize) -> Option<u8> {
        if place < self.len {
            Some(self.squares[place])
        } else {
            None
        }
    }

    /// Returns the squares; the first is worth 1, the next 3, and so on.
    #[must_use]
    pub fn squares(&self) -> &[u8] {
        &self.squares[..self.len]
    }
}

/// Each shape at its first place: edge with both X squares, corner of nine, corner of ten, rows,
/// diagonals.
const PROTOTYPES: [&[u8]; SHAPES] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// Returns how many cells a shape has: three to the number of its squares.
#[must_use]
pub const fn cells(shape: usize) -> usize {
    3usize.pow(PROTOTYPES[shape].len() as u32)
}

/// Returns the cells of all shapes before this one.
#[must_use]
pub const fn cells_before(shape: usize) -> usize {
    let mut before = 0;
    let mut at = 0;
    while at < shape {
        before += cells(at);
        at += 1;
    }
    before
}

/// The cells of all shapes.
pub const CELLS: usize = cells_before(SHAPES);

const fn turned(square: u8, symmetry: usize) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        row = 7 - row;
    }
    if symmetry & 2 != 0 {
        column = 7 - column;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    8 * row + column
}

/// All places.
pub static ALL: [Feature; FEATURES] = PLACES;

/// The same where constants can read them.
pub(super) const PLACES: [Feature; FEATURES] = features();

const fn features() -> [Feature; FEATURES] {
    let mut all = [Feature {
        shape: 0,
        squares: [0; MOST_SQUARES],
        len: 0,
    }; FEATURES];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES {
        let prototype = PROTOTYPES[shape];
        let mut taken = [0u64; 8];
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut feature = Feature {
                shape,
                squares: [0; MOST_SQUARES],
                len: prototype.len(),
            };
            let mut at = 0;
            while at < prototype.len() {
                feature.squares[at] = turned(prototype[at], symmetry);
                taken[symmetry] |= 1 << feature.squares[at];
                at += 1;
            }
            let mut new = true;
            let mut earlier = 0;
            while earlier < symmetry {
                if taken[earlier] == taken[symmetry] {
                    new = false;
                }
                earlier += 1;
            }
            if new {
                all[count] = feature;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == FEATURES);
    all
}

/// For every cell of the shapes the first of the cells that mean the same: a symmetry of the
/// board that leaves the shape where it is exchanges them.
#[must_use]
pub fn ties() -> Vec<u32> {
    let mut ties: Vec<u32> = (0..CELLS as u32).collect();
    for (shape, prototype) in PROTOTYPES.iter().enumerate() {
        for symmetry in 1..8 {
            let places: Option<Vec<usize>> = prototype
                .iter()
                .map(|&square| {
                    prototype
                        .iter()
                        .position(|&s| s == turned(square, symmetry))
                })
                .collect();
            let Some(places) = places else { continue };
            for cell in 0..cells(shape) {
                let mut image = 0;
                let mut rest = cell;
                for &place in &places {
                    image += rest % 3 * 3usize.pow(place as u32);
                    rest /= 3;
                }
                let (cell, image) = (cells_before(shape) + cell, cells_before(shape) + image);
                ties[cell] = ties[cell].min(image as u32);
            }
        }
    }
    ties
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_seen_as_often_as_its_images() {
        let seen = |square| ALL.iter().filter(|f| f.squares().contains(&square)).count();
        for square in 0..64 {
            assert!(seen(square) >= 3);
            for symmetry in 1..8 {
                assert_eq!(seen(square), seen(turned(square, symmetry)));
            }
        }
    }

    #[test]
    fn ties_lead_to_cells_that_are_their_own() {
        let ties = ties();
        assert!(ties.iter().all(|&cell| ties[cell as usize] == cell));
        let own = (0..CELLS)
            .filter(|&cell| ties[cell] as usize == cell)
            .count();
        assert!(own < CELLS * 7 / 10, "{own} of {CELLS}");
    }
}
