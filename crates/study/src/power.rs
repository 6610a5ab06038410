//! How many people a study's claims need, said before anybody is asked.

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Cell, Column, Report, Section, Table};
use statistics::distribution::{binomial_pmf, normal_quantile};
use statistics::pairs::Ending;
use statistics::power::{Demand, smallest};
use statistics::proportion::Proportion;
use statistics::slope::{Rated, Slope};
use statistics::{Estimate, Interval, Level, exact, wilcoxon};

use crate::file::{Claim, Study, Test};
use crate::report::{exchange, paired_p_values, strengths};

/// The most people that are thought of.
const MOST: u64 = 400;
/// Studies that are drawn where there is no formula; fewer where each takes long, and of fewer people.
const DRAWN: u64 = 2000;
const DRAWN_SLOWLY: u64 = 400;
const DRAWN_SLOWEST: u64 = 100;
const MOST_SLOWLY: u64 = 64;
/// Whole games are exchanged so often in each of them; a report does it ten times as often.
const EXCHANGES: usize = 499;
/// The most people in a figure, and at how many numbers of them the chance is drawn.
const FIGURE: u64 = 96;
const POINTS: u64 = 8;
/// Four of five studies are to find what is there.
const DEMAND: Demand = Demand {
    alpha: 0.05,
    power: 0.8,
};

/// Returns how many people each claim needs, for effects of several sizes, and what the study as it is
/// would find.
#[must_use]
pub fn report(study: &Study) -> Report {
    let mut section = Section::new("How many people the claims need");
    section.prose(format!(
        "People who are tested (all of them fulfil what the claim asks of them), so that four of five studies \
         find the effect at 5 %, with that many and with any more. The study asks for {} people and takes \
         multiples of {}. Where studies are drawn the chance has the interval of the draw, and the number of \
         people is about right.",
        study.people,
        block(study)
    ));
    let mut table = Table::new(
        "power",
        "People needed, and the chance that the study as it is finds the effect.",
        [
            Column::text("claim"),
            Column::text("if the truth is"),
            Column::text("people needed"),
            Column::percent("found with the study's people", 0).with_interval(),
        ],
    );
    let mut figures = Vec::new();
    let mut told = Vec::new();
    for claim in &study.claims {
        let name = format!("{} of {}", claim.test.name(), claim.outcome);
        // Claims that differ in their arms alone need the same.
        if told.contains(&name) {
            continue;
        }
        let truths = truths(study, claim);
        for truth in &truths {
            let needed = truth.needed(block(study));
            table.push([
                name.as_str().into(),
                truth.words.as_str().into(),
                needed.into(),
                (truth.power)(study.people.into()).into(),
            ]);
        }
        figures.push(figure(claim, &truths, block(study)));
        told.push(name);
    }
    section.table(table);
    for (plot, table) in figures {
        section.figure(plot, table);
    }
    Report {
        title: format!("How many people {} needs", study.name),
        sections: vec![section],
    }
}

/// How many people, or a multiple of it, fill all cells alike.
fn block(study: &Study) -> u64 {
    let cells = crate::cells::cells(study).len();
    (cells * study.people_at_a_table()) as u64
}

/// The chance that an effect is found: computed, or the share of studies that were drawn.
#[derive(Clone, Copy)]
enum Chance {
    Exact(f64),
    Drawn(Estimate),
}

impl Chance {
    fn value(self) -> f64 {
        match self {
            Self::Exact(value) => value,
            Self::Drawn(share) => share.value,
        }
    }

    fn interval(self) -> Option<Interval> {
        match self {
            Self::Exact(_) => None,
            Self::Drawn(share) => Some(share.interval),
        }
    }
}

impl From<Chance> for Cell {
    fn from(chance: Chance) -> Self {
        match chance {
            Chance::Exact(value) => value.into(),
            Chance::Drawn(share) => share.into(),
        }
    }
}

