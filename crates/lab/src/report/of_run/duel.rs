//! A match between two sides: by how much one is better, how certain that is, and how the
//! sequential test ended.

use super::{ALPHA, LEVEL, Results, between, percent};
use report::plot::{Drawing, Intervals, Lines, Plot, Point, Series, Stroke};
use report::{Cell, Column, Section, Table};
use statistics::distribution::normal_two_sided;
use statistics::elo::{Method, Strength, elo_of_score};
use statistics::likelihood::Sample;
use statistics::pairs::{PairedMatch, Trinomial};
use statistics::power::{self, Demand};
use statistics::sprt::{Decision, Sprt};
use statistics::verdict::{Judgement, Verdict};
use statistics::{Estimate, Interval};

pub(super) fn sections(results: &Results) -> Vec<Section> {
    let mut sections = vec![result(results)];
    if let Some(sprt) = results.summary.sprt() {
        sections.push(path(results, sprt));
    }
    sections
}

/// How surely two sides differ, and how many games that takes.
pub(super) struct Test {
    pub(super) score: Estimate,
    pub(super) p_value: f64,
    pub(super) games_needed: Option<u64>,
}

/// Returns the first side of a table against the second.
pub(super) fn test(results: &Results, table: usize) -> Option<Test> {
    let plan = results.summary.plan();
    if let Some(pairs) = results.summary.pairs(table) {
        let judgement = Judgement::of_pairs(pairs, ALPHA, LEVEL)?;
        return Some(Test {
            score: judgement.score,
            p_value: judgement.p_value,
            games_needed: judgement.games_needed,
        });
    }
    let means = results.summary.block_means(table);
    of_blocks(means, plan.block_size() as u64)
}

/// From block means of this many games each.
fn of_blocks(means: &Sample, block: u64) -> Option<Test> {
    let score = means.estimate(LEVEL)?;
    let blocks = power::for_mean(score.value - 0.5, means.variance(), Demand::USUAL);
    Some(Test {
        score,
        p_value: normal_two_sided(means.z_above(0.5)),
        games_needed: blocks.map(|blocks| blocks * block),
    })
}

fn result(results: &Results) -> Section {
    let mut section = Section::new("Result");
    let (one, other) = (results.side(0), results.side(1));
    let Some(test) = test(results, 0) else {
        section.prose("There is no whole block of games yet.");
        return section;
    };
    section.prose(sentence(results, &one, &other, &test));
    section.answer(
        format!("Is {one} better than {other}?"),
        verdict(results, &one, &other, &test),
        format!("score {}", percent(test.score)),
    );
    let mut table = Table::new(
        "result",
        format!("{one} against {other}."),
        [
            Column::text("player"),
            Column::count("games"),
            Column::results("won, drawn, lost"),
            Column::percent("score", 1).with_interval(),
            Column::signed("Elo", 1).with_interval(),
            Column::signed("normalised Elo", 1).with_interval(),
            Column::percent("likelihood of superiority", 1),
            Column::p_value("p"),
        ],
    );
    let pairs = results.summary.pairs(0);
    let strength = pairs.and_then(|p| Strength::of_pairs(&p.pairs, LEVEL, Method::Likelihood));
    let elo = test.score.map(elo_of_score);
    let superiority = strength.map(|s| s.superiority);
    let games = results.summary.games();
    table.push([
        one.as_str().into(),
        games.into(),
        pairs.map(PairedMatch::games).into(),
        test.score.into(),
        elo.into(),
        strength.map(|s| s.normalised).into(),
        superiority.into(),
        test.p_value.into(),
    ]);
    let turned = |estimate: Estimate, f: fn(f64) -> f64| Estimate {
        value: f(estimate.value),
        interval: Interval {
            low: f(estimate.interval.high),
            high: f(estimate.interval.low),
        },
    };
    table.push([
        other.as_str().into(),
        games.into(),
        pairs.map(|p| p.games().swapped()).into(),
        turned(test.score, |score| 1.0 - score).into(),
        turned(elo, |elo| -elo).into(),
        strength.map(|s| turned(s.normalised, |elo| -elo)).into(),
        superiority.map(|s| 1.0 - s).into(),
        test.p_value.into(),
    ]);
    table.note(format!(
        "Score: the share of points, a draw being half. Intervals at 95 %, one observation per {}. \
         p: how often equal players differ at least as much by chance.",
        if pairs.is_some() {
            "pair of games with sides swapped"
        } else {
            "block of seatings"
        }
    ));
    if results.summary.sprt().is_some() {
        table.note("p is that of a fixed number of games; here the test below decides.");
    }
    section.table(table);
    if let Some(pairs) = pairs {
        section.table(pentanomial(pairs, &one));
        section.figure(by_side_plot(pairs, &one), by_side(pairs, &one));
    }
    section
}

/// Returns the answer in a line.
fn verdict(results: &Results, one: &str, other: &str, test: &Test) -> String {
    if let Some(stop) = &results.experiment.stop {
        let unit = stop.unit.name();
        return match results.summary.decision() {
            Decision::Continue => "the test has not decided yet".to_owned(),
            Decision::AcceptH0 => format!("the test accepted {unit} {}", stop.h0),
            Decision::AcceptH1 => format!("the test accepted {unit} {}", stop.h1),
        };
    }
    match Verdict::by_test(test.score.value, test.p_value, ALPHA) {
        Verdict::Better => format!("yes, {one} is"),
        Verdict::Worse => format!("no, {other} is"),
        Verdict::Unclear => "cannot be told with this many games".to_owned(),
    }
}

