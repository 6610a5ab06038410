//! Whether results against opponents follow the opponents' ratings, exact for few people.
//!
//! Somebody wins with the odds 10^((own − slope · rating) / 400), and draws as Davidson (1970) has it.
//! What a person scored in all and how often they drew says how strong they are, and nothing of the
//! slope: given both, every way to deal the same results out to the opponents they met has a chance that
//! depends on the slope alone. So nobody's own strength has to be estimated from a handful of games,
//! which would pull the slope away from the truth; tests and intervals are exact, as Fisher's are.

use std::collections::BTreeMap;

use super::estimate::{Estimate, Interval, Level};
use super::pairs::Ending;
use super::root::{falling, rising};

/// Slopes beyond this are not looked for.
const MOST: f64 = 1e3;

/// A game of somebody against an opponent with a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The opponent's rating, in Elo.
    pub rating: i32,
    /// How it ended for the person.
    pub ending: Ending,
}

/// What results say of the slope.
#[derive(Clone, Debug)]
pub struct Slope {
    /// Ways to deal out each person's results, by half points times rating; without those who could not
    /// have fared otherwise.
    people: Vec<Ways>,
    /// The chances of what they add up to, at the slope `at`.
    together: Together,
    seen: i64,
}

/// How often half points times rating add up to this.
type Ways = BTreeMap<i64, f64>;

#[derive(Clone, Debug)]
struct Together {
    at: f64,
    least: i64,
    step: i64,
    chances: Vec<f64>,
}

/// How fast the odds change with half points times rating at a slope of 1.
fn rate() -> f64 {
    10f64.ln() / 800.0
}

impl Slope {
    /// Takes the games of everybody; `None` if no result could have gone to another opponent of another
    /// rating, so that nothing is said of the slope.
    #[must_use]
    pub fn of(people: &[Vec<Rated>]) -> Option<Self> {
        let all = people.iter().map(|games| (ways(games), total(games)));
        let (ways, totals): (Vec<Ways>, Vec<i64>) = all.filter(|(ways, _)| ways.len() > 1).unzip();
        if ways.is_empty() {
            return None;
        }
        let seen = totals.into_iter().sum();
        let mean = |slope: f64| ways.iter().map(|ways| mean(ways, slope)).sum::<f64>();
        let ends = ways.iter().fold((0, 0), |(least, most), ways| {
            let keys = || ways.keys();
            let end = |key: Option<&i64>| key.copied().unwrap_or_default();
            (least + end(keys().next()), most + end(keys().next_back()))
        });
        let inside = ends.0 < seen && seen < ends.1;
        // Around the best slope nothing that matters is too small for a number.
        let at = if inside {
            falling(-MOST, MOST, |slope| mean(slope) - seen as f64)
        } else {
            0.0
        };
        Some(Self {
            together: Together::of(&ways, at),
            people: ways,
            seen,
        })
    }

    /// Returns how many people say something of the slope: not those who won all games, or met
    /// opponents of one rating.
    #[must_use]
    pub fn people(&self) -> usize {
        self.people.len()
    }

    /// Returns the slope with its interval. Where results are as orderly as they can be the interval has
    /// one end only, and the value is the one that would be exceeded every other time.
    #[must_use]
    pub fn estimate(&self, level: Level) -> Estimate {
        let below = |slope: f64| self.tails(slope).0;
        let above = |slope: f64| self.tails(slope).1;
        let low = if below(-MOST) > level.tail() {
            f64::NEG_INFINITY
        } else {
            rising(-MOST, MOST, |slope| below(slope) - level.tail())
        };
        let high = if above(MOST) > level.tail() {
            f64::INFINITY
        } else {
            falling(-MOST, MOST, |slope| above(slope) - level.tail())
        };
        let value = if low.is_finite() && high.is_finite() {
            self.together.at
        } else if high.is_finite() {
            falling(-MOST, MOST, |slope| above(slope) - 0.5)
        } else {
            rising(-MOST, MOST, |slope| below(slope) - 0.5)
        };
        Estimate {
            value,
            interval: Interval { low, high },
        }
    }

    /// Returns how likely results as far from what a slope leads to are, at that slope: twice the smaller
    /// tail.
    #[must_use]
    pub fn p_value(&self, slope: f64) -> f64 {
        let (below, above) = self.tails(slope);
        (2.0 * below.min(above)).min(1.0)
    }

