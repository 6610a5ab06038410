//! Seatings in which no seat and no neighbour favours a player.
//!
//! A block of orders is balanced when every two players meet in every two seats equally often: then
//! each player has each seat, each opposite player and each neighbour on either side equally often,
//! in every combination. The smallest such block for four has 12 orders: each seat equally often
//! needs a multiple of four, each of the six pairs opposite equally often, two a game, a multiple of
//! three. (The even permutations of four do it: they carry any two players to any two seats in
//! exactly one way. Likewise the maps x → a x + b for five seats, the fractions
//! (a x + b) / (c x + d) over five numbers and infinity for six.)

use rules::{PerSeat, Seat};

/// The player of each seat, counted from 0.
pub type Order = PerSeat<usize>;

/// Returns all orders of this many players, smallest first: 24 for four.
#[must_use]
pub fn orders(seats: usize) -> Vec<Order> {
    let mut all = Vec::new();
    let mut chosen = Vec::with_capacity(seats);
    extend(seats, &mut chosen, &mut all);
    all
}

fn extend(seats: usize, chosen: &mut Vec<usize>, all: &mut Vec<Order>) {
    if chosen.len() == seats {
        all.push(PerSeat::from_fn(seats, |seat| chosen[seat.index()]));
        return;
    }
    for player in 0..seats {
        if !chosen.contains(&player) {
            chosen.push(player);
            extend(seats, chosen, all);
            chosen.pop();
        }
    }
}

/// Returns a smallest balanced block of orders: 2, 6, 12, 20 and 120 for two to six seats. Blocks
/// with odd numbers exchange two players, so that two blocks of four seats are all 24 orders.
///
/// # Panics
/// Panics if there are not two to six seats.
#[must_use]
pub fn balanced_block(seats: usize, number: u64) -> Vec<Order> {
    let block: Vec<Order> = match seats {
        2 | 3 => orders(seats),
        4 => orders(seats).into_iter().filter(even).collect(),
        5 => (1..5)
            .flat_map(|a| (0..5).map(move |b| PerSeat::from_fn(5, |x| (a * x.index() + b) % 5)))
            .collect(),
        6 => orders(seats).into_iter().filter(fraction).collect(),
        _ => panic!("a balanced block has two to six seats, not {seats}"),
    };
    if number.is_multiple_of(2) {
        return block;
    }
    let exchange = |player| match player {
        p if p == seats - 1 => seats - 2,
        p if p == seats - 2 => seats - 1,
        p => p,
    };
    block.iter().map(|order| order.map(exchange)).collect()
}

fn even(order: &Order) -> bool {
    let players: &[usize] = order;
    let inversions = |i: usize| players[..i].iter().filter(|&&p| p > players[i]).count();
    (0..order.len()).map(inversions).sum::<usize>() % 2 == 0
}

/// Reports whether an order of six keeps all cross-ratios over five numbers and infinity (here 5),
/// which is what makes it a fraction of that kind.
fn fraction(order: &Order) -> bool {
    // Homogeneous coordinates: x is x : 1, infinity is 1 : 0.
    let point = |x: usize| if x == 5 { (1, 0) } else { (x as i32, 1) };
    let cross = |a: usize, b: usize| {
        let ((p, q), (r, s)) = (point(a), point(b));
        (p * s - q * r).rem_euclid(5)
    };
    // (a, b; c, d) = (a−c)(b−d) / (b−c)(a−d), compared without dividing.
    let same = |d: usize| {
        let (a, b, c) = (0, 1, 5);
        let i = |x: usize| order[Seat::new(x)];
        let left = cross(a, c) * cross(b, d) * cross(i(b), i(c)) * cross(i(a), i(d));
        let right = cross(b, c) * cross(a, d) * cross(i(a), i(c)) * cross(i(b), i(d));
        (left - right).rem_euclid(5) == 0
    };
    (2..5).all(same)
}

/// Returns all seatings of A (0) against B (1) with at least one of each: 14 for four seats. A has
/// each seat as often as B, and each company of others too.
#[must_use]
pub fn mixed(seats: usize) -> Vec<Order> {
    (1..(1usize << seats) - 1)
        .map(|bits| PerSeat::from_fn(seats, |seat| bits >> seat.index() & 1))
        .collect()
}

