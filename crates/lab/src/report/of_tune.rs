//! The report of a search for the best numbers: what was found, how sure that is, and the path.

use super::in_language;
use super::of_run::LEVEL;
use crate::tune::{Tune, Tuned};
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Column, Language, Report, Section, Table};
use statistics::elo::{Method, Strength, elo_of_score};
use statistics::sprt::Decision;

/// The most numbers that are drawn: more lines cannot be told apart.
const MOST_LINES: usize = 8;

/// How many steps of the path its table shows.
const SHOWN: usize = 25;

/// Returns the report of a search, complete or not.
#[must_use]
pub fn of_tune(tune: &Tune, tuned: &Tuned, language: Language) -> Report {
    let title = match tune.about.trim().trim_end_matches('.') {
        "" => format!("The best numbers of {}", tune.player.name),
        about => about.to_owned(),
    };
    let mut sections = vec![answer(tune, tuned), path(tune, tuned)];
    let mut asked = Section::new("What was asked");
    asked.prose(format!(
        "{} numbers of {} in {}, by {}: {} steps, each comparing two players in matches of {} games or more; {}. \
         Seed {}.",
        tune.numbers.len(),
        tune.player.name,
        tune.game,
        tune.method.name(),
        tuned.steps,
        tune.games,
        match &tune.opponent {
            Some(opponent) => format!("they play {}", opponent.name),
            None => "they play each other".to_owned(),
        },
        tune.seed
    ));
    sections.push(asked);
    in_language(Report { title, sections }, language)
}

fn answer(tune: &Tune, tuned: &Tuned) -> Section {
    let mut section = Section::new("Result");
    section.prose(verdict(tune, tuned));
    let mut table = Table::new(
        "numbers",
        "The numbers: as they were, as found, and what the second half of the path covers.",
        [
            Column::text("which number"),
            Column::number("start", 3),
            Column::number("found", 3),
            Column::number("path from", 3),
            Column::number("path to", 3),
            Column::number("least allowed", 3),
            Column::number("most allowed", 3),
        ],
    );
    let half = &tuned.path[tuned.path.len() / 2..];
    for (index, number) in tune.numbers.iter().enumerate() {
        let here = || half.iter().map(|step| step.here[index]);
        table.push([
            number.name.as_str().into(),
            number.start.into(),
            tuned.best.as_ref().map(|best| best[index]).into(),
            here().min_by(f64::total_cmp).into(),
            here().max_by(f64::total_cmp).into(),
            number.from.into(),
            number.to.into(),
        ]);
    }
    table.note("Found is the mean of the second half of the path.");
    section.table(table);
    section
}

/// Returns what was found and how sure it is, in a few sentences.
fn verdict(tune: &Tune, tuned: &Tuned) -> String {
    let games: u64 = tuned.path.iter().map(|step| step.games).sum();
    let done = format!(
        "{} of {} steps are done, {games} games.",
        tuned.path.len(),
        tuned.steps
    );
    if tuned.best.is_none() {
        return format!("The search is not over: {done}");
    }
    let Some(summary) = &tuned.confirmed else {
        return if tuned.complete {
            format!("{done} The search came back to the numbers it began with.")
        } else {
            format!("{done} The test of what was found is not over.")
        };
    };
    let stop = &tune.confirm.stop;
    let decision = match summary.decision() {
        Decision::AcceptH1 => format!(
            "the test accepted {} {} against {}, so it is better (wrong in at most {} % of such tests)",
            stop.unit.name(),
            stop.h1,
            stop.h0,
            100.0 * stop.alpha
        ),
        Decision::AcceptH0 => format!(
            "the test accepted {} {} against {}, so nothing better was found (wrong in at most {} % of such \
             tests)",
            stop.unit.name(),
            stop.h0,
            stop.h1,
            100.0 * stop.beta
        ),
        Decision::Continue => "the test did not decide within its games".to_owned(),
    };
    let score = summary.score(0, LEVEL);
    let elo = score.map(|score| score.map(elo_of_score));
    let surely = summary
        .pairs(0)
        .and_then(|pairs| Strength::of_pairs(&pairs.pairs, LEVEL, Method::Likelihood))
        .map_or(String::new(), |strength| {
            format!(", superior with {:.1} %", 100.0 * strength.superiority)
        });
    format!(
        "{done} Against the player it began with, on fresh openings, what was found scored {} % in {} games \
         (Elo {}{surely}): {decision}. The score of a test that ended by itself lies a little too far from even.",
        score.map_or("-".to_owned(), |s| format!("{:.1}", s.map(|s| 100.0 * s))),
        summary.games(),
        elo.map_or("-".to_owned(), |elo| format!("{elo:.0}")),
    )
}

fn path(tune: &Tune, tuned: &Tuned) -> Section {
    let mut section = Section::new("The path");
    if tuned.path.is_empty() {
        section.prose("No step is done yet.");
        return section;
    }
    let series = |(index, number): (usize, &crate::tune::Number)| Series {
        name: number.name.clone(),
        points: tuned
            .path
            .iter()
            .map(|step| Point {
                x: f64::from(step.number),
                y: (step.here[index] - number.start) / number.step,
                interval: None,
            })
            .collect(),
        stroke: Stroke::Solid,
        markers: false,
        right: false,
    };
    let drawn = tune.numbers.iter().take(MOST_LINES).enumerate();
    let lines = Lines {
        x: "step".to_owned(),
        y: "distance from the start, in steps of each number".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: drawn.map(series).collect(),
        levels: vec![(0.0, "start".to_owned())],
        marks: Vec::new(),
    };
    let title = if tune.numbers.len() > MOST_LINES {
        format!("Where the search stood after each step; the first {MOST_LINES} numbers.")
    } else {
        "Where the search stood after each step.".to_owned()
    };
    let mut columns = vec![Column::count("step"), Column::count("games")];
    columns.extend(
        tune.numbers
            .iter()
            .map(|n| Column::number(n.name.as_str(), 3)),
    );
    let mut table = Table::new("path", "The numbers after some of the steps.", columns);
    let each = tuned.path.len().div_ceil(SHOWN);
    let mut games = 0;
    for (index, step) in tuned.path.iter().enumerate() {
        games += step.games;
        if (index + 1) % each == 0 || index + 1 == tuned.path.len() {
            let mut row = vec![u64::from(step.number).into(), games.into()];
            row.extend(step.here.iter().map(|&value| value.into()));
            table.push(row);
        }
    }
    section.figure(Plot::new("path", title, Drawing::Lines(lines)), table);
    section
}
