//! Our evaluation for Yonin: how many of the others a seat can expect to beat, by how safe its
//! territory is and how many moves it has.

use rules::reversi::Bits;
use rules::yonin::Yonin;
use rules::{Game, PerSeat, Seat};
use search::Evaluation;
use serde::Deserialize;

use super::expected_rank::{ExpectedRank, POINT};
use crate::measure::Measure;
use crate::number::{signed, whole};

const SEATS: usize = 4;

/// The weights as a file gives them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SafeTerritorySpec {
    /// How much stronger one has to be to beat another three times out of four.
    #[serde(deserialize_with = "whole::<1, 100_000, _>")]
    pub clearly: u32,
    /// For each disc of one's colour in one's territory.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub disc: i32,
    /// And more if nobody can ever turn it, as far as rows from the corner along the edges show.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub safe: i32,
    /// For each of them that has an empty square beside it.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub exposed: i32,
    /// For each disc of the other colour in one's territory that nobody can ever turn.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub lost: i32,
    /// For one's disc diagonal to one's own corner while the corner is empty.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub star: i32,
    /// For each move one would have in turn.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub mobility: i32,
    /// For each empty square of one's territory.
    #[serde(deserialize_with = "signed::<-10_000, 10_000, _>")]
    pub room: i32,
}

/// The evaluation, ready for use.
#[derive(Clone, Debug)]
pub struct SafeTerritory {
    spec: SafeTerritorySpec,
    expected_rank: ExpectedRank,
}

impl SafeTerritory {
    /// What makes sure of the first place.
    pub const FIRST_PLACE: i32 = ExpectedRank::first_place(SEATS);

    /// What its values mean.
    pub const MEASURE: Measure = Measure::Rank {
        point: POINT as f64,
        seats: SEATS as f64,
    };

    /// Returns the evaluation of a file.
    #[must_use]
    pub fn new(spec: &SafeTerritorySpec) -> Self {
        Self {
            spec: spec.clone(),
            expected_rank: ExpectedRank::new(spec.clearly, SEATS),
        }
    }

    fn strength(&self, position: &Yonin, seat: Seat) -> i32 {
        let spec = &self.spec;
        let home = Yonin::territory(seat);
        let empties = position.empties();
        let own = position.discs(seat);
        let other = !(own | empties);
        let beside_empty = neighbours(empties);
        let corner = CORNERS[seat.index()];
        let star = STARS[seat.index()];
        let count = |squares: u64| squares.len() as i32;
        spec.disc * count(own & home)
            + spec.safe * count(anchored(own) & home)
            + spec.exposed * count(own & home & beside_empty)
            + spec.lost * count(anchored(other) & home)
            + spec.star * i32::from(own & star != 0 && empties & corner != 0)
            + spec.mobility * count(position.placements(seat))
            + spec.room * count(empties & home)
    }
}

impl Evaluation<Yonin> for SafeTerritory {
    fn values(&self, position: &Yonin) -> PerSeat<i32> {
        let mut strengths = PerSeat::from_fn(SEATS, |seat| self.strength(position, seat));
        let pairs = position.rules().pairs;
        if pairs {
            // Partners stand and fall together.
            strengths = PerSeat::from_fn(SEATS, |seat| {
                strengths[seat] + strengths[Yonin::opposite(seat)]
            });
        }
        // Who is out later has the better rank; a pair plays on with one.
        self.expected_rank.values(&strengths, |seat| {
            let out = !pairs && !position.plays(seat);
            out.then(|| SEATS - position.standing().ranks[seat] as usize)
        })
    }

    fn result(&self, position: &Yonin) -> PerSeat<i32> {
        self.expected_rank.result(&position.standing())
    }

    fn sum(&self) -> Option<i32> {
        Some(ExpectedRank::sum(SEATS))
    }

    fn is_constant_sum(&self) -> bool {
        true
    }

    fn floor(&self) -> i32 {
        0
    }
}

/// The outer corner of each seat's territory, and the square diagonal to it.
const CORNERS: [u64; SEATS] = [1, 1 << 7, 1 << 63, 1 << 56];
const STARS: [u64; SEATS] = [1 << 9, 1 << 14, 1 << 54, 1 << 49];

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;