    /// The chances that strong opponents gave away as little as was seen, or less, and as much or more.
    fn tails(&self, slope: f64) -> (f64, f64) {
        self.together.tails(slope, self.seen)
    }
}

fn total(games: &[Rated]) -> i64 {
    let points = |game: &Rated| game.ending.half_points() as i64 * i64::from(game.rating);
    games.iter().map(points).sum()
}

/// Every way to deal out the same results to the same opponents.
fn ways(games: &[Rated]) -> Ways {
    let count = |ending: Ending| games.iter().filter(|game| game.ending == ending).count();
    let left = [Ending::Loss, Ending::Draw, Ending::Win].map(count);
    let mut dealt = BTreeMap::from([(left, Ways::from([(0, 1.0)]))]);
    for game in games {
        let mut next = BTreeMap::<[usize; 3], Ways>::new();
        for (left, ways) in &dealt {
            for half in (0..3).filter(|&half| left[half] > 0) {
                let mut left = *left;
                left[half] -= 1;
                let to = next.entry(left).or_default();
                for (sum, count) in ways {
                    *to.entry(sum + half as i64 * i64::from(game.rating))
                        .or_default() += count;
                }
            }
        }
        dealt = next;
    }
    dealt.remove(&[0; 3]).unwrap_or_default()
}

/// What is expected of somebody at a slope.
fn mean(ways: &Ways, slope: f64) -> f64 {
    let tilted = tilted(ways, slope);
    tilted
        .iter()
        .map(|(sum, chance)| *sum as f64 * chance)
        .sum()
}

/// The chances of somebody's sums at a slope.
fn tilted(ways: &Ways, slope: f64) -> Vec<(i64, f64)> {
    let power = |sum: i64| -slope * rate() * sum as f64;
    let most = ways.keys().map(|&sum| power(sum)).fold(f64::MIN, f64::max);
    let weight = |(&sum, &count): (&i64, &f64)| (sum, count * (power(sum) - most).exp());
    let weights: Vec<(i64, f64)> = ways.iter().map(weight).collect();
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    weights
        .into_iter()
        .map(|(sum, weight)| (sum, weight / all))
        .collect()
}

fn divisor(mut one: i64, mut other: i64) -> i64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.abs()
}

impl Together {
    fn of(people: &[Ways], at: f64) -> Self {
        let first = |ways: &Ways| ways.keys().next().copied().unwrap_or_default();
        let all = people
            .iter()
            .flat_map(|ways| ways.keys().map(|sum| sum - first(ways)));
        let step = all.fold(0, divisor).max(1);
        let mut chances = vec![1.0];
        for ways in people {
            let tilted = tilted(ways, at);
            let width = tilted.last().map_or(0, |(sum, _)| sum - first(ways)) / step;
            let mut next = vec![0.0; chances.len() + width as usize];
            for (sum, chance) in tilted {
                let shift = ((sum - first(ways)) / step) as usize;
                for (place, own) in chances.iter().enumerate() {
                    next[place + shift] += own * chance;
                }
            }
            chances = next;
        }
        Self {
            at,
            least: people.iter().map(first).sum(),
            step,
            chances,
        }
    }