/// Returns all tables of `seats` different players out of this many, each in ascending order.
#[must_use]
pub fn tables(players: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        all = all
            .into_iter()
            .flat_map(|table: Vec<usize>| {
                let next = table.last().map_or(0, |last| last + 1);
                (next..players).map(move |player| [table.clone(), vec![player]].concat())
            })
            .collect();
    }
    all
}

/// Returns the seat opposite, if the table has one.
#[must_use]
pub fn opposite(seat: Seat, seats: usize) -> Option<Seat> {
    seats.is_multiple_of(2).then(|| seat.next(seats / 2, seats))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Returns how often each (seat, seat, player, player) happens.
    fn meetings(block: &[Order]) -> BTreeMap<[usize; 4], usize> {
        let mut counts = BTreeMap::new();
        for order in block {
            for (a, &p) in order.iter().enumerate() {
                for (b, &q) in order.iter().enumerate() {
                    if a != b {
                        *counts.entry([a, b, p, q]).or_insert(0) += 1;
                    }
                }
            }
        }
        counts
    }

    #[test]
    fn blocks_are_balanced_for_every_two_players_in_every_two_seats() {
        for (seats, size) in [(2, 2), (3, 6), (4, 12), (5, 20), (6, 120)] {
            for number in 0..2 {
                let block = balanced_block(seats, number);
                assert_eq!(block.len(), size);
                let counts = meetings(&block);
                let pairs = seats * (seats - 1);
                assert_eq!(counts.len(), pairs * pairs);
                assert!(counts.values().all(|&c| c == size / pairs), "{seats} seats");
            }
        }
    }

    #[test]
    fn in_twelve_games_each_seat_meets_each_opposite_once() {
        let block = balanced_block(4, 0);
        let mut seen = BTreeSet::new();
        for order in &block {
            for seat in Seat::all(4) {
                let other = opposite(seat, 4).unwrap();
                assert!(seen.insert((order[seat], seat, order[other])));
            }
        }
        assert_eq!(seen.len(), 4 * 4 * 3);
    }

    #[test]
    fn no_smaller_block_of_four_is_balanced() {
        // Each of n games seats each player once and has two pairs opposite; four seats and six
        // pairs must come out even.
        let possible = (1..=12).filter(|n| n % 4 == 0 && 2 * n % 6 == 0);
        assert_eq!(possible.collect::<Vec<usize>>(), [12]);
    }

    #[test]
    fn two_blocks_are_all_24_orders() {
        let both: BTreeSet<Vec<usize>> = (0..2)
            .flat_map(|number| balanced_block(4, number))
            .map(|order| order.to_vec())
            .collect();
        assert_eq!(both.len(), 24);
        assert_eq!(orders(4).len(), 24);
        // 24 orders are 4 rotations of 6 circular orders.
        let circular: BTreeSet<Vec<usize>> = orders(4)
            .iter()
            .map(|order| {
                let start = order.iter().position(|&p| p == 0).unwrap();
                (0..4).map(|i| order[Seat::new((start + i) % 4)]).collect()
            })
            .collect();
        assert_eq!(circular.len(), 6);
    }

    #[test]
    fn mixed_seatings_treat_both_alike() {
        let seatings = mixed(4);
        assert_eq!(seatings.len(), 14);
        for seat in Seat::all(4) {
            assert_eq!(seatings.iter().filter(|s| s[seat] == 0).count(), 7);
            for other in Seat::all(4).filter(|&other| other != seat) {
                let met = |a, b| {
                    let both = |s: &&Order| s[seat] == a && s[other] == b;
                    seatings.iter().filter(both).count()
                };
                assert_eq!((met(0, 1), met(1, 0)), (4, 4));
                assert_eq!((met(0, 0), met(1, 1)), (3, 3));
            }
        }
    }

    #[test]
    fn tables_are_all_choices() {
        assert_eq!(tables(6, 4).len(), 15);
        assert_eq!(tables(4, 4), [[0, 1, 2, 3]]);
        assert!(tables(3, 4).is_empty());
    }
}
