//! Playouts of Yonin in which everybody looks after his own territory, with some luck.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Game;
use rules::reversi::{Bits, Move};
use rules::yonin::Yonin;
use search::mcts::policy::Policy;

use crate::monte_carlo::PlayoutSpec;

/// Draws moves by a map, by what they leave outside one's territory, and by luck.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TerritoryPlayouts {
    map: [i32; 64],
    outside: i32,
    luck: i32,
    slips: u32,
}

impl TerritoryPlayouts {
    pub(crate) fn new(spec: &PlayoutSpec) -> Self {
        let worth = |square: usize| {
            let (row, column) = (square / 8, square % 8);
            i32::from(spec.map[row.min(7 - row)][column.min(7 - column)])
        };
        Self {
            map: std::array::from_fn(worth),
            outside: spec.outside as i32,
            luck: spec.luck as i32,
            slips: spec.slips,
        }
    }
}

impl Policy<Yonin> for TerritoryPlayouts {
    #[inline]
    fn next(&self, position: &Yonin, random: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let seat = position.turn();
        let home = Yonin::territory(seat);
        let squares = position.placements(seat);
        if self.slips > 0 && !squares.is_empty() && random.random_range(0..100) < self.slips {
            let place = random.random_range(0..squares.len());
            let square = squares
                .squares()
                .nth(place as usize)
                .expect("there are so many");
            return Some(Move::Place(square as u8));
        }
        let move_hint = |square: u32, luck: i32| {
            let turned = (position.flips(square) & !home).len() as i32;
            let placed = i32::from(!home.has(square));
            self.map[square as usize] - self.outside * (2 * turned + placed) + luck
        };
        let best = squares
            .squares()
            .map(|square| (move_hint(square, random.random_range(0..self.luck)), square))
            .max();
        match best {
            Some((_, square)) => Some(Move::Place(square as u8)),
            None => (!position.is_finished()).then_some(Move::Pass),
        }
    }
}
