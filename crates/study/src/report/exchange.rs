//! Whether answers at moves go with the jumps of the evaluation, tested by exchanging whole games
//! between people.
//!
//! Answers stick, evaluations drift, and people differ, so that counting or shuffling moves finds links
//! where there are none. Whose game an answer belongs to is the only thing that is exchanged here: each
//! person's answers are put beside the game of another person of the same arm and seat, move by move.
//! Whoever moves first meets other positions than whoever moves second, so that seats would be mistaken
//! for a link. A game that is alone in its arm and seat stays where it is.

use std::collections::BTreeMap;

use rand::seq::SliceRandom;
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use statistics::{Estimate, Interval, Level};

/// Exchanges that are drawn where there are too many to try all.
const DRAWN: usize = 4999;
/// So many exchanges are all tried.
const ALL: usize = 5040;
/// Sums of ranks closer than this are equal.
const SAME: f64 = 1e-9;

/// A game of one person: whether each own move was answered so, and how far the evaluation had jumped
/// before it; `None` where either is missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Whose game it was, by number.
    pub person: u32,
    /// The arm.
    pub arm: usize,
    /// The seat of the person.
    pub seat: u8,
    /// Answers by own move.
    pub answers: Vec<Option<bool>>,
    /// Jumps by own move.
    pub jumps: Vec<Option<f64>>,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// How far the ranks of the jumps of moves answered so lie above those of the others, as a share:
    /// 0 for no link, 1 if every such move jumped more than every other.
    pub difference: f64,
    /// How much more that is than beside the games of others of the arm and seat, where only what all games
    /// have in common can be left.
    pub excess: Estimate,
    /// How likely a link as strong is without one.
    pub p: f64,
    /// What answers and jumps say of each other, of whatever shape the link is.
    pub information: Information,
    /// Moves that were answered so, and otherwise.
    pub counts: (usize, usize),
}

/// Mutual information of answers and jumps, these in thirds of their game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Information {
    /// In bits: 0 if the one says nothing of the other.
    pub bits: f64,
    /// The mean beside the games of others. Few moves always seem to say something.
    pub by_chance: f64,
    /// How likely as much is without a link.
    pub p: f64,
}

/// Tests whether answers go with jumps; `None` if nobody can be exchanged, all answered alike, or an exchange changes
/// nothing because all games jump alike.
#[must_use]
pub fn test(games: &[Series], seed: u64) -> Option<Found> {
    test_by(games, DRAWN, seed)
}

/// Returns the same by so many exchanges, where there are too many to try all.
#[must_use]
pub fn test_by(games: &[Series], exchanges: usize, seed: u64) -> Option<Found> {
    let groups = groups(games);
    if groups.iter().all(|games| games.len() < 2) {
        return None;
    }
    // link[group][answers of][jumps of], so that an exchange is a sum.
    let links: Vec<Vec<Vec<Link>>> = groups.iter().map(|games| links(games)).collect();
    let seen = own(&links);
    let sums = if exchanges_of(&links).is_some_and(|all| all <= ALL) {
        every_exchange(&links)
    } else {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let drawn = (0..exchanges).map(|_| {
            let total = links.iter().map(|group| {
                let mut order: Vec<usize> = (0..group.len()).collect();
                order.shuffle(&mut random);
                sum(group, &order)
            });
            total.sum()
        });
        [seen].into_iter().chain(drawn).collect()
    };
    let count = sums.len() as f64;
    let mean = Mean::of(&links);
    let distance = |sum: &Link| (sum.covariance - mean.covariance).abs();
    let far = |sum: &&Link| distance(sum) >= distance(&seen) - SAME;
    if sums.iter().all(|sum| distance(sum) < SAME) {
        return None;
    }
    let bits: Vec<f64> = sums.iter().map(Link::bits).collect();
    let as_much = bits.iter().filter(|&&bits| bits >= seen.bits() - 1e-9);
    let (difference, counts) = rank_difference(games)?;
    Some(Found {
        difference,
        excess: excess(&seen, &sums, mean, Level::P95)?,
        p: sums.iter().filter(far).count() as f64 / count,
        information: Information {
            bits: seen.bits(),
            by_chance: bits.iter().sum::<f64>() / count,
            p: as_much.count() as f64 / count,
        },
        counts,
    })
}

/// Returns the games of each arm and seat.
fn groups(games: &[Series]) -> Vec<Vec<&Series>> {
    let mut groups = BTreeMap::<(usize, u8), Vec<&Series>>::new();
    for game in games {
        groups.entry((game.arm, game.seat)).or_default().push(game);
    }
    groups.into_values().collect()
}

