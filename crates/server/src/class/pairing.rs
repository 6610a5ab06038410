//! Who plays whom in the next round. Pure: pupils are numbers, and what was played before is given.
//!
//! A seating has one entry per seat; `None` is a seat for an AI, so that nobody sits idle.
//!
//! - *Swiss*: pupils with about as many points meet, nobody meets the same twice as long as that
//!   can be had, and who began less often begins.
//! - *Round robin*: everybody meets everybody once, by the circle method as long as the same are here;
//!   who comes late or was away catches up with those not met yet.
//! - *Fours*: groups of four stay together for a block of four rounds in which everybody sits on
//!   every seat once; then groups are made anew by points.

use std::cmp::Reverse;
use std::collections::BTreeMap;

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
    paired(history.by_points(here), history)
}

/// Pairs neighbours of an order so that nobody meets the same twice, as long as that can be had.
fn paired(mut order: Vec<usize>, history: &History<'_>) -> Vec<Seating> {
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

/// Returns the next round of a round robin among those who are here; with an odd number one plays an
/// AI. Once everybody has met everybody it begins again with seats swapped.
pub(crate) fn round_robin(here: &[usize], history: &History<'_>) -> Vec<Seating> {
    let mut met = BTreeMap::new();
    for seating in history.seatings {
        if let [Some(one), Some(two)] = seating[..] {
            *met.entry((one.min(two), one.max(two))).or_insert(0) += 1;
        }
    }
    let meetings = |one: usize, two: usize| -> usize {
        let pair = (one.min(two), one.max(two));
        met.get(&pair).copied().unwrap_or(0)
    };
    let others = |own| here.iter().copied().filter(move |&other| other != own);
    let pairs = here
        .iter()
        .flat_map(|&own| others(own).map(move |other| (own, other)));
    // How often those have met who met least.
    let cycle = pairs
        .map(|(one, two)| meetings(one, two))
        .min()
        .unwrap_or(0);
    let byes = here.iter().map(|&own| history.byes(own)).min().unwrap_or(0);
    let is_new = |seating: &Seating| match seating[..] {
        [Some(one), Some(two)] => meetings(one, two) == cycle,
        [Some(alone), None] | [None, Some(alone)] => history.byes(alone) == byes,
        _ => true,
    };
    let rounds = here.len().div_ceil(2) * 2 - usize::from(!here.is_empty());
    let mut circles = (0..rounds).map(|round| circle(here, cycle * rounds + round));
    circles
        .find(|tables| tables.iter().all(is_new))
        .unwrap_or_else(|| {
            let mut order = here.to_vec();
            let left = |own| {
                others(own)
                    .filter(|&other| meetings(own, other) == cycle)
                    .count()
            };
            order.sort_by_key(|&own| Reverse(left(own)));
            paired(order, history)
        })
}

/// Returns a round of the circle method, counted from 0.
fn circle(roster: &[usize], round: usize) -> Vec<Seating> {
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
    use std::collections::BTreeSet;

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
            let (mut seatings, points) = (Vec::new(), vec![0.0; count]);
            for round in 0..rounds {
                let history = History { seatings: &seatings, points: &points };
                let tables = round_robin(&roster, &history);
                prop_assert_eq!(&tables, &circle(&roster, round));
                prop_assert_eq!(pupils(&tables), roster.clone());
                seatings.extend(tables.iter().cloned());
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

        /// Whoever is away for a while or comes late, those here sit once each, and in the end
        /// everybody has met everybody.
        #[test]
        fn who_was_away_catches_up(count in 3usize..16, seed: u64) {
            let points = vec![0.0; count];
            let mut seatings: Vec<Seating> = Vec::new();
            for round in 0..4 * count as u64 {
                let away = |pupil: &usize| rules::hash::mix(seed ^ (round << 32) ^ *pupil as u64).is_multiple_of(4);
                let missing = |pupil: &usize| round < count as u64 && away(pupil);
                let here: Vec<usize> = (0..count).filter(|pupil| !missing(pupil)).collect();
                let history = History { seatings: &seatings, points: &points };
                let tables = round_robin(&here, &history);
                prop_assert_eq!(pupils(&tables), here);
                seatings.extend(tables);
            }
            let history = History { seatings: &seatings, points: &points };
            for one in 0..count {
                for two in 0..one {
                    prop_assert!(history.meetings(one, two) > 0, "{} and {}", one, two);
                }
            }
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