/// Returns the answer in words.
fn sentence(results: &Results, one: &str, other: &str, test: &Test) -> String {
    let score = test.score;
    let share = |share: f64| format!("{:.1} %", 100.0 * share);
    let scored = format!(
        "{one} scored {} ({}) in {} games against {other}",
        share(score.value),
        between(score.interval, share),
        results.summary.games(),
    );
    if let Some(stop) = &results.experiment.stop {
        let unit = stop.unit.name();
        let decision = match results.summary.decision() {
            Decision::Continue => "has not decided yet".to_owned(),
            Decision::AcceptH0 => format!("accepted {unit} {}, against {}", stop.h0, stop.h1),
            Decision::AcceptH1 => format!("accepted {unit} {}, against {}", stop.h1, stop.h0),
        };
        return format!(
            "{scored}. The match has a test that ends it, which {decision}; the score of a match \
             that ended so lies a little too far from even."
        );
    }
    let verdict = match Verdict::by_test(score.value, test.p_value, ALPHA) {
        Verdict::Better => format!("{one} is better"),
        Verdict::Worse => format!("{other} is better"),
        Verdict::Unclear => "who is better cannot be told with this many games".to_owned(),
    };
    let needed = match (test.games_needed, test.p_value > ALPHA) {
        (Some(games), true) => format!(
            " A difference as large as this one would take about {games} games to be told nine \
             times of ten."
        ),
        _ => String::new(),
    };
    format!("{scored}: {verdict}.{needed}")
}

fn pentanomial(pairs: &PairedMatch, one: &str) -> Table {
    let mut table = Table::new(
        "pairs",
        format!("Pairs of games by the points of {one}."),
        [
            Column::text("points"),
            Column::count("pairs"),
            Column::percent("share", 1),
        ],
    );
    let all = pairs.pairs.pairs() as f64;
    for (points, &count) in ["0", "½", "1", "1½", "2"].iter().zip(&pairs.pairs.0) {
        table.push([(*points).into(), count.into(), (count as f64 / all).into()]);
    }
    table.note(format!(
        "Of the pairs worth one point {} were two draws.",
        pairs.both_drawn
    ));
    table
}

/// Returns a player's games by side: name, results, score.
fn sides(pairs: &PairedMatch) -> [(&'static str, Trinomial, Option<Estimate>); 3] {
    [
        (
            "all games",
            pairs.games(),
            pairs.pairs.sample().estimate(LEVEL),
        ),
        (
            "moving first",
            pairs.first,
            pairs.first.sample().estimate(LEVEL),
        ),
        (
            "moving second",
            pairs.second,
            pairs.second.sample().estimate(LEVEL),
        ),
    ]
}

fn by_side(pairs: &PairedMatch, one: &str) -> Table {
    let mut table = Table::new(
        "by-side",
        format!("{one} by side."),
        [
            Column::text("games"),
            Column::count("number"),
            Column::results("won, drawn, lost"),
            Column::percent("score", 1).with_interval(),
        ],
    );
    for (name, games, score) in sides(pairs) {
        table.push([
            name.into(),
            games.games().into(),
            games.into(),
            score.into(),
        ]);
    }
    table
}

fn by_side_plot(pairs: &PairedMatch, one: &str) -> Plot {
    let rows = sides(pairs)
        .into_iter()
        .filter_map(|(name, _, score)| Some((name.to_owned(), score?)));
    let intervals = Intervals {
        axis: format!("score of {one}"),
        percent: true,
        reference: Some(0.5),
        rows: rows.collect(),
    };
    let title = format!("The score of {one} with intervals at 95 %; the dashed line is even.");
    Plot::new("score", title, Drawing::Intervals(intervals))
}

/// How many points of the path its table shows.
const STEPS: usize = 20;

fn path(results: &Results, sprt: &Sprt) -> Section {
    let mut section = Section::new("The test that stops by itself");
    let bounds = sprt.bounds();
    let observation = match results.summary.pairs(0) {
        Some(_) => "pairs",
        None => "blocks",
    };
    let decision = match sprt.decision() {
        Decision::Continue => "has not decided",
        Decision::AcceptH0 => "accepted the first hypothesis",
        Decision::AcceptH1 => "accepted the second hypothesis",
    };
    section.prose(format!(
        "After {} {observation} the test {decision}. LLR is {:.3}; the test ends at {:.3} for the \
         first and at {:.3} for the second hypothesis.",
        sprt.path().len(),
        sprt.llr(),
        bounds.low,
        bounds.high
    ));
    section.prose(sprt.basis().warning().map_or_else(
        || format!("One observation is one of these {observation}, never a single game."),
        ToOwned::to_owned,
    ));
    let point = |(number, &llr): (usize, &f64)| Point {
        x: (number + 1) as f64,
        y: llr,
        interval: None,
    };
    let lines = Lines {
        x: observation.to_owned(),
        y: "LLR".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: vec![Series {
            name: "LLR".to_owned(),
            points: sprt.path().iter().enumerate().map(point).collect(),
            stroke: Stroke::Solid,
            markers: false,
            right: false,
        }],
        levels: vec![
            (bounds.low, "first hypothesis".to_owned()),
            (bounds.high, "second hypothesis".to_owned()),
        ],
        marks: Vec::new(),
    };
    let title =
        format!("The log-likelihood ratio after each of the {observation}, with its bounds.");
    let plot = Plot::new("sprt", title, Drawing::Lines(lines));
    let mut table = Table::new(
        "sprt",
        "Points of the path, evenly spaced.",
        [Column::count(observation), Column::number("LLR", 3)],
    );
    let length = sprt.path().len();
    let mut last = 0;
    for step in 1..=STEPS {
        let number = length * step / STEPS;
        if number > last {
            table.push([number.into(), Cell::from(sprt.path()[number - 1])]);
            last = number;
        }
    }
    section.figure(plot, table);
    section
}