/// Returns what everybody's answers come to beside their own games.
fn own(links: &[Vec<Vec<Link>>]) -> Link {
    let own = |group: &Vec<Vec<Link>>| sum(group, &(0..group.len()).collect::<Vec<_>>());
    links.iter().map(own).sum()
}

/// Returns how many exchanges there are, unless they are beyond counting.
fn exchanges_of(links: &[Vec<Vec<Link>>]) -> Option<usize> {
    let mut sizes = links.iter().flat_map(|group| 1..=group.len());
    sizes.try_fold(1usize, usize::checked_mul)
}

/// Returns what every exchange comes to.
fn every_exchange(links: &[Vec<Vec<Link>>]) -> Vec<Link> {
    let mut sums = vec![Link::default()];
    for group in links {
        let mut of_group = Vec::new();
        let mut order: Vec<usize> = (0..group.len()).collect();
        every_order(&mut order, 0, &mut |order| of_group.push(sum(group, order)));
        sums = sums
            .iter()
            .flat_map(|&one| {
                of_group
                    .iter()
                    .map(move |&other| [one, other].into_iter().sum())
            })
            .collect();
    }
    sums
}

/// The mean over all exchanges.
#[derive(Clone, Copy)]
struct Mean {
    covariance: f64,
    own: f64,
}

impl Mean {
    fn of(links: &[Vec<Vec<Link>>]) -> Self {
        let of = |value: &dyn Fn(&Link) -> f64| {
            let groups = links.iter().filter(|group| !group.is_empty());
            let mean = |group: &Vec<Vec<Link>>| {
                group.iter().flatten().map(value).sum::<f64>() / group.len() as f64
            };
            groups.map(mean).sum()
        };
        Self {
            covariance: of(&|link| link.covariance),
            own: of(&|link| link.own),
        }
    }
}

/// Returns the excess: what has to be taken from how far answers go with the jumps of every own game, so
/// that they go with them just as far as with those of others. Its interval holds all values that the
/// exchange, after as much is taken from the own games, does not reject; `None` if nobody answered in both
/// ways beside jumps.
fn excess(seen: &Link, sums: &[Link], mean: Mean, level: Level) -> Option<Estimate> {
    let weight = seen.own - mean.own;
    if weight <= SAME {
        return None;
    }
    let value = (seen.covariance - mean.covariance) / weight;
    // Up to these distances from the value an exchange is as far from the mean as what was seen: the one
    // below it, the other above. What was seen is `distance * weight` away there, and the exchange
    // `rest` less or more `distance * own`.
    let reaches = sums.iter().map(|sum| {
        let own = sum.own - mean.own;
        let rest = sum.covariance - mean.covariance - value * own;
        let reach = |rest: f64, weight: f64| match (rest > -SAME, weight > SAME) {
            (false, _) => 0.0,
            (true, true) => rest.max(0.0) / weight,
            // What changes nothing is as far for ever.
            (true, false) => f64::INFINITY,
        };
        let (less, more) = (weight - own, weight + own);
        (
            reach(rest, less).max(reach(-rest, more)),
            reach(rest, more).max(reach(-rest, less)),
        )
    });
    let (mut below, mut above): (Vec<f64>, Vec<f64>) = reaches.unzip();
    let end = |reaches: &mut Vec<f64>| {
        reaches.sort_by(|one, other| other.total_cmp(one));
        // So many may be as far and be rejected.
        let few = (2.0 * level.tail() * sums.len() as f64 + SAME) as usize;
        reaches[few.min(reaches.len() - 1)] + SAME
    };
    let interval = Interval {
        low: value - end(&mut below),
        high: value + end(&mut above),
    };
    Some(Estimate { value, interval })
}

/// Returns how the answers of each game go with the jumps of each.
fn links(games: &[&Series]) -> Vec<Vec<Link>> {
    let ranks: Vec<Option<Vec<f64>>> = games
        .iter()
        .map(|game| whole(&game.jumps).map(|jumps| ranks(&jumps)))
        .collect();
    let row = |(place, one): (usize, &&Series)| {
        let others = games.iter().zip(&ranks);
        let others = others.map(|(other, ranks)| match (ranks, whole(&one.answers)) {
            // Most games miss nothing, and their ranks do not depend on whose answers are beside them.
            (Some(ranks), Some(answers)) if ranks.len() == answers.len() => {
                Link::of_ranks(&answers, ranks)
            }
            _ => Link::of(one, other),
        });
        let mut row: Vec<Link> = others.collect();
        row[place].own = row[place].weight();
        row
    };
    games.iter().enumerate().map(row).collect()
}

