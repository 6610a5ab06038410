//! Who plays whom in the next round. Pure: pupils are numbers, and what was played before is given.
//!
//! A seating has one entry per seat; `None` is a seat for an AI, so that nobody sits idle.
//!
//! - *Swiss*: pupils with about as many points meet, nobody meets the same twice as long as that
//!   can be had, and who began less often begins.
//! - *Round robin*: everybody meets everybody once, by the circle method.
//! - *Fours*: groups of four stay together for a block of four rounds in which everybody sits on
//!   every seat once; then groups are made anew by points.

/// One entry per seat.
pub(crate) type Seating = Vec<Option<usize>>;

/// What was played before.
pub(crate) struct History<'a> {
    /// All seatings of earlier rounds.
    pub(crate) seatings: &'a [Seating],
    /// Points by pupil.
    pub(crate) points: &'a [f64],
}

impl History<'_> {
    fn meetings(&self, one: usize, two: usize) -> usize {
        let has = |seating: &Seating, pupil| seating.contains(&Some(pupil));
        let both = |seating: &&Seating| has(seating, one) && has(seating, two);
        self.seatings.iter().filter(both).count()
    }

    /// How much more often a pupil had the first seat than the second.
    fn lead(&self, pupil: usize) -> i32 {
        let sat = |seat: usize| {
            let there = |s: &&Seating| s.get(seat) == Some(&Some(pupil));
            self.seatings.iter().filter(there).count() as i32
        };
        sat(0) - sat(1)
    }

    /// How often a pupil played an AI because nobody else was left.
    fn byes(&self, pupil: usize) -> usize {
        let alone = |s: &&Seating| s.contains(&Some(pupil)) && s.contains(&None);
        self.seatings.iter().filter(alone).count()
    }

    /// The pupils, most points first, equals in the order given.
    fn by_points(&self, here: &[usize]) -> Vec<usize> {
        let mut order = here.to_vec();
        order.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]));
        order
    }

    /// Who began less often begins.
    fn seated(&self, one: usize, two: usize) -> Seating {
        if self.lead(two) < self.lead(one) {
            vec![Some(two), Some(one)]
        } else {
            vec![Some(one), Some(two)]
        }
    }
}

/// How many pairs are tried before a second meeting is put up with.
const MOST_TRIES: usize = 50_000;

/// Returns the next round of a Swiss tournament among those who are here.
pub(crate) fn swiss(here: &[usize], history: &History<'_>) -> Vec<Seating> {
    let mut order = history.by_points(here);
    let mut tables = Vec::new();
    if order.len() % 2 == 1 {
        // The last of those who were alone least often.
        let fewest = order.iter().map(|&pupil| history.byes(pupil)).min();
        let alone = order
            .iter()
            .rposition(|&pupil| Some(history.byes(pupil)) == fewest);
        if let Some(place) = alone {
            tables.push(vec![Some(order.remove(place)), None]);
        }
    }
    let mut tries = 0;
    let pairs = without_rematch(&order, history, &mut tries)
        .unwrap_or_else(|| with_rematches(&order, history));
    let seated = pairs.into_iter().map(|(a, b)| history.seated(a, b));
    seated.chain(tables).collect()
}

fn without_rematch(
    order: &[usize],
    history: &History<'_>,
    tries: &mut usize,
) -> Option<Vec<(usize, usize)>> {
    let Some((&first, rest)) = order.split_first() else {
        return Some(Vec::new());
    };
    for (place, &other) in rest.iter().enumerate() {
        *tries += 1;
        if *tries > MOST_TRIES {
            return None;
        }
        if history.meetings(first, other) > 0 {
            continue;
        }
        let mut left = rest.to_vec();
        left.remove(place);
        if let Some(mut pairs) = without_rematch(&left, history, tries) {
            pairs.insert(0, (first, other));
            return Some(pairs);
        }
    }
    None
}

fn with_rematches(order: &[usize], history: &History<'_>) -> Vec<(usize, usize)> {
    let mut left = order.to_vec();
    let mut pairs = Vec::new();
    while left.len() > 1 {
        let first = left.remove(0);
        let fewest = left
            .iter()
            .enumerate()
            .min_by_key(|(_, other)| history.meetings(first, **other));
        let place = fewest.map_or(0, |(place, _)| place);
        pairs.push((first, left.remove(place)));
    }
    pairs
}

/// Returns a round of a round robin, counted from 0; with an odd number one plays an AI. After as
/// many rounds as there are others it begins again with seats swapped.
pub(crate) fn round_robin(roster: &[usize], round: usize) -> Vec<Seating> {
    let mut circle: Seating = roster.iter().copied().map(Some).collect();
    if circle.len() % 2 == 1 {
        circle.push(None);
    }
    let size = circle.len();
    if size < 2 {
        return Vec::new();
    }
    let (cycle, round) = (round / (size - 1), round % (size - 1));
    circle[1..].rotate_right(round);
    let pair = |place: usize| {
        let mut pair = vec![circle[place], circle[size - 1 - place]];
        // The one who stays takes turns; the others alternate along the circle.
        let swap = if place == 0 {
            round % 2 == 1
        } else {
            place % 2 == 1
        };
        if swap != (cycle % 2 == 1) {
            pair.reverse();
        }
        pair
    };
    (0..size / 2).map(pair).collect()
}

