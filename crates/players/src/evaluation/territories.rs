//! The evaluation maps of P0 for Yonin: one map, lowered in the territories a strategy does not
//! care for.

use rules::Seat;
use rules::yonin::Yonin;
use serde::Deserialize;

use super::map::{MapSum, SquareMap};
use crate::number::signed;

/// The map and what is added to each square of a territory, seen from the seat that evaluates. A
/// player sits at its outer corner and looks at the centre.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TerritoriesSpec {
    /// What a disc on each square is worth before anything is added.
    pub squares: SquareMap,
    /// Added in one's own territory.
    #[serde(deserialize_with = "signed::<-1000, 1000, _>")]
    pub own: i32,
    /// Added in that of the right-hand neighbour.
    #[serde(deserialize_with = "signed::<-1000, 1000, _>")]
    pub right: i32,
    /// Added in that of the seat across the board.
    #[serde(deserialize_with = "signed::<-1000, 1000, _>")]
    pub opposite: i32,
    /// Added in that of the left-hand neighbour.
    #[serde(deserialize_with = "signed::<-1000, 1000, _>")]
    pub left: i32,
}

impl TerritoriesSpec {
    /// Returns the map of a seat.
    #[must_use]
    pub fn map(&self, seat: Seat) -> SquareMap {
        // Looking at the centre from the top left, the top right is to the left: seats are
        // counted clockwise, so left-hand neighbours follow each other.
        let added = [self.own, self.left, self.opposite, self.right];
        SquareMap::from_fn(|row, column| {
            let bit = 1_u64 << (8 * row + column);
            let steps = (0..4)
                .find(|&steps| Yonin::territory(seat.next(steps, 4)) & bit != 0)
                .expect("every square is in a territory");
            self.squares.at(row, column) + added[steps]
        })
    }
}

/// The maps of all four seats. Black discs count for the sum and white discs against it, whoever's
/// map is taken.
#[derive(Clone, Debug)]
pub struct Territories([MapSum; 4]);

impl Territories {
    /// Returns the maps of a file.
    #[must_use]
    pub fn new(spec: &TerritoriesSpec) -> Self {
        Self([0, 1, 2, 3].map(|seat| MapSum::new(&spec.map(Seat::new(seat)))))
    }

    /// Returns the sum by a seat's map for the colour of the seat to move.
    #[inline]
    #[must_use]
    pub fn for_mover(&self, position: &Yonin, map: Seat) -> i32 {
        self.0[map.index()].difference(position.own(), position.other())
    }
}