/// The chance that so many people show it.
type Power<'a> = Box<dyn Fn(u64) -> Chance + 'a>;

/// Something that may be true, and how likely it is to be found.
struct Truth<'a> {
    words: String,
    /// The chance that so many people show it.
    power: Power<'a>,
    /// The most people that are thought of, and in a figure.
    most: u64,
    drawn_most: u64,
}

impl Truth<'_> {
    /// Says how many people are needed, in blocks of so many.
    fn needed(&self, block: u64) -> String {
        let blocks = self.most / block;
        let power = |blocks: u64| (self.power)(blocks * block);
        let none = || format!("more than {}", blocks * block);
        if matches!(power(1), Chance::Exact(_)) {
            let from = smallest(1..=blocks, DEMAND, |n| power(n).value());
            return from.map_or_else(none, |n| (n * block).to_string());
        }
        let from = halved(blocks, |n| power(n).value());
        from.map_or_else(none, |n| format!("about {}", n * block))
    }
}

fn truths<'a>(study: &'a Study, claim: &Claim) -> Vec<Truth<'a>> {
    // Where people share tables, a table counts as one.
    let seats = study.people_at_a_table() as u64;
    let truth = |words: String, power: Power<'a>| Truth {
        words,
        power: Box::new(move |people| power(people / seats)),
        most: MOST,
        drawn_most: FIGURE,
    };
    match claim.test {
        Test::Paired => [(0.667, 0.0), (0.5, 0.1), (0.4, 0.1), (0.3, 0.1)]
            .map(|(one, other)| {
                let words = format!(
                    "{:.0} % win only the one, {:.0} % only the other",
                    100.0 * one,
                    100.0 * other
                );
                truth(
                    words,
                    Box::new(move |n| of_paired(n, one, other, study.seed)),
                )
            })
            .into(),
        Test::Binomial => [(4.0, "4:1"), (3.0, "3:1"), (2.0, "2:1"), (1.5, "3:2")]
            .map(|(taste, words)| {
                let share = taste / (1.0 + taste);
                truth(
                    format!("a taste of {words}"),
                    Box::new(move |n| Chance::Exact(of_binomial(n, share))),
                )
            })
            .into(),
        Test::Wilcoxon => [1.0, 0.8, 0.5, 0.3]
            .map(|shift| {
                let words =
                    format!("a difference of {shift} standard deviations of the differences");
                truth(words, Box::new(move |n| of_wilcoxon(n, shift, study.seed)))
            })
            .into(),
        Test::Exchange => [0.6, 0.25, 0.12, 0.06]
            .map(|effect| Truth {
                most: MOST_SLOWLY,
                drawn_most: MOST_SLOWLY / 2,
                ..truth(
                    format!(
                        "a person's answers go with the jumps {:.2} further (from -1 to 1) in the own games than in \
                         those of others",
                        exchange::typical(effect, study.arms.len(), study.seed)
                    ),
                    Box::new(move |n| of_exchange(n, study.arms.len(), effect, study.seed)),
                )
            })
            .into(),
        Test::Slope => {
            let truths = match study.ratings() {
                Some(_) => [1.0, 0.5].map(|slope| {
                    let words = format!("a slope of {slope}, where 1 is as among programs");
                    (slope, words)
                }),
                None => [1.0, 0.5].map(|slope| {
                    let step = slope * strengths::STEP;
                    (slope, format!("{step} Elo from each program to the next"))
                }),
            };
            let truths = truths.map(|(slope, words)| {
                truth(words, Box::new(move |n| of_slope(study, n, slope)))
            });
            truths.into()
        }
    }
}

