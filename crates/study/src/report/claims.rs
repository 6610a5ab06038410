//! The planned claims, each with what became of it.

use std::collections::{BTreeMap, BTreeSet};

use report::{Column, Section, Table};
use statistics::holm::holm;
use statistics::proportion::Proportion;
use statistics::verdict::Holds;
use statistics::{Estimate, Interval, Level, exact, wilcoxon};

use super::exchange::{self, Series};
use super::observed::{Observed, ObservedPerson, OwnMove};
use super::strengths;
use crate::file::{Claim, Study, Test};

/// Below this a claim holds.
const ALPHA: f64 = 0.05;

/// What became of a claim.
struct Judged {
    holds: Holds,
    figure: String,
    p: Option<f64>,
    /// What was measured, with its interval where there is one.
    effect: Option<Estimate>,
    people: usize,
}

impl Judged {
    fn nothing(figure: &str, people: usize) -> Self {
        Self {
            holds: Holds::CannotBeTold,
            figure: figure.to_owned(),
            p: None,
            effect: None,
            people,
        }
    }
}

/// Returns the planned claims. Those with a judge are by what was observed as that one sees it; where it is not
/// there, everything was judged by the same one already.
pub(super) fn section(
    observed: &Observed<'_>,
    by_judge: &BTreeMap<String, Observed<'_>>,
) -> Section {
    let mut section = Section::new(super::PLANNED);
    section.prose(format!(
        "What the study's file planned, tested at {} % as planned; everything below is exploratory. A \
         claim that is not shown is not refuted: with few people most things cannot be told.",
        100.0 * ALPHA
    ));
    let finished = observed.finished(None).len();
    section.prose(format!(
        "{} people were planned, and {finished} finished.",
        observed.study.people
    ));
    if observed.looked > 0 {
        section.prose(format!(
            "The data was exported with its outcomes before the study was closed, {} times: whoever looks early may \
             stop when the figures please, and then a p-value says less than it seems to.",
            observed.looked
        ));
    }
    let mut table = Table::new(
        "claims",
        "Planned claims.",
        [
            Column::text("claim"),
            Column::count("people"),
            Column::text("verdict"),
            Column::number("p", 4),
            Column::number("p of all together (Holm)", 4),
            Column::number("effect", 2).with_interval(),
            Column::text("figure"),
        ],
    );
    let claims = &observed.study.claims;
    let of = |claim: &Claim| {
        let own = super::planned_judge(observed.study, claim).and_then(|name| by_judge.get(name));
        judge(own.unwrap_or(observed), claim)
    };
    let all: Vec<Judged> = claims.iter().map(of).collect();
    // What could not be tested was planned all the same.
    let p_values: Vec<f64> = all.iter().map(|judged| judged.p.unwrap_or(1.0)).collect();
    for ((claim, judged), together) in claims.iter().zip(&all).zip(holm(&p_values)) {
        let words = words(observed.study, claim);
        section.answer(
            words.as_str(),
            verdict_words(judged.holds),
            judged.figure.as_str(),
        );
        table.push([
            words.as_str().into(),
            judged.people.into(),
            verdict_words(judged.holds).into(),
            judged.p.into(),
            judged.p.map(|_| together).into(),
            judged.effect.into(),
            judged.figure.as_str().into(),
        ]);
    }
    section.table(table);
    section
}

/// Returns what became of a claim, in words.
fn verdict_words(holds: Holds) -> &'static str {
    match holds {
        Holds::CannotBeTold => "cannot be told",
        told => told.words(),
    }
}

fn words(study: &Study, claim: &Claim) -> String {
    let who = claim
        .condition
        .as_ref()
        .map(|who| format!(" ({who})"))
        .unwrap_or_default();
    match (&claim.arms, claim.test) {
        (Some((more, less)), Test::Paired) => format!("more wins in {more} than in {less}{who}"),
        (Some((more, less)), Test::Binomial) => {
            format!(
                "{}: {more} is chosen more often than {less}{who}",
                claim.outcome
            )
        }
        (Some((more, less)), _) => format!("more {} in {more} than in {less}{who}", claim.outcome),
        (None, Test::Slope) => format!("strength against programs carries over to people{who}"),
        (None, _) => {
            let value = claim.value.as_deref().unwrap_or_default();
            let what = match super::planned_judge(study, claim) {
                None => "jumps of the evaluation".to_owned(),
                Some(name) => match name.strip_prefix(super::SURPRISAL) {
                    Some(player) => format!("surprisal under {player}"),
                    None => format!("jumps of the evaluation by {name}"),
                },
            };
            format!("{} = {value} goes with {what}{who}", claim.outcome)
        }
    }
}

/// Returns a verdict by a p-value and the direction of what was seen.
fn verdict(p: f64, as_claimed: bool) -> Holds {
    match (p <= ALPHA, as_claimed) {
        (true, true) => Holds::Yes,
        (true, false) => Holds::No,
        (false, _) => Holds::CannotBeTold,
    }
}

