//! How many people a study's claims need, said before anybody is asked.

mod games;
mod paired;
mod ratings;
mod slope;

use std::rc::Rc;

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Cell, Column, Report, Section, Table};
use statistics::distribution::{binomial_pmf, normal_quantile};
use statistics::power::Demand;
use statistics::proportion::Proportion;
use statistics::{Estimate, Interval, Level, exact};

use self::games::{Games, lengths};
use self::paired::Paired;
use self::ratings::{Ratings, of_wilcoxon};
use self::slope::of_slope;
use crate::cells;
use crate::file::{Claim, Kind, Study, Test};
use crate::report::strengths;

/// The most people that are thought of.
const MOST: u64 = 400;
/// Studies that are drawn where there is no formula; of fewer people where each takes long.
const DRAWN: u64 = 2000;
const MOST_SLOWLY: u64 = 64;
/// A power from which an exact test never falls back below what is demanded.
const SURE: f64 = 0.97;
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
         find the effect at 5 %. The study asks for {} people and takes multiples of {}. Where the chance is \
         computed, any larger such number is enough as well. Where studies are drawn the chance has the interval of \
         the draw, and the number of people is about right.",
        study.people,
        block(study)
    ));
    for claim in &study.claims {
        if let Some([first, second]) = cells::meet(study, claim) {
            let all = cells::cells(study).len();
            let both = (first + second) * 100 / all;
            if both < 100 {
                section.prose(format!(
                    "{both} % of the people meet both arms of {}, and the others are counted but not tested.",
                    name(claim)
                ));
                break;
            }
        }
    }
    let has = |test: Test| study.claims.iter().any(|claim| claim.test == test);
    if has(Test::Wilcoxon) {
        section.prose(
            "Ratings are drawn as people give them: in whole steps, and none beyond the ends of the scale. Before \
             that they differ between two games with a standard deviation of a sixth of the scale's steps.",
        );
    }
    if has(Test::Exchange) {
        section.prose(
            "Games at whose moves people are asked are as long as games of random moves, and as many moves are asked \
             about as the study's file says; where only jumps are, one move of five is taken for one.",
        );
    }
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
        let name = name(claim);
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

fn name(claim: &Claim) -> String {
    format!("{} of {}", claim.test.name(), claim.outcome)
}

/// Returns how many people, or a multiple of it, fill all cells alike.
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
            // As [`statistics::power::smallest`], but without the many people that are sure to be enough.
            let mut from = None;
            for n in 1..=blocks {
                let value = power(n).value();
                from = from.or(Some(n)).filter(|_| value >= DEMAND.power);
                if value >= SURE {
                    break;
                }
            }
            return from.map_or_else(none, |n| (n * block).to_string());
        }
        let from = halved(blocks, |n| power(n).value());
        from.map_or_else(none, |n| format!("about {}", n * block))
    }
}