/// Returns all squares beside these.
const fn neighbours(squares: u64) -> u64 {
    let row = squares | (squares & !RIGHT) << 1 | (squares & !LEFT) >> 1;
    (row | row << 8 | row >> 8) & !squares
}

/// Discs of one colour on the edges that are joined to a corner of that colour: nothing can turn
/// them, since a row along an edge can only be closed from its open end.
const fn anchored(discs: u64) -> u64 {
    const TOP: u64 = 0xff;
    const BOTTOM: u64 = TOP << 56;
    const ALL_CORNERS: u64 = CORNERS[0] | CORNERS[1] | CORNERS[2] | CORNERS[3];
    let corners = discs & ALL_CORNERS;
    let (flat, upright) = (discs & (TOP | BOTTOM), discs & (LEFT | RIGHT));
    let mut found = corners;
    let mut step = 0;
    while step < 6 {
        found |= ((found & !RIGHT) << 1 | (found & !LEFT) >> 1) & flat;
        found |= (found << 8 | found >> 8) & upright;
        step += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use rules::Symmetric;

    use super::*;

    fn evaluation() -> SafeTerritory {
        SafeTerritory::new(&SafeTerritorySpec {
            clearly: 100,
            disc: 10,
            safe: 20,
            exposed: -3,
            lost: -15,
            star: -20,
            mobility: 4,
            room: 2,
        })
    }

    /// Straight from the definition, square by square.
    fn slowly_anchored(discs: u64) -> u64 {
        let has = |row: i32, column: i32| discs >> (8 * row + column) & 1 == 1;
        let mut found = 0;
        for (row, column) in [(0, 0), (0, 7), (7, 0), (7, 7)] {
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let (mut r, mut c) = (row, column);
                while (0..8).contains(&r) && (0..8).contains(&c) && has(r, c) {
                    found |= 1_u64 << (8 * r + c);
                    (r, c) = (r + down, c + right);
                }
            }
        }
        found
    }

    #[test]
    fn anchored_discs_are_rows_from_corners_that_nobody_ever_turns() {
        let mut state = 1;
        for game in 0..60 {
            let mut position = Yonin::start(&Default::default());
            state = rules::hash::mix(state + game);
            while !position.is_finished() {
                let moves = position.legal();
                state = rules::hash::mix(state);
                let before = [anchored(position.own()), anchored(position.other())];
                assert_eq!(before[0], slowly_anchored(position.own()));
                assert_eq!(before[1], slowly_anchored(position.other()));
                position.play_unchecked(moves[state as usize % moves.len()]);
                assert_eq!(before[1] & !position.own(), 0);
                assert_eq!(before[0] & !position.other(), 0);
            }
        }
    }

    #[test]
    fn values_add_up_and_do_not_depend_on_how_the_board_is_turned() {
        let homes = evaluation();
        let mut state = 7;
        for _ in 0..30 {
            let mut position = Yonin::start(&Default::default());
            while !position.is_finished() {
                let values = homes.of(&position);
                assert_eq!(values.iter().sum::<i32>(), ExpectedRank::sum(SEATS));
                for &symmetry in position.symmetries() {
                    let turned = homes.of(&position.turned(symmetry));
                    for seat in Seat::all(SEATS) {
                        assert_eq!(turned[position.turned_seat(seat, symmetry)], values[seat]);
                    }
                }
                let moves = position.legal();
                state = rules::hash::mix(state);
                position.play_unchecked(moves[state as usize % moves.len()]);
            }
            let values = homes.of(&position);
            assert_eq!(values.iter().sum::<i32>(), ExpectedRank::sum(SEATS));
        }
    }

    #[test]
    fn those_who_are_out_are_beaten() {
        let mut position = Yonin::start(&Default::default());
        position.resign(Seat::new(2));
        position.resign(Seat::new(0));
        let values = evaluation().of(&position);
        assert_eq!(values[Seat::new(2)], 0);
        assert_eq!(values[Seat::new(0)], POINT);
    }
}