fn judge(observed: &Observed<'_>, claim: &Claim) -> Judged {
    let people = observed.finished(claim.condition.as_ref());
    let arm = |name: &str| observed.study.arms.iter().position(|arm| arm.name == name);
    let pair = claim
        .arms
        .as_ref()
        .and_then(|(more, less)| Some((arm(more)?, arm(less)?)));
    let nothing = |people| Judged::nothing("nothing to compare", people);
    match (claim.test, pair) {
        (Test::Paired, Some(pair)) => paired(&people, pair),
        (Test::Binomial, Some((more, less))) => {
            // Whoever met only one of them had no choice between them.
            let both = people
                .iter()
                .filter(|each| each.in_arm(more).is_some() && each.in_arm(less).is_some());
            let chosen: Vec<usize> = both
                .filter_map(|each| {
                    let game: u8 = each.answer(&claim.outcome)?.parse().ok()?;
                    Some(each.games.iter().find(|played| played.game == game)?.arm)
                })
                .collect();
            let count = |arm: usize| chosen.iter().filter(|&&other| other == arm).count() as u64;
            let (yes, no) = (count(more), count(less));
            if yes + no == 0 {
                return Judged::nothing("nobody chose either", 0);
            }
            let p = exact::binomial(yes, yes + no, 0.5);
            let share = Proportion::new(yes as f64, (yes + no) as f64).clopper_pearson(Level::P95);
            Judged {
                holds: verdict(p, yes > no),
                figure: format!(
                    "{yes} to {no}; a share of {:.0} % [{:.0}, {:.0}]",
                    100.0 * share.value,
                    100.0 * share.interval.low,
                    100.0 * share.interval.high
                ),
                p: Some(p),
                effect: Some(share),
                people: (yes + no) as usize,
            }
        }
        (Test::Wilcoxon, Some((more, less))) => {
            let differences = differences(observed, &people, claim, more, less);
            let Some(shift) = wilcoxon::shift(&differences, Level::P95) else {
                return nothing(0);
            };
            let p = wilcoxon::p_value(&differences);
            Judged {
                holds: verdict(p, wilcoxon::is_above(&differences)),
                figure: format!(
                    "a difference of {} steps{}",
                    with_interval(shift),
                    match observed.study.people_at_a_table() {
                        1 => "",
                        _ =>
                            "; the unit is the table, and tables with a player among the people are left out",
                    }
                ),
                p: Some(p),
                effect: Some(shift),
                people: differences.len(),
            }
        }
        (Test::Exchange, _) => linked(observed, claim, &people),
        (Test::Slope, _) => slope(observed, &people),
        (_, None) => nothing(0),
    }
}

fn with_interval(found: Estimate) -> String {
    let Interval { low, high } = found.interval;
    // Ratings that all differ alike leave one shift.
    if found.interval.is_known() || low == high {
        let end = |end: f64| {
            let words = format!("{end:.2}");
            words.replace("inf", "∞")
        };
        format!("{:.2} [{}, {}]", found.value, end(low), end(high))
    } else {
        format!("{:.2} (too few for an interval)", found.value)
    }
}

