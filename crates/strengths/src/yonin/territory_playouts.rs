//! Playouts of Yonin in which everybody looks after his own territory, with some luck.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Game;
use rules::reversi::{Bits, Move};
use rules::yonin::Yonin;
use search::mcts::policy::Policy;

/// Draws moves by a map, by what they leave outside one's territory, and by luck.
#[derive(Clone, Copy, Debug)]
pub struct TerritoryPlayouts {
    map: [i32; 64],
    outside: i32,
    luck: i32,
    slips: u32,
}

impl TerritoryPlayouts {
    /// Creates playouts that value squares by the map of the top left quarter, which the others mirror, less `outside`
    /// for a disc of one's own colour outside one's territory, twice as much for a turned one, and up to `luck` more;
    /// `slips` moves in a hundred are any move at all.
    ///
    /// # Panics
    /// Panics if there is no luck: of equal moves always the last would be played.
    #[must_use]
    pub fn new(map: &[[i16; 4]; 4], outside: u32, luck: u32, slips: u32) -> Self {
        assert!(luck > 0, "playouts need luck");
        let worth = |square: usize| {
            let (row, column) = (square / 8, square % 8);
            i32::from(map[row.min(7 - row)][column.min(7 - column)])
        };
        Self {
            map: std::array::from_fn(worth),
            outside: outside as i32,
            luck: luck as i32,
            slips,
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

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rules::yonin::Rules;

    use super::*;

    const CORNERS: [[i16; 4]; 4] = [[100, 0, 0, 0], [0; 4], [0; 4], [0; 4]];

    /// Plays games out and asks of every move.
    fn played(policy: &TerritoryPlayouts, mut check: impl FnMut(&Yonin, Move)) {
        for seed in 0..20 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Yonin::start(&Rules::default());
            while let Some(m) = policy.next(&position, &mut random) {
                assert!(position.legal().contains(&m));
                check(&position, m);
                position.play_unchecked(m);
            }
            assert!(position.is_finished());
        }
    }

    fn is_corner(m: Move) -> bool {
        matches!(m, Move::Place(0 | 7 | 56 | 63))
    }

    #[test]
    fn what_the_map_prefers_is_played_unless_somebody_slips() {
        let mut offered = 0;
        played(&TerritoryPlayouts::new(&CORNERS, 0, 1, 0), |position, m| {
            if position.legal().into_iter().any(is_corner) {
                offered += 1;
                assert!(is_corner(m));
            }
        });
        assert!(offered > 0);
        let mut missed = 0;
        let slips = TerritoryPlayouts::new(&CORNERS, 0, 1, 100);
        played(&slips, |position, m| {
            missed += u32::from(position.legal().into_iter().any(is_corner) && !is_corner(m));
        });
        assert!(missed > 0);
    }

    #[test]
    fn what_stays_at_home_is_preferred() {
        let flat = [[0; 4]; 4];
        let away = |position: &Yonin, m: Move| {
            let Move::Place(square) = m else { return 0 };
            let home = Yonin::territory(position.turn());
            let turned = (position.flips(u32::from(square)) & !home).len();
            2 * turned + u32::from(!home.has(u32::from(square)))
        };
        played(&TerritoryPlayouts::new(&flat, 25, 1, 0), |position, m| {
            let moves = position.legal();
            let least = moves.iter().map(|&m| away(position, m)).min();
            assert_eq!(Some(away(position, m)), least);
        });
    }
}