    /// The chances at another slope of no more, and of no less, than was seen.
    fn tails(&self, slope: f64, seen: i64) -> (f64, f64) {
        let place = ((seen - self.least) / self.step) as usize;
        let each = (self.at - slope) * rate() * self.step as f64;
        let power = |other: usize, chance: f64| chance.ln() + each * (other as f64 - place as f64);
        let known = self.chances.iter().enumerate();
        let known: Vec<(usize, f64)> = known
            .filter(|(_, chance)| **chance > 0.0)
            .map(|(other, &chance)| (other, power(other, chance)))
            .collect();
        let most = known
            .iter()
            .map(|(_, power)| *power)
            .fold(f64::MIN, f64::max);
        let (mut below, mut above, mut all) = (0.0, 0.0, 0.0);
        for (other, power) in known {
            let weight = (power - most).exp();
            all += weight;
            if other <= place {
                below += weight;
            }
            if other >= place {
                above += weight;
            }
        }
        (below / all, above / all)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn game(rating: i32, ending: Ending) -> Rated {
        Rated { rating, ending }
    }

    /// Games of people of all strengths against four of six opponents.
    fn drawn(people: usize, slope: f64, random: &mut Xoshiro256PlusPlus) -> Vec<Vec<Rated>> {
        let ratings = [-200, -120, -40, 30, 90, 240];
        let person = |number: usize| {
            let own: f64 = 300.0 * random.random_range(-1.0..1.0);
            let game = |place: usize| {
                let rating = ratings[(number + place * place) % 6];
                let lead = own - slope * f64::from(rating);
                let drawn = random.random_range(0.0..1.0);
                let wins = 0.95 / (1.0 + 10f64.powf(-lead / 400.0));
                let ending = match drawn {
                    drawn if drawn < 0.05 => Ending::Draw,
                    drawn if drawn < 0.05 + wins => Ending::Win,
                    _ => Ending::Loss,
                };
                Rated { rating, ending }
            };
            (0..4).map(game).collect()
        };
        (0..people).map(person).collect()
    }

    #[test]
    fn two_games_each_are_the_sign_test() {
        // Whoever won one of two games won it against the one or the other: five to one.
        let one = vec![game(0, Ending::Win), game(400, Ending::Loss)];
        let other = vec![game(0, Ending::Loss), game(400, Ending::Win)];
        let mut people = vec![one; 5];
        people.push(other);
        // Who won both says nothing.
        people.push(vec![game(0, Ending::Win), game(400, Ending::Win)]);
        let slope = Slope::of(&people).unwrap();
        assert_eq!(slope.people(), 6);
        assert!((slope.p_value(0.0) - crate::exact::binomial(5, 6, 0.5)).abs() < 1e-12);
        // Odds of five to one are 400 · log10(5) Elo for 400 of rating.
        let found = slope.estimate(Level::P95);
        assert!((found.value - 5f64.log10()).abs() < 1e-9, "{found}");
        let share = crate::proportion::Proportion::new(5.0, 6.0).clopper_pearson(Level::P95);
        let elo = |share: f64| (share / (1.0 - share)).log10();
        assert!((found.interval.low - elo(share.interval.low)).abs() < 1e-6);
        assert!((found.interval.high - elo(share.interval.high)).abs() < 1e-6);
    }

    #[test]
    fn perfect_order_has_no_upper_end_and_nothing_says_nothing() {
        let orderly = [Ending::Win, Ending::Draw, Ending::Loss];
        let games = |endings: [Ending; 3]| (0..).step_by(100).zip(endings);
        let person: Vec<Rated> = games(orderly).map(|(r, e)| game(r, e)).collect();
        let slope = Slope::of(&vec![person; 4]).unwrap();
        let found = slope.estimate(Level::P95);
        assert_eq!(found.interval.high, f64::INFINITY);
        assert!(found.interval.low > 0.0 && found.value > found.interval.low);
        assert!((slope.p_value(0.0) - 2.0 / 6f64.powi(4)).abs() < 1e-12);
        assert!(Slope::of(&[vec![game(0, Ending::Win), game(0, Ending::Loss)]]).is_none());
        assert!(Slope::of(&[]).is_none());
    }

    #[test]
    fn intervals_contain_the_slope_and_alarms_are_rare() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for truth in [0.0, 1.0] {
            let (mut inside, mut alarms, mut sum) = (0, 0, 0.0);
            let studies = 200;
            for _ in 0..studies {
                let slope = Slope::of(&drawn(24, truth, &mut random)).unwrap();
                let found = slope.estimate(Level::P95);
                inside += u32::from(found.interval.contains(truth));
                alarms += u32::from(slope.p_value(truth) <= 0.05);
                sum += found.value;
            }
            let mean = sum / f64::from(studies);
            println!("slope {truth}: {inside} of {studies} intervals contain it, mean {mean:.3}");
            // Three standard deviations of a share of 95 % in 200 are 9.
            assert!(inside >= 181, "{truth}: {inside} of {studies}");
            assert_eq!(
                inside + alarms,
                studies,
                "an interval is what is not refuted"
            );
            // Estimating everybody's strength as well would make it too large.
            assert!((mean - truth).abs() < 0.12, "{truth}: {mean}");
        }
    }
}