/// Draws how the chance grows with the number of people.
fn figure(claim: &Claim, truths: &[Truth<'_>], block: u64) -> (Plot, Table) {
    let (test, outcome) = (claim.test.name(), &claim.outcome);
    let name = format!("power-{test}-{outcome}");
    let title =
        format!("The chance that {test} of {outcome} finds the effect, by the number of people.");
    let most = truths
        .iter()
        .map(|truth| truth.drawn_most)
        .max()
        .unwrap_or(FIGURE);
    // No more points than fit, and none of a number that the study does not take.
    let step = block * most.div_ceil(POINTS * block);
    let numbers: Vec<u64> = (1..=(most / step).max(1))
        .map(|point| point * step)
        .collect();
    let chances: Vec<Vec<Chance>> = truths
        .iter()
        .map(|truth| numbers.iter().map(|&n| (truth.power)(n)).collect())
        .collect();
    let mut columns = vec![Column::count("people")];
    columns.extend(
        truths
            .iter()
            .map(|truth| Column::percent(truth.words.clone(), 0).with_interval()),
    );
    let mut table = Table::new(name.clone(), title.clone(), columns);
    for (place, &n) in numbers.iter().enumerate() {
        let mut row = vec![n.into()];
        row.extend(chances.iter().map(|chances| chances[place].into()));
        table.push(row);
    }
    let strokes = [Stroke::Solid, Stroke::Dashed, Stroke::Dotted, Stroke::Solid];
    let series = truths.iter().zip(&chances).zip(strokes);
    let series = series.map(|((truth, chances), stroke)| Series {
        name: truth.words.clone(),
        points: numbers
            .iter()
            .zip(chances)
            .map(|(&n, &chance)| Point {
                x: n as f64,
                y: chance.value(),
                interval: chance.interval(),
            })
            .collect(),
        stroke,
        markers: true,
        right: false,
    });
    let lines = Lines {
        x: "people".to_owned(),
        y: "chance".to_owned(),
        right: None,
        logarithmic: false,
        percent: true,
        series: series.collect(),
        levels: vec![(DEMAND.power, "four of five".to_owned())],
        marks: Vec::new(),
    };
    (Plot::new(name, title, Drawing::Lines(lines)), table)
}

/// The smallest number up to `most` whose power is enough, where it can only be drawn and grows but for the
/// draw: doubled until it is enough, then narrowed down.
fn halved(most: u64, power: impl Fn(u64) -> f64) -> Option<u64> {
    let enough = |n: u64| power(n) >= DEMAND.power;
    let (mut low, mut high) = (0, 1);
    while !enough(high) {
        if high >= most {
            return None;
        }
        low = high;
        high = (2 * high).min(most);
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// The chance that the exact test of a share finds that it is not a half.
fn of_binomial(n: u64, share: f64) -> f64 {
    (0..=n)
        .filter(|&k| exact::binomial(k, n, 0.5) <= DEMAND.alpha)
        .map(|k| binomial_pmf(k, n, share))
        .sum()
}

fn share_of_studies(
    drawn: u64,
    seed: u64,
    found: impl Fn(&mut Xoshiro256PlusPlus) -> bool,
) -> Chance {
    let studies = (0..drawn).filter(|study| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ study << 20);
        found(&mut random)
    });
    let share = Proportion::new(studies.count() as f64, drawn as f64);
    Chance::Drawn(share.clopper_pearson(Level::P95))
}

fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    normal_quantile(random.random_range(f64::MIN_POSITIVE..1.0))
}

fn of_wilcoxon(n: u64, shift: f64, seed: u64) -> Chance {
    share_of_studies(DRAWN, seed, |random| {
        let differences: Vec<f64> = (0..n).map(|_| shift + normal(random)).collect();
        wilcoxon::p_value(&differences) <= DEMAND.alpha
    })
}

/// Half of the people meet the one arm first; McNemar's test has to agree with Mainland's and Gart's.
fn of_paired(n: u64, one: f64, other: f64, seed: u64) -> Chance {
    share_of_studies(DRAWN, seed, |random| {
        let mut won = [[0; 2]; 2];
        for person in 0..n as usize {
            let drawn: f64 = random.random_range(0.0..1.0);
            let one_first = person.is_multiple_of(2);
            if drawn < one + other {
                let first_game = (drawn < one) == one_first;
                won[usize::from(!one_first)][usize::from(!first_game)] += 1;
            }
        }
        paired_p_values(won).into_iter().all(|p| p <= DEMAND.alpha)
    })
}