/// The seats of a game for four.
pub(crate) const FOUR: usize = 4;

/// Returns new groups of four by points; free places are for AIs and spread evenly.
pub(crate) fn groups(here: &[usize], history: &History<'_>) -> Vec<Seating> {
    let order = history.by_points(here);
    let count = order.len().div_ceil(FOUR);
    let mut left = order.as_slice();
    (0..count)
        .map(|group| {
            let (own, rest) = left.split_at(left.len().div_ceil(count - group));
            left = rest;
            let mut seating: Seating = own.iter().copied().map(Some).collect();
            seating.resize(FOUR, None);
            seating
        })
        .collect()
}

/// Returns a group as it sits in a round of its block: everybody one seat on each time.
pub(crate) fn turned(group: &[Option<usize>], round: usize) -> Seating {
    let mut seating = group.to_vec();
    let size = seating.len().max(1);
    seating.rotate_right(round % size);
    seating
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    fn pupils(tables: &[Seating]) -> Vec<usize> {
        let mut all: Vec<usize> = tables.iter().flatten().flatten().copied().collect();
        all.sort_unstable();
        all
    }

    /// Plays rounds of a Swiss tournament in which results follow from the seed.
    fn tournament(count: usize, rounds: usize, seed: u64) -> Vec<Vec<Seating>> {
        let here: Vec<usize> = (0..count).collect();
        let (mut points, mut seatings) = (vec![0.0; count], Vec::new());
        let mut played = Vec::new();
        for round in 0..rounds as u64 {
            let history = History {
                seatings: &seatings,
                points: &points,
            };
            let tables = swiss(&here, &history);
            for (number, table) in (0u64..).zip(&tables) {
                let drawn = rules::hash::mix(seed ^ (round << 32) ^ number) % 3;
                match (table[0], table[1]) {
                    (Some(one), Some(two)) => {
                        points[one] += drawn as f64 / 2.0;
                        points[two] += 1.0 - drawn as f64 / 2.0;
                    }
                    (one, two) => one
                        .or(two)
                        .into_iter()
                        .for_each(|pupil| points[pupil] += 1.0),
                }
            }
            seatings.extend(tables.iter().cloned());
            played.push(tables);
        }
        played
    }

    proptest! {
        #[test]
        fn everybody_sits_once_in_every_round(count in 1usize..42, rounds in 1usize..7, seed: u64) {
            for tables in tournament(count, rounds, seed) {
                prop_assert_eq!(pupils(&tables), (0..count).collect::<Vec<_>>());
            }
        }

        /// A graph in which everybody has half of all as neighbours has a perfect matching (Dirac),
        /// so for that long nobody need meet anybody twice.
        #[test]
        fn nobody_meets_twice_in_half_as_many_rounds(pairs in 2usize..12, seed: u64) {
            let rounds = pairs - 1;
            let mut met = BTreeSet::new();
            for table in tournament(2 * pairs, rounds, seed).concat() {
                let mut pair = [table[0], table[1]];
                pair.sort_unstable();
                prop_assert!(met.insert(pair), "{:?} again", pair);
            }
        }

        #[test]
        fn nobody_is_alone_twice_before_all_were(half in 1usize..10, seed: u64) {
            let count = 2 * half + 1;
            let mut alone = BTreeMap::new();
            for table in tournament(count, count, seed).concat() {
                if table.contains(&None) {
                    *alone.entry(table[0]).or_insert(0) += 1;
                }
            }
            prop_assert_eq!(alone.len(), count);
        }

        #[test]
        fn everybody_meets_everybody_once(count in 2usize..42) {
            let roster: Vec<usize> = (0..count).collect();
            let rounds = if count % 2 == 0 { count - 1 } else { count };
            let mut met = BTreeSet::new();
            let mut first = vec![0i32; count];
            for round in 0..rounds {
                let tables = round_robin(&roster, round);
                prop_assert_eq!(pupils(&tables), roster.clone());
                for table in tables {
                    if let (Some(one), Some(two)) = (table[0], table[1]) {
                        prop_assert!(met.insert((one.min(two), one.max(two))));
                        first[one] += 1;
                        first[two] -= 1;
                    }
                }
            }
            prop_assert_eq!(met.len(), count * (count - 1) / 2);
            prop_assert!(first.iter().all(|lead| lead.abs() <= 2), "{:?}", first);
        }

        #[test]
        fn a_block_seats_everybody_on_every_seat(count in 1usize..42) {
            let here: Vec<usize> = (0..count).collect();
            let points = vec![0.0; count];
            let history = History { seatings: &[], points: &points };
            let made = groups(&here, &history);
            prop_assert_eq!(pupils(&made), here);
            for group in &made {
                // AIs are spread, so that nobody is alone with three of them unless alone in the class.
                let people = group.iter().flatten().count();
                prop_assert!(people >= 2 || count == 1, "{:?}", group);
                for seat in 0..FOUR {
                    let sat: Seating = (0..FOUR).map(|round| turned(group, round)[seat]).collect();
                    for pupil in group {
                        prop_assert!(sat.contains(pupil));
                    }
                }
            }
        }
    }
}