/// Returns everything, if nothing is missing.
fn whole<T: Copy>(values: &[Option<T>]) -> Option<Vec<T>> {
    values.iter().copied().collect()
}

/// Returns the rank of each value among all, ties in the middle, between 0 and 1.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let same = values.iter().filter(|other| *other == value).count() as f64;
        (below + (same + 1.0) / 2.0) / (values.len() as f64 + 1.0)
    };
    values.iter().map(rank).collect()
}

fn sum(links: &[Vec<Link>], order: &[usize]) -> Link {
    order
        .iter()
        .enumerate()
        .map(|(one, &other)| links[one][other])
        .sum()
}

fn every_order(order: &mut Vec<usize>, from: usize, see: &mut impl FnMut(&[usize])) {
    if from == order.len() {
        see(order);
        return;
    }
    for other in from..order.len() {
        order.swap(from, other);
        every_order(order, from + 1, see);
        order.swap(from, other);
    }
}

/// How the answers of one game, or of several, go with the jumps of another, move by move.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    /// The covariance of the answers with the ranks of the jumps.
    covariance: f64,
    /// What it would be if every move answered so jumped more than all others, of games with the answers
    /// of their own person.
    own: f64,
    /// Moves by answer and by third of the jumps, the smallest first.
    counts: [[u32; 3]; 2],
}

impl Link {
    fn of(answers: &Series, jumps: &Series) -> Self {
        let both = answers.answers.iter().zip(&jumps.jumps);
        let both = both.filter_map(|(answer, jump)| Some(((*answer)?, (*jump)?)));
        let (answers, jumps): (Vec<bool>, Vec<f64>) = both.unzip();
        Self::of_ranks(&answers, &ranks(&jumps))
    }

    fn of_ranks(answers: &[bool], ranks: &[f64]) -> Self {
        let mean = answers.iter().filter(|answer| **answer).count() as f64 / answers.len() as f64;
        let mut link = Self::default();
        for (&answer, &rank) in answers.iter().zip(ranks) {
            link.covariance += (f64::from(u8::from(answer)) - mean) * (rank - 0.5);
            link.counts[usize::from(answer)][(3.0 * rank) as usize] += 1;
        }
        link
    }

    /// Returns the covariance if every move answered so jumped more than all others.
    fn weight(&self) -> f64 {
        let [no, yes] = self.counts.map(|row| f64::from(row.iter().sum::<u32>()));
        no * yes / (2.0 * (no + yes + 1.0))
    }

    /// Returns the mutual information of the counts, in bits.
    fn bits(&self) -> f64 {
        let share = |count: u32, of: u32| f64::from(count) / f64::from(of);
        let all: u32 = self.counts.iter().flatten().sum();
        let third = |place: usize| self.counts.iter().map(|row| row[place]).sum::<u32>();
        let mut bits = 0.0;
        for row in &self.counts {
            for (place, &count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                let apart = share(row.iter().sum(), all) * share(third(place), all);
                bits += share(count, all) * (share(count, all) / apart).log2();
            }
        }
        bits
    }
}

impl std::iter::Sum for Link {
    fn sum<I: Iterator<Item = Self>>(links: I) -> Self {
        links.fold(Self::default(), |mut sum, link| {
            sum.covariance += link.covariance;
            sum.own += link.own;
            for (sum, more) in sum
                .counts
                .as_flattened_mut()
                .iter_mut()
                .zip(link.counts.as_flattened())
            {
                *sum += more;
            }
            sum
        })
    }
}

/// Returns how much more moves answered so jumped than others, within games: the mean of Cliff's delta,
/// weighted by the pairs of moves.
fn rank_difference(games: &[Series]) -> Option<(f64, (usize, usize))> {
    let mut pairs = Pairs::default();
    for game in games {
        pairs.add(game, game);
    }
    let counts = (pairs.so, pairs.otherwise);
    pairs.delta().map(|delta| (delta, counts))
}

/// Pairs of moves, one answered so and one otherwise.
#[derive(Default)]
struct Pairs {
    more: f64,
    all: f64,
    so: usize,
    otherwise: usize,
}

impl Pairs {
    /// Compares the answers of one game with the jumps of another, move by move.
    fn add(&mut self, answers: &Series, jumps: &Series) {
        let both = answers.answers.iter().zip(&jumps.jumps);
        let both: Vec<(bool, f64)> = both
            .filter_map(|(answer, jump)| Some(((*answer)?, (*jump)?)))
            .collect();
        for (_, yes) in both.iter().filter(|(answer, _)| *answer) {
            self.so += 1;
            for (_, no) in both.iter().filter(|(answer, _)| !*answer) {
                self.all += 1.0;
                self.more += f64::from(i8::from(yes > no) - i8::from(yes < no));
            }
        }
        self.otherwise += both.iter().filter(|(answer, _)| !*answer).count();
    }

