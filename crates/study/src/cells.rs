//! Who meets which arm when, and on which side: the cells of a study, and the lot that fills them.
//!
//! A cell is an order of the arms with a side in each. The next table goes to a cell with the fewest
//! tables that are active or finished, ties by lot, so that nobody's leaving unbalances the rest.

use rules::hash::mix;

use crate::file::{Arm, Chair, Claim, Order, Study};

/// An order of arms, with the place of the person in each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The arms by number, and how far the seats are turned: the person sits where the file says,
    /// plus this.
    pub games: Vec<(usize, u8)>,
}

/// Returns the cells of a study, always in the same order.
#[must_use]
pub fn cells(study: &Study) -> Vec<Cell> {
    let arms = study.arms.len();
    let games = usize::from(study.games_each);
    let orders = match study.order {
        Order::Balanced => permutations(arms),
        Order::Williams | Order::Incomplete => williams(arms),
        Order::Fixed => vec![(0..arms).collect()],
    };
    // With one person against programs sides are balanced; people among themselves sit by lot.
    let sides = match study.arms.first() {
        Some(arm) if arm.people() == 1 => arm.seat_count() as u8,
        _ => 1,
    };
    let patterns: Vec<Vec<u8>> = match study.order {
        Order::Balanced => every_pattern(games, sides),
        _ => (0..sides)
            .map(|first| {
                (0..games)
                    .map(|game| (first + game as u8) % sides)
                    .collect()
            })
            .collect(),
    };
    orders
        .iter()
        .flat_map(|order| {
            patterns.iter().map(|pattern| Cell {
                games: order.iter().copied().zip(pattern.iter().copied()).collect(),
            })
        })
        .collect()
}

/// Returns in how many cells people meet the first of a claim's two arms before the second, and after it;
/// `None` if it compares no two.
#[must_use]
pub fn meet(study: &Study, claim: &Claim) -> Option<[usize; 2]> {
    let (one, other) = claim.arms.as_ref()?;
    let cells = cells(study);
    let before = |first: &str, second: &str| {
        let at = |cell: &Cell, name: &str| {
            let mut arms = cell.games.iter().map(|(arm, _)| &study.arms[*arm].name);
            arms.position(|arm| arm == name)
        };
        let fits = |cell: &&Cell| {
            let places = (at(cell, first), at(cell, second));
            matches!(places, (Some(first), Some(second)) if first < second)
        };
        cells.iter().filter(fits).count()
    };
    Some([before(one, other), before(other, one)])
}

/// Returns where the person of a cell sits in an arm.
#[must_use]
pub fn seat(arm: &Arm, turned: u8) -> usize {
    let own = arm.seats.iter().position(|chair| *chair == Chair::Person);
    (own.unwrap_or(0) + usize::from(turned)) % arm.seats.len()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    permutations(n - 1)
        .into_iter()
        .flat_map(|shorter| {
            (0..n).rev().map(move |place| {
                let mut longer = shorter.clone();
                longer.insert(place, n - 1);
                longer
            })
        })
        .collect()
}

fn every_pattern(games: usize, sides: u8) -> Vec<Vec<u8>> {
    let all = usize::from(sides).pow(games as u32);
    (0..all)
        .map(|number| {
            let digit = |game: usize| number / usize::from(sides).pow(game as u32);
            (0..games)
                .map(|game| (digit(game) % usize::from(sides)) as u8)
                .collect()
        })
        .collect()
}

/// Returns a square whose rows hold every arm once, its columns too, and in which every arm follows every
/// other equally often (Williams 1949). An odd number needs the mirrored rows as well.
fn williams(n: usize) -> Vec<Vec<usize>> {
    // 0, 1, n-1, 2, n-2, ...
    let first: Vec<usize> = (0..n)
        .map(|place| {
            if place % 2 == 1 {
                place.div_ceil(2)
            } else {
                (n - place / 2) % n
            }
        })
        .collect();
    let row = |shift: usize| -> Vec<usize> { first.iter().map(|arm| (arm + shift) % n).collect() };
    let rows: Vec<Vec<usize>> = (0..n).map(row).collect();
    if n.is_multiple_of(2) {
        return rows;
    }
    let mirrored = rows.iter().map(|row| row.iter().rev().copied().collect());
    rows.iter().cloned().chain(mirrored).collect()
}

/// Draws a cell for the next table, given how many tables in each are active or finished; `None` if
/// every cell has all that the study needs.
#[must_use]
pub fn draw(study: &Study, taken: &[u32], lot: u64) -> Option<usize> {
    let each = study.people / study.people_at_a_table() as u32 / taken.len() as u32;
    let least = *taken.iter().min()?;
    if least >= each {
        return None;
    }
    let open: Vec<usize> = (0..taken.len())
        .filter(|&cell| taken[cell] == least)
        .collect();
    let drawn = mix(study.seed ^ mix(lot)) % open.len() as u64;
    Some(open[drawn as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_williams_square_every_arm_follows_every_other_equally_often() {
        for n in 2..=7 {
            let rows = williams(n);
            let each = rows.len() / n;
            for place in 0..n {
                for arm in 0..n {
                    let here = rows.iter().filter(|row| row[place] == arm).count();
                    assert_eq!(here, each, "{n} arms, place {place}, arm {arm}");
                }
            }
            for one in 0..n {
                for other in (0..n).filter(|&other| other != one) {
                    let follows =
                        |row: &&Vec<usize>| row.windows(2).any(|pair| pair == [one, other]);
                    let times = rows.iter().filter(follows).count();
                    assert_eq!(times, each, "{n} arms: {one} before {other}");
                }
            }
        }
    }

    #[test]
    fn two_arms_on_two_sides_make_eight_cells() {
        assert_eq!(permutations(2), [[0, 1], [1, 0]]);
        assert_eq!(permutations(3).len(), 6);
        let patterns = every_pattern(2, 2);
        assert_eq!(patterns, [[0, 0], [1, 0], [0, 1], [1, 1]]);
    }
}