fn truths<'a>(study: &'a Study, claim: &Claim) -> Vec<Truth<'a>> {
    // Where people share tables, a table counts as one.
    let seats = study.people_at_a_table() as u64;
    // Who meets only one of two arms is not tested: of so many cells, those with the one arm first and second.
    let cells = cells::cells(study);
    let all = cells.len() as u64;
    let [first, second] = cells::meet(study, claim).map_or([all, 0], |meet| meet.map(|n| n as u64));
    let met = move |people: u64, of: u64| people * of / all;
    let truth = |words: String, power: Power<'a>| Truth {
        words,
        power: Box::new(move |people| power(people / seats)),
        most: MOST,
        drawn_most: FIGURE,
    };
    match claim.test {
        Test::Paired => {
            let paired = Rc::new(Paired::default());
            [(0.667, 0.0), (0.5, 0.1), (0.4, 0.1), (0.3, 0.1)]
                .map(|(one, other)| {
                    let paired = Rc::clone(&paired);
                    let words = format!(
                        "{:.0} % win only the one, {:.0} % only the other",
                        100.0 * one,
                        100.0 * other
                    );
                    truth(
                        words,
                        Box::new(move |n| {
                            let people = [met(n, first), met(n, second)];
                            Chance::Exact(paired.power(people, one, other))
                        }),
                    )
                })
                .into()
        }
        Test::Binomial => [(4.0, "4:1"), (3.0, "3:1"), (2.0, "2:1"), (1.5, "3:2")]
            .map(|(taste, words)| {
                let share = taste / (1.0 + taste);
                truth(
                    format!("a taste of {words}"),
                    Box::new(move |n| Chance::Exact(of_binomial(met(n, first + second), share))),
                )
            })
            .into(),
        Test::Wilcoxon => {
            let question = study.question(&claim.outcome);
            let steps = match question.map(|question| &question.kind) {
                Some(Kind::Scale(steps)) => *steps,
                _ => unreachable!("a claim of ratings is of a scale"),
            };
            let ratings = Ratings::of(steps, study.people_at_a_table());
            [1.0, 0.8, 0.5, 0.3]
                .map(|shift| {
                    let words = format!(
                        "a difference of {shift} standard deviations, {:.1} of {steps} steps",
                        shift * ratings.deviation
                    );
                    truth(
                        words,
                        Box::new(move |n| {
                            of_wilcoxon(met(n, first + second), ratings, shift, study.seed)
                        }),
                    )
                })
                .into()
        }
        Test::Exchange => {
            let lengths = lengths(study);
            [0.6, 0.25, 0.12, 0.06]
                .map(|effect| {
                    let games = Games {
                        study,
                        cells: cells.clone(),
                        lengths: lengths.clone(),
                        effect,
                    };
                    Truth {
                        most: MOST_SLOWLY,
                        drawn_most: MOST_SLOWLY / 2,
                        ..truth(
                            format!(
                                "a person's answers go with the jumps {:.2} further (from -1 to 1) in the own games \
                                 than in those of others",
                                games.typical()
                            ),
                            Box::new(move |n| games.power(n)),
                        )
                    }
                })
                .into()
        }
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
            let truths = truths
                .map(|(slope, words)| truth(words, Box::new(move |n| of_slope(study, n, slope))));
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

/// Returns the smallest number up to `most` whose power is enough, where it can only be drawn and grows but for the
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

/// Returns the chance that the exact test of a share finds that it is not a half.
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
        assert_eq!(
            statistics::power::smallest(1..=MOST, DEMAND, taste),
            Some(77)
        );
        // Six people, as in P2, find a taste of 2:1 hardly ever.
        assert!(of_binomial(6, 2.0 / 3.0) < 0.1);
    }

    /// The study of one name with some of its text replaced.
    fn changed(name: &str, parts: &[(&str, &str)]) -> Study {
        let mut text = crate::library::text(name)
            .expect("it comes along")
            .to_owned();
        for (part, by) in parts {
            assert!(text.contains(part), "{part}");
            text = text.replace(part, by);
        }
        Study::parse("changed.toml", &text).expect("it is right")
    }

    fn chance(study: &Study, test: Test, truth: usize, people: u64) -> f64 {
        let claim = study.claims.iter().find(|claim| claim.test == test);
        let claim = claim.expect("it has such a claim");
        (truths(study, claim)[truth].power)(people).value()
    }

    /// Few steps say less, and the claim's own scale is taken.
    #[test]
    fn a_claim_is_drawn_on_its_own_scale() {
        let long = changed("p2-2x2", &[]);
        let words = &truths(&long, &long.claims[0])[2].words;
        assert!(words.contains("of 11 steps"), "{words}");
        let short = changed("p2-2x2", &[("scale = 11", "scale = 2")]);
        let [long, short] = [&long, &short].map(|study| chance(study, Test::Wilcoxon, 2, 40));
        assert!(short < long - 0.1, "{short} and {long}");
    }

    /// Half of the games are decided: 50 % win only the one and 10 % only the other.
    #[test]
    fn paired_power_is_exact() {
        let power = |n: u64| Paired::default().power([n / 2, n / 2], 0.5, 0.1);
        assert!((power(32) - 0.8004).abs() < 0.0001, "{}", power(32));
        let study = p2();
        assert_eq!(study.claims[0].test, Test::Paired);
        let truth = &truths(&study, &study.claims[0])[1];
        assert_eq!(truth.needed(8), "32");
        assert!(matches!((truth.power)(32), Chance::Exact(_)));
        // With one order Mainland's and Gart's test finds nothing.
        assert_eq!(Paired::default().power([32, 0], 0.9, 0.0), 0.0);
    }

    /// Who meets only one of the arms is not tested.
    #[test]
    fn incomplete_orders_test_those_who_meet_both() {
        let part = changed(
            "asking",
            &[
                ("games-each = 3", "games-each = 2"),
                ("\"williams\"", "\"incomplete\""),
            ],
        );
        let whole = changed("asking", &[]);
        let [first, second] = cells::meet(&part, &part.claims[0]).expect("it compares two");
        let all = cells::cells(&part).len();
        assert!(
            first > 0 && second > 0 && 3 * (first + second) == all,
            "{first}, {second}, {all}"
        );
        let [few, many] =
            [(&part, 72), (&whole, 24)].map(|(study, n)| chance(study, Test::Wilcoxon, 2, n));
        assert!((few - many).abs() < 1e-9, "{few} and {many}");
    }

    /// Who is asked at few moves shows less.
    #[test]
    fn power_depends_on_how_often_is_asked_and_how_long_games_are() {
        let found = |parts: &[(&str, &str)]| chance(&changed("p2", parts), Test::Exchange, 1, 8);
        let every = found(&[]);
        let rule = "rule = \"every\"";
        let tenth = found(&[(rule, "rule = { nth = 10 }")]);
        let jumps = found(&[(rule, "rule = { jump = 60, controls = 1 }")]);
        assert!(tenth < every - 0.2, "{tenth} and {every}");
        assert!(jumps > tenth, "{jumps} and {tenth}");
        let small = changed(
            "p2",
            &[
                ("\"othello\"", "\"reversi-4x4\""),
                ("\"p2-winning\"", "\"random\""),
                ("\"p2-entertaining\"", "\"random\""),
            ],
        );
        let (short, long) = (lengths(&small)[0], lengths(&p2())[0]);
        assert!(
            (4..=6).contains(&short) && (26..=30).contains(&long),
            "{short} and {long}"
        );
    }
}