/// Returns one difference for each person, or for each table where several share one.
fn differences(
    observed: &Observed<'_>,
    people: &[&ObservedPerson<'_>],
    claim: &Claim,
    more: usize,
    less: usize,
) -> Vec<f64> {
    let each = people.iter().filter_map(|each| {
        let value = |arm: usize| each.answer_in(&claim.outcome, arm)?.parse::<f64>().ok();
        let (one, other) = (each.in_arm(more)?.table, each.in_arm(less)?.table);
        // Where a player sat among them it is not what four people do.
        let whole = !one.is_flagged() && !other.is_flagged();
        whole.then_some((one.id.clone(), value(more)? - value(less)?))
    });
    let each: Vec<(String, f64)> = each.collect();
    if observed.study.people_at_a_table() == 1 {
        return each.into_iter().map(|(_, difference)| difference).collect();
    }
    let mut tables = std::collections::BTreeMap::<String, Vec<f64>>::new();
    for (table, difference) in each {
        tables.entry(table).or_default().push(difference);
    }
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    tables.into_values().map(mean).collect()
}

/// Wins of the same people in two arms: McNemar's test, and by order Mainland's and Gart's, which
/// learning from game to game does not mislead.
fn paired(people: &[&ObservedPerson<'_>], (more, less): (usize, usize)) -> Judged {
    let both: Vec<(bool, bool, bool)> = people
        .iter()
        .filter_map(|each| {
            let (one, other) = (each.in_arm(more)?, each.in_arm(less)?);
            Some((
                one.result == "win",
                other.result == "win",
                one.game < other.game,
            ))
        })
        .collect();
    let wins = |of: &dyn Fn(&(bool, bool, bool)) -> bool| {
        both.iter().filter(|each| of(each)).count() as u64
    };
    let (one, other) = (wins(&|each| each.0), wins(&|each| each.1));
    let (only_one, only_other) = (wins(&|e| e.0 && !e.1), wins(&|e| !e.0 && e.1));
    // Of those who won only one game: was it the first, by which arm came first?
    let first = |one_first: bool, won_first: bool| {
        wins(&|e| (e.0 != e.1) && e.2 == one_first && ((e.0 == one_first) == won_first))
    };
    if both.is_empty() {
        return Judged::nothing("nothing to compare", 0);
    }
    let [p, gart] = paired_p_values([
        [first(true, true), first(true, false)],
        [first(false, true), first(false, false)],
    ]);
    let decided = only_one + only_other;
    let share = Proportion::new(only_one as f64, decided as f64).clopper_pearson(Level::P95);
    Judged {
        holds: verdict(p.max(gart), only_one > only_other),
        figure: format!(
            "{one} of {n} won against {other} of {n}; {only_one} only the one, {only_other} only the other; \
             paired p = {p:.3}, by order (Mainland and Gart) p = {gart:.3}",
            n = both.len()
        ),
        p: Some(p.max(gart)),
        effect: (decided > 0).then_some(share),
        people: both.len(),
    }
}

/// Returns the p-values of McNemar's test and of Mainland's and Gart's. Of those who won only one of two
/// games it takes how many won the first and how many the second: where the arm in question came first,
/// and where it came second.
pub(crate) fn paired_p_values([first, second]: [[u64; 2]; 2]) -> [f64; 2] {
    [
        exact::paired(first[0] + second[1], first[1] + second[0]),
        exact::fisher(first[0], first[1], second[0], second[1]),
    ]
}

/// Returns every game as whether each own move was answered so, beside the jumps.
pub(super) fn series(
    people: &[&ObservedPerson<'_>],
    question: &str,
    value: Option<&str>,
) -> Vec<Series> {
    let games = people
        .iter()
        .flat_map(|each| each.games.iter().map(|game| (each.person.number, game)));
    let answered = |own: &OwnMove| Some(Some(own.answers.get(question)?.as_str()) == value);
    games
        .map(|(person, game)| Series {
            person,
            arm: game.arm,
            seat: game.seat,
            answers: game.moves.iter().map(answered).collect(),
            jumps: game.moves.iter().map(|own| own.jump).collect(),
        })
        .collect()
}

fn linked(observed: &Observed<'_>, claim: &Claim, people: &[&ObservedPerson<'_>]) -> Judged {
    if super::planned_judge(observed.study, claim).is_none() {
        return Judged::nothing("nobody judged, since the claim names no judge", 0);
    }
    let series = series(people, &claim.outcome, claim.value.as_deref());
    let answered = |game: &&Series| {
        let mut moves = game.answers.iter().zip(&game.jumps);
        moves.any(|(answer, jump)| answer.is_some() && jump.is_some())
    };
    let answered: BTreeSet<u32> = series
        .iter()
        .filter(answered)
        .map(|game| game.person)
        .collect();
    let Some(found) = exchange::test(&series, observed.study.seed) else {
        let why = "nothing to exchange, or everybody answered alike";
        return Judged::nothing(why, answered.len());
    };
    Judged {
        holds: verdict(found.p, found.excess.value > 0.0),
        figure: format!(
            "they rank {:.2} higher (from -1 to 1) at {} such answers than at {} others; {} more than beside \
             the games of others; whole games exchanged",
            found.difference,
            found.counts.0,
            found.counts.1,
            with_interval(found.excess)
        ),
        p: Some(found.p),
        effect: Some(found.excess),
        people: answered.len(),
    }
}

/// Reports whether people score less against programs that are stronger among programs.
fn slope(observed: &Observed<'_>, people: &[&ObservedPerson<'_>]) -> Judged {
    let Some(found) = strengths::slope(observed.study, people) else {
        return Judged::nothing("nobody fared differently against different programs", 0);
    };
    let (p, slope) = (found.p_value(0.0), found.estimate(Level::P95));
    let rated = observed.study.ratings().is_some();
    let (effect, figure) = if rated {
        let figure = format!(
            "a slope of {}; 1 is as among programs (p = {:.3}), 0 is nothing of it",
            with_interval(slope),
            found.p_value(1.0)
        );
        (slope, figure)
    } else {
        let steps = slope.map(|slope| slope * strengths::STEP);
        let figure = format!("{} Elo from each program to the next", with_interval(steps));
        (steps, figure)
    };
    Judged {
        holds: verdict(p, slope.value > 0.0),
        figure,
        p: Some(p),
        effect: Some(effect),
        people: found.people(),
    }
}
