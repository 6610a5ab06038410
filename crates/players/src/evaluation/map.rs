//! Maps: a number for every square of the board of eight by eight, and their sum over discs.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::number::signed;

const SIDE: usize = 8;

/// A number for every square. A file gives eight rows of eight numbers, or the top left quarter as
/// four rows of four, which is mirrored into the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareMap([[i32; SIDE]; SIDE]);

/// The largest number a file may give a square, either way.
pub const LARGEST: i32 = 1000;

impl SquareMap {
    /// Returns the map with these numbers, the first square first.
    #[must_use]
    pub fn from_fn(mut number: impl FnMut(usize, usize) -> i32) -> Self {
        Self(std::array::from_fn(|row| {
            std::array::from_fn(|column| number(row, column))
        }))
    }

    /// Returns the number of the square in this row and column.
    #[must_use]
    pub const fn at(&self, row: usize, column: usize) -> i32 {
        self.0[row][column]
    }

    /// Returns what no sum over discs of two colours exceeds in size.
    #[must_use]
    pub fn most(&self) -> i32 {
        self.0.iter().flatten().map(|number| number.abs()).sum()
    }
}

impl<'de> Deserialize<'de> for SquareMap {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Number(#[serde(deserialize_with = "signed::<{ -LARGEST }, LARGEST, _>")] i32);

        let rows = Vec::<Vec<Number>>::deserialize(d)?;
        let side = rows.len();
        if !(side == SIDE || side == SIDE / 2) || rows.iter().any(|row| row.len() != side) {
            return Err(D::Error::custom(
                "a map has eight rows of eight numbers, or four rows of four for the top left quarter",
            ));
        }
        let folded = |place: usize| {
            if place < side {
                place
            } else {
                SIDE - 1 - place
            }
        };
        Ok(Self::from_fn(|row, column| {
            rows[folded(row)][folded(column)].0
        }))
    }
}

/// Sums a map over a set of squares, a row at a time: each row of discs is one byte, and its sum
/// stands in a table.
///
/// P4 takes a mask per number and counts bits, which gives the same sum. Without an instruction
/// that counts bits, which this program cannot take for granted, that takes longer; with one it is
/// as fast (`docs/decisions/map-sums.md`).
#[derive(Clone, Debug)]
pub struct MapSum(Box<[[i16; 256]; SIDE]>);

impl MapSum {
    /// Returns the sums of a map.
    ///
    /// # Panics
    /// Panics if a number is too large for sums of eight of them to fit.
    #[must_use]
    pub fn new(map: &SquareMap) -> Self {
        let mut sums = Box::new([[0_i16; 256]; SIDE]);
        for (row, sums) in sums.iter_mut().enumerate() {
            for discs in 1..sums.len() {
                let last = discs.trailing_zeros() as usize;
                let number = i16::try_from(map.at(row, last)).expect("maps hold small numbers");
                sums[discs] = sums[discs & (discs - 1)]
                    .checked_add(number)
                    .expect("maps hold small numbers");
            }
        }
        Self(sums)
    }

    /// Returns the sum over these squares.
    #[inline]
    #[must_use]
    pub fn over(&self, discs: u64) -> i32 {
        let rows = discs.to_le_bytes();
        (0..SIDE)
            .map(|row| i32::from(self.0[row][usize::from(rows[row])]))
            .sum()
    }

    /// Returns the sum over the first discs less that over the others.
    #[inline]
    #[must_use]
    pub fn difference(&self, own: u64, other: u64) -> i32 {
        self.over(own) - self.over(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_is_mirrored() {
        #[derive(Deserialize)]
        struct File {
            map: SquareMap,
        }
        let text = "map = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, -16]]";
        let map = toml::from_str::<File>(text).unwrap().map;
        assert_eq!(map.at(0, 0), 1);
        assert_eq!(map.at(7, 7), 1);
        assert_eq!(map.at(1, 6), 6);
        assert_eq!(map.at(6, 3), 8);
        assert_eq!(map.at(4, 4), -16);
        assert_eq!(map.most(), 4 * 136);

        let wrong = |text: &str| toml::from_str::<File>(text).err().unwrap().to_string();
        assert!(wrong("map = [[1, 2], [3, 4]]").contains("eight rows of eight"));
        assert!(wrong("map = [[1001]]").contains("from -1000 to 1000"));
    }

    #[test]
    fn a_sum_is_the_sum_of_its_squares() {
        let map = SquareMap::from_fn(|row, column| 31 * row as i32 - 17 * column as i32);
        let sums = MapSum::new(&map);
        for seed in 0..1000 {
            let discs = rules::hash::mix(seed);
            let squares = (0..64).filter(|square| discs >> square & 1 == 1);
            let slow: i32 = squares.map(|square| map.at(square / 8, square % 8)).sum();
            assert_eq!(sums.over(discs), slow);
        }
    }
}
