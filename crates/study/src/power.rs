//! How many people a study's claims need, said before anybody is asked.

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Report, Section, Table};
use statistics::distribution::binomial_pmf;
use statistics::pairs::Ending;
use statistics::power::{Demand, smallest};
use statistics::slope::{Rated, Slope};
use statistics::{exact, wilcoxon};

use crate::file::{Claim, Study, Test};
use crate::report::{exchange, paired_p_values, strengths};

/// The most people that are thought of.
const MOST: u64 = 400;
/// Studies that are drawn where there is no formula; fewer where each takes long, and of fewer people.
const DRAWN: u64 = 400;
const DRAWN_SLOWLY: u64 = 60;
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
         find the effect at 5 %. The study asks for {} people.",
        study.people
    ));
    let mut table = Table::new(
        "power",
        "People needed, and the chance that the study as it is finds the effect.",
        [
            Column::text("claim"),
            Column::text("if the truth is"),
            Column::text("people needed"),
            Column::percent("found with the study's people", 0),
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
            let needed = (truth.needed)(&*truth.power);
            table.push([
                name.as_str().into(),
                truth.words.as_str().into(),
                needed.into(),
                (truth.power)(study.people.into()).into(),
            ]);
        }
        figures.push(figure(claim, &truths));
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

/// The chance that so many people show it.
type Power<'a> = Box<dyn Fn(u64) -> f64 + 'a>;

/// Something that may be true, and how likely it is to be found.
struct Truth<'a> {
    words: String,
    /// The chance that so many people show it.
    power: Power<'a>,
    /// Says how many people are needed.
    needed: fn(&dyn Fn(u64) -> f64) -> String,
    /// The most people that are drawn.
    most: u64,
}

fn people(needed: Option<u64>, most: u64) -> String {
    needed.map_or_else(|| format!("more than {most}"), |n| n.to_string())
}

fn drawn_people(power: &dyn Fn(u64) -> f64) -> String {
    people(halved(power, MOST), MOST)
}

fn truths<'a>(study: &'a Study, claim: &Claim) -> Vec<Truth<'a>> {
    // Where people share tables, a table counts as one.
    let seats = study.people_at_a_table() as u64;
    let truth = |words: String, power: Power<'a>| Truth {
        words,
        power: Box::new(move |people| power(people / seats)),
        needed: drawn_people,
        most: FIGURE,
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
            .map(|(taste, words)| Truth {
                needed: |power| people(smallest(MOST, DEMAND, power), MOST),
                ..truth(
                    format!("a taste of {words}"),
                    Box::new(move |n| of_binomial(n, taste / (1.0 + taste))),
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
                needed: |power| people(halved(power, MOST_SLOWLY), MOST_SLOWLY),
                most: MOST_SLOWLY / 2,
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
fn figure(claim: &Claim, truths: &[Truth<'_>]) -> (Plot, Table) {
    let (test, outcome) = (claim.test.name(), &claim.outcome);
    let name = format!("power-{test}-{outcome}");
    let title =
        format!("The chance that {test} of {outcome} finds the effect, by the number of people.");
    let most = truths
        .iter()
        .map(|truth| truth.most)
        .max()
        .unwrap_or(FIGURE);
    let numbers: Vec<u64> = (1..=POINTS).map(|point| point * most / POINTS).collect();
    let chances: Vec<Vec<f64>> = truths
        .iter()
        .map(|truth| numbers.iter().map(|&n| (truth.power)(n)).collect())
        .collect();
    let mut columns = vec![Column::count("people")];
    columns.extend(
        truths
            .iter()
            .map(|truth| Column::percent(truth.words.clone(), 0)),
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
                y: chance,
                interval: None,
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

/// The smallest number whose power is enough, where power can only be drawn: doubled until it is, then
/// narrowed down to a twentieth.
fn halved(power: impl Fn(u64) -> f64, most: u64) -> Option<u64> {
    let mut high = 8;
    while power(high) < DEMAND.power {
        high *= 2;
        if high > most {
            return None;
        }
    }
    let mut low = high / 2;
    while high - low > (high / 20).max(1) {
        let middle = low.midpoint(high);
        if power(middle) < DEMAND.power {
            low = middle;
        } else {
            high = middle;
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

fn share_of_studies(drawn: u64, seed: u64, found: impl Fn(&mut Xoshiro256PlusPlus) -> bool) -> f64 {
    let studies = (0..drawn).filter(|study| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ study << 20);
        found(&mut random)
    });
    studies.count() as f64 / drawn as f64
}

/// The sum of twelve even draws is nearly normal.
fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    (0..12).map(|_| random.random_range(0.0..1.0)).sum::<f64>() - 6.0
}

fn of_wilcoxon(n: u64, shift: f64, seed: u64) -> f64 {
    share_of_studies(DRAWN, seed, |random| {
        let differences: Vec<f64> = (0..n).map(|_| shift + normal(random)).collect();
        wilcoxon::p_value(&differences) <= DEMAND.alpha
    })
}

/// Half of the people meet the one arm first; McNemar's test has to agree with Mainland's and Gart's.
fn of_paired(n: u64, one: f64, other: f64, seed: u64) -> f64 {
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
        let p = paired_p_values(won).into_iter().fold(0.0, f64::max);
        p <= DEMAND.alpha
    })
}

fn of_exchange(n: u64, arms: usize, effect: f64, seed: u64) -> f64 {
    share_of_studies(DRAWN_SLOWLY, seed, |random| {
        let games: Vec<exchange::Series> = (0..n as usize * arms)
            .map(|game| ((game / arms) as u32, game % arms))
            .map(|of| exchange::drawn(of, exchange::MOVES, effect, random))
            .collect();
        exchange::test_by(&games, EXCHANGES, seed).is_some_and(|found| found.p <= DEMAND.alpha)
    })
}

/// People of all strengths about that of the programs; nobody draws.
fn of_slope(study: &Study, n: u64, slope: f64) -> f64 {
    let cells = crate::cells::cells(study);
    let ratings = strengths::ratings(study);
    let middle = ratings.iter().sum::<i32>() as f64 / ratings.len() as f64;
    share_of_studies(DRAWN, study.seed, |random| {
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

    #[test]
    fn a_taste_needs_many_people() {
        let needed =
            |taste: f64| smallest(MOST, DEMAND, |n| of_binomial(n, taste / (1.0 + taste))).unwrap();
        // Exact tests are not even: some numbers of people do better than the next.
        assert!((65..=80).contains(&needed(2.0)), "{}", needed(2.0));
        assert!((28..=36).contains(&needed(3.0)), "{}", needed(3.0));
        // Six people, as in P2, find a taste of 2:1 hardly ever.
        assert!(of_binomial(6, 2.0 / 3.0) < 0.1);
    }

    #[test]
    fn drawn_power_is_near_what_is_known() {
        // A t test of 34 pairs finds half a deviation in 80 %; Wilcoxon's needs about 5 % more.
        let power = of_wilcoxon(36, 0.5, 1);
        assert!((0.68..0.92).contains(&power), "{power}");
        assert!(of_wilcoxon(36, 0.0, 1) < 0.12);
    }
}
