//! Parts of the engine's shapes: halves of edges, corners without their rim, pieces of rows.
//!
//! Most configurations of ten squares are never seen in games; those of five are seen again and
//! again.

use engine::evaluation::features::{CELLS, SHAPES, cells, cells_before};

use crate::parts::Parts;

/// Squares of a shape, by their places in it. Each list is read from the squares of the same part: if
/// there are two, the part lies in the shape twice.
struct Part {
    shape: usize,
    places: &'static [&'static [usize]],
    /// The same squares seen from the other side, where the part is its own image.
    image: Option<&'static [usize]>,
}

const fn twice(shape: usize, places: &'static [&'static [usize]]) -> Part {
    Part {
        shape,
        places,
        image: None,
    }
}

const fn even(shape: usize, places: &'static [&'static [usize]], image: &'static [usize]) -> Part {
    Part {
        shape,
        places,
        image: Some(image),
    }
}

/// The parts of edges, corners of nine, corners of ten and the diagonals of seven and six.
const PARTS: [Part; 16] = [
    even(0, &[&[0, 1, 2, 3, 4, 5, 6, 7]], &[7, 6, 5, 4, 3, 2, 1, 0]),
    twice(0, &[&[0, 1, 2, 3, 8], &[7, 6, 5, 4, 9]]),
    twice(0, &[&[0, 1, 2, 8, 7], &[7, 6, 5, 9, 0]]),
    even(0, &[&[2, 3, 4, 5]], &[5, 4, 3, 2]),
    even(1, &[&[0, 1, 3, 4]], &[0, 3, 1, 4]),
    twice(1, &[&[0, 1, 2, 4], &[0, 3, 6, 4]]),
    twice(1, &[&[0, 1, 2, 3, 4, 5], &[0, 3, 6, 1, 4, 7]]),
    even(1, &[&[4, 5, 7, 8]], &[4, 7, 5, 8]),
    twice(2, &[&[0, 1, 2, 3, 5, 6, 7, 8]]),
    twice(2, &[&[0, 1, 2, 5, 6, 7]]),
    twice(2, &[&[0, 1, 2, 3, 4]]),
    twice(2, &[&[2, 3, 4, 7, 8, 9]]),
    twice(7, &[&[0, 1, 2, 3], &[6, 5, 4, 3]]),
    even(7, &[&[1, 2, 3, 4, 5]], &[5, 4, 3, 2, 1]),
    twice(8, &[&[0, 1, 2], &[5, 4, 3]]),
    even(8, &[&[1, 2, 3, 4]], &[4, 3, 2, 1]),
];

/// The parts of a line of eight squares.
const fn of_eight(shape: usize) -> [Part; 4] {
    [
        twice(shape, &[&[0, 1, 2, 3], &[7, 6, 5, 4]]),
        even(shape, &[&[2, 3, 4, 5]], &[5, 4, 3, 2]),
        twice(shape, &[&[0, 1, 2, 3, 4], &[7, 6, 5, 4, 3]]),
        even(shape, &[&[1, 2, 3, 4, 5, 6]], &[6, 5, 4, 3, 2, 1]),
    ]
}

/// Rows and the long diagonal.
const EIGHTS: std::ops::RangeInclusive<usize> = 3..=6;

/// The parts of every cell.
pub(super) fn parts() -> Parts {
    let mut lists = vec![Vec::new(); CELLS];
    let mut before = 0;
    for part in PARTS.into_iter().chain(EIGHTS.flat_map(of_eight)) {
        debug_assert!(part.shape < SHAPES);
        for cell in 0..cells(part.shape) {
            let read = |places: &[usize]| {
                let digit = |place: usize| cell / 3usize.pow(place as u32) % 3;
                let worth = |(at, &place)| digit(place) * 3usize.pow(at as u32);
                places.iter().enumerate().map(worth).sum::<usize>()
            };
            let list = &mut lists[cells_before(part.shape) + cell];
            for places in part.places {
                let number = read(places);
                let number = part.image.map_or(number, |image| number.min(read(image)));
                list.push((before + number) as u32);
            }
        }
        before += 3usize.pow(part.places[0].len() as u32);
    }
    Parts::new(lists.iter().map(Vec::as_slice))
}

#[cfg(test)]
mod tests {
    use engine::evaluation::features::ties;

    use super::*;

    #[test]
    fn cells_that_mean_the_same_have_the_same_parts() {
        let parts = parts();
        let sorted = |cell: u32| {
            let mut list = parts.of(cell).to_vec();
            list.sort_unstable();
            list
        };
        for (cell, &tie) in ties().iter().enumerate() {
            assert_eq!(sorted(cell as u32), sorted(tie), "{cell} {tie}");
        }
        assert!(parts.count() < CELLS / 5);
    }
}