    fn delta(&self) -> Option<f64> {
        (self.all > 0.0).then(|| self.more / self.all)
    }
}

/// Returns the excess of these games alone, as [`test()`] has it; `None` if nobody answered in both ways.
#[must_use]
pub fn excess_of(games: &[Series]) -> Option<f64> {
    let groups = groups(games);
    let links: Vec<Vec<Vec<Link>>> = groups.iter().map(|games| links(games)).collect();
    let (seen, mean) = (own(&links), Mean::of(&links));
    let weight = seen.own - mean.own;
    (weight > SAME).then(|| (seen.covariance - mean.covariance) / weight)
}

/// Draws a game without a link, or with one: answers stick and jumps come in spells, so that a test
/// that takes moves for independent is misled. What the tests of this test are made from.
#[must_use]
pub fn drawn(
    (person, arm, seat): (u32, usize, u8),
    moves: usize,
    effect: f64,
    random: &mut Xoshiro256PlusPlus,
) -> Series {
    let bias: f64 = random.random_range(-1.0..1.0);
    let (mut mood, mut wave) = (0.0f64, 0.0f64);
    let mut game = Series {
        person,
        arm,
        seat,
        ..Series::default()
    };
    for number in 0..moves {
        // Both drift in the course of a game, and people differ.
        let drift = number as f64 / moves as f64;
        wave = 0.7 * wave + random.random_range(-1.0..1.0);
        let jump = (wave + drift).exp();
        mood = 0.8 * mood + random.random_range(-1.0..1.0);
        let chance = 1.0 / (1.0 + (-(bias + mood + drift - 1.0 + effect * (jump - 2.0))).exp());
        game.answers
            .push(Some(random.random_range(0.0..1.0) < chance));
        game.jumps.push(Some(jump));
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each plays a game in both arms, half of the people in the one seat.
    fn study(people: u32, effect: f64, seed: u64) -> Vec<Series> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..people)
            .flat_map(|person| [0, 1].map(|arm| (person, arm, (person % 2) as u8)))
            .map(|of| drawn(of, 28, effect, &mut random))
            .collect()
    }

    fn times() -> u64 {
        let asked = std::env::var("KAESU_CAMPAIGN").ok();
        asked.and_then(|asked| asked.parse().ok()).unwrap_or(1)
    }

    #[test]
    fn without_a_link_alarms_are_rare_and_with_one_they_are_not() {
        let studies = 60 * times();
        // By ranks, and by mutual information.
        let alarms = |effect: f64| {
            let found = (0..studies).filter_map(|seed| test(&study(8, effect, seed), seed));
            let found: Vec<Found> = found.collect();
            let share = |p: &dyn Fn(&Found) -> f64| {
                found.iter().filter(|found| p(found) <= 0.05).count() as f64 / studies as f64
            };
            [share(&|found| found.p), share(&|found| found.information.p)]
        };
        // Three standard errors above 5 %.
        let most = 0.05 + 3.0 * (0.05 * 0.95 / studies as f64).sqrt();
        let (false_alarms, found) = (alarms(0.0), alarms(1.2));
        println!("8 people: false alarms {false_alarms:.3?}, found {found:.3?} of {studies}");
        assert!(
            false_alarms.iter().all(|&share| share <= most),
            "{false_alarms:?}"
        );
        assert!(found.iter().all(|&share| share > 0.6), "{found:?}");
    }

    #[test]
    fn intervals_contain_the_excess_that_is_there() {
        let studies = 100 * times();
        for effect in [0.0, 0.6] {
            // What a very large study finds is as good as the truth.
            let truth = match effect {
                0.0 => 0.0,
                _ => excess_of(&study(100, effect, 1 << 40)).unwrap(),
            };
            let contains = |seed: &u64| {
                let found = test(&study(12, effect, *seed), *seed).unwrap();
                found.excess.interval.contains(truth)
            };
            let contained = (0..studies).filter(contains).count() as f64 / studies as f64;
            println!("excess {truth:.3}: {contained:.3} of {studies} intervals contain it");
            let least = 0.95 - 3.0 * (0.05 * 0.95 / studies as f64).sqrt();
            assert!(contained >= least, "{effect}: {contained}");
        }
    }

    /// The interval is made by the test itself, down to two people in one arm.
    #[test]
    fn an_interval_leaves_0_out_if_and_only_if_the_test_rejects_it() {
        let mut told = [0; 2];
        for seed in 0..600 {
            let people = 2 + seed as u32 % 8;
            let effect = f64::from(seed as u32 % 3) * 0.5;
            let mut games = study(people, effect, seed);
            if seed / 8 % 2 == 0 {
                games.retain(|game| game.arm == 0);
            }
            if seed / 16 % 2 == 0 {
                // Everybody in one seat, so that few people have many exchanges.
                games.iter_mut().for_each(|game| game.seat = 0);
            }
            let Some(found) = test_by(&games, 499, seed) else {
                continue;
            };
            let rejects = found.p <= 0.05;
            let interval = found.excess.interval;
            assert_eq!(
                !interval.contains(0.0),
                rejects,
                "{people} people: {found:?}"
            );
            assert!(interval.contains(found.excess.value), "{found:?}");
            told[usize::from(rejects)] += 1;
        }
        assert!(told.iter().all(|&count| count > 50), "{told:?}");
    }

    /// With so few people no exchange can be rare: nothing is left out.
    #[test]
    fn few_exchanges_leave_nothing_out() {
        for people in [2, 3, 4] {
            for seed in 0..40 {
                let mut games = study(people, 1.0, seed);
                games.retain(|game| game.arm == 0);
                games.iter_mut().for_each(|game| game.seat = 0);
                let Some(found) = test(&games, seed) else {
                    continue;
                };
                let exchanges = (1..=people).product::<u32>();
                assert!(found.p >= 1.0 / f64::from(exchanges) - 1e-12);
                if exchanges < 20 {
                    assert!(!found.excess.interval.is_known(), "{people}: {found:?}");
                }
            }
        }
    }

    /// Whoever moves first meets larger jumps early, and is surprised early whatever happens: exchanged
    /// across seats that would be a link.
    #[test]
    fn seats_are_not_mistaken_for_a_link() {
        let game = |person: u32, seat: u8, random: &mut Xoshiro256PlusPlus| {
            let mut game = drawn((person, 0, seat), 28, 0.0, random);
            for number in 0..28 {
                let early = (number < 14) == (seat == 0);
                let jump: f64 = random.random_range(0.0..1.0);
                game.jumps[number] = Some(jump + f64::from(u8::from(early)));
                let chance = if early { 0.7 } else { 0.3 };
                game.answers[number] = Some(random.random_range(0.0..1.0) < chance);
            }
            game
        };
        let studies = 40;
        let alarms = (0..studies).filter(|&seed| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let games: Vec<Series> = (0..12)
                .map(|person| game(person, (person % 2) as u8, &mut random))
                .collect();
            test_by(&games, 499, seed).is_some_and(|found| found.p <= 0.05)
        });
        let alarms = alarms.count();
        assert!(alarms <= 6, "{alarms} of {studies}");
        // A game that is alone stays, and says nothing.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut games: Vec<Series> = (0..5).map(|p| game(p, 0, &mut random)).collect();
        let without = test(&games, 1).unwrap();
        games.push(game(5, 1, &mut random));
        let with = test(&games, 1).unwrap();
        assert_eq!(without.p, with.p);
        assert!((without.excess.value - with.excess.value).abs() < 1e-9);
    }

    #[test]
    fn a_perfect_link_is_told_exactly() {
        let game = |late: u32| Series {
            person: late,
            arm: 0,
            seat: 0,
            answers: (0..10).map(|n| Some(n == late)).collect(),
            jumps: (0..10)
                .map(|n| Some(if n == late { 9.0 } else { f64::from(n) / 10.0 }))
                .collect(),
        };
        let games: Vec<Series> = [1, 3, 5, 7].map(game).to_vec();
        let found = test(&games, 1).unwrap();
        assert_eq!(found.difference, 1.0);
        assert!((found.p - 1.0 / 24.0).abs() < 1e-12, "{found:?}");
        assert_eq!(found.counts, (4, 36));
        // Every such move is in the third with the largest jumps, which holds three moves of ten.
        let expected = 0.1 * (1.0 / 0.3f64).log2()
            + 0.2 * (0.2 / (0.9 * 0.3f64)).log2()
            + 0.7 * (1.0 / 0.9f64).log2();
        assert!(
            (found.information.bits - expected).abs() < 1e-9,
            "{found:?}"
        );
        assert!(
            (found.information.p - 1.0 / 24.0).abs() < 1e-12,
            "{found:?}"
        );
        assert!(found.information.by_chance < found.information.bits);
        assert!(found.excess.value > 0.5, "{found:?}");
        assert_eq!(test(&games[..1], 1), None);
    }
}