fn of_exchange(n: u64, arms: usize, effect: f64, seed: u64) -> Chance {
    share_of_studies(DRAWN_SLOWEST, seed, |random| {
        let games: Vec<exchange::Series> = (0..n as usize * arms)
            .map(|game| ((game / arms) as u32, game % arms))
            .map(|of| exchange::drawn(of, exchange::MOVES, effect, random))
            .collect();
        exchange::test_by(&games, EXCHANGES, seed).is_some_and(|found| found.p <= DEMAND.alpha)
    })
}

/// People of all strengths about that of the programs; nobody draws.
fn of_slope(study: &Study, n: u64, slope: f64) -> Chance {
    let cells = crate::cells::cells(study);
    let ratings = strengths::ratings(study);
    let middle = ratings.iter().sum::<i32>() as f64 / ratings.len() as f64;
    share_of_studies(DRAWN_SLOWLY, study.seed, |random| {
        let games = (0..n as usize).map(|person| {
            let own = 150.0 * normal(random);
            let games = cells[person % cells.len()].games.iter();
            let games = games.map(|(arm, _)| {
                let rating = ratings[*arm];
                let lead = own - slope * (f64::from(rating) - middle);
                let wins = random.random_range(0.0..1.0) < 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
                let ending = if wins { Ending::Win } else { Ending::Loss };
                Rated { rating, ending }
            });
            games.collect()
        });
        let games: Vec<Vec<Rated>> = games.collect();
        Slope::of(&games).is_some_and(|found| found.p_value(0.0) <= DEMAND.alpha)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p2() -> Study {
        let text = crate::library::text("p2").expect("it comes along");
        Study::parse("p2.toml", text).expect("it is right")
    }

    #[test]
    fn a_taste_needs_many_people() {
        let study = p2();
        let claim = &study.claims[1];
        assert_eq!(claim.test, Test::Binomial);
        // P2 takes 8 people, or 16, or 24: 32 find a taste of 3:1 in 74 %, though 30 would in 80 %.
        let needed: Vec<String> = truths(&study, claim)
            .iter()
            .map(|truth| truth.needed(8))
            .collect();
        assert_eq!(needed[1..3], ["40", "72"]);
        assert!((of_binomial(30, 0.75) - 0.803).abs() < 0.001);
        assert!((of_binomial(32, 0.75) - 0.737).abs() < 0.001);
        // Exact tests are not even: 72 people do better than 73.
        let taste = |n: u64| of_binomial(n, 2.0 / 3.0);
        assert!(taste(72) >= 0.8 && taste(73) < 0.8);
        assert_eq!(smallest(1..=MOST, DEMAND, taste), Some(77));
        // Six people, as in P2, find a taste of 2:1 hardly ever.
        assert!(of_binomial(6, 2.0 / 3.0) < 0.1);
    }

    #[test]
    fn drawn_power_is_near_what_is_known_and_says_how_near() {
        // A t test of 34 pairs finds half a deviation in 80 %; Wilcoxon's needs about 5 % more.
        let power = of_wilcoxon(36, 0.5, 1);
        assert!((0.77..0.85).contains(&power.value()), "{}", power.value());
        // By thirty thousand draws of another program: 62.9 %.
        let power = of_wilcoxon(24, 0.5, 1);
        let interval = power.interval().expect("it is drawn");
        assert!((power.value() - 0.627).abs() < 0.03, "{}", power.value());
        assert!(interval.half_width() < 0.03, "{interval:?}");
        assert!(of_wilcoxon(36, 0.0, 1).value() < 0.06);
    }
}
