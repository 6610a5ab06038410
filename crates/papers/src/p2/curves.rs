//! P2's figure: the evaluation during games, with marks where the program did something on purpose.

use std::collections::BTreeMap;

use super::ENTERTAINING;
use super::games::{Against, Game, PROGRAMS};
use report::plot::{Drawing, Lines, Plot, Point, Series, Stroke};
use report::{Cell, Column, Section, Table};
use statistics::{Estimate, Level};

/// Returns the evaluation against weak people; `None` without them.
pub(super) fn section(weak: &[&Against]) -> Option<Section> {
    let mut section = Section::new("The evaluation during a game");
    if let Some((who, game)) = shown(weak) {
        section.figure(one_plot(who, game), one_table(game));
    }
    let means: Vec<BTreeMap<usize, Estimate>> = (0..PROGRAMS.len())
        .map(|program| means(weak, program))
        .collect();
    if !means[ENTERTAINING].is_empty() {
        section.figure(plot(&means), table(&means));
    }
    (!section.parts.is_empty()).then_some(section)
}

/// The first game against a weak person in which both things happened.
pub(super) fn shown<'a>(weak: &[&'a Against]) -> Option<(&'a str, &'a Game)> {
    let games = weak.iter().flat_map(|against| {
        let games = against.games(ENTERTAINING).iter();
        games.map(|game| (against.name.as_str(), game))
    });
    let kinds = |game: &Game| game.acts.len();
    games.max_by_key(|(_, game)| (kinds(game), std::cmp::Reverse(game.opening())))
}

fn one_plot(who: &str, game: &Game) -> Plot {
    let points = game.values.iter().map(|&(number, value)| Point {
        x: game.own_move(number) as f64,
        y: value,
        interval: None,
    });
    let lines = Lines {
        x: "own move".to_owned(),
        y: "evaluation by the program, for itself".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: vec![Series {
            name: PROGRAMS[ENTERTAINING].to_owned(),
            points: points.collect(),
            stroke: Stroke::Dotted,
            markers: true,
            right: false,
        }],
        levels: vec![(0.0, "even".to_owned())],
        marks: game
            .acts
            .iter()
            .map(|act| (game.own_move(act.number) as f64, act.kind.clone()))
            .collect(),
    };
    let title = format!(
        "One game of {} against {who}, as in the paper's figure 7 (without what a person felt).",
        PROGRAMS[ENTERTAINING]
    );
    Plot::new("one-game", title, Drawing::Lines(lines))
}

fn one_table(game: &Game) -> Table {
    let mut table = Table::new(
        "one-game",
        "This game at the program's turns.",
        [
            Column::count("move"),
            Column::count("own move"),
            Column::number("evaluation", 0),
            Column::text("on purpose"),
        ],
    );
    for &(number, value) in &game.values {
        let act = game.acts.iter().find(|act| act.number == number);
        table.push([
            number.into(),
            game.own_move(number).into(),
            value.into(),
            act.map_or("", |act| &act.kind).into(),
        ]);
    }
    table
}

/// Returns the mean evaluation of a program for itself, by own move, as long as most games have
/// one: of those that are seen to their end only the drawn ones would be left.
fn means(weak: &[&Against], program: usize) -> BTreeMap<usize, Estimate> {
    let mut values: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let mut games = 0;
    for game in weak.iter().flat_map(|against| against.games(program)) {
        games += 1;
        for &(number, value) in &game.values {
            values.entry(game.own_move(number)).or_default().push(value);
        }
    }
    values.retain(|_, values| 2 * values.len() > games);
    let mean =
        |(number, values): (usize, Vec<f64>)| Some((number, Estimate::mean(&values, Level::P95)?));
    values.into_iter().filter_map(mean).collect()
}

fn plot(means: &[BTreeMap<usize, Estimate>]) -> Plot {
    let strokes = [Stroke::Solid, Stroke::Dashed, Stroke::Dotted, Stroke::None];
    let series = means.iter().zip(PROGRAMS).zip(strokes);
    let lines = Lines {
        x: "own move".to_owned(),
        y: "mean evaluation by the program".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: series
            .map(|((means, name), stroke)| Series {
                name: name.to_owned(),
                points: means
                    .iter()
                    .map(|(&number, estimate)| Point {
                        x: number as f64,
                        y: estimate.value,
                        interval: None,
                    })
                    .collect(),
                stroke,
                markers: true,
                right: false,
            })
            .collect(),
        levels: vec![(0.0, "even".to_owned())],
        marks: vec![
            (10.0, "expectation from here".to_owned()),
            (15.0, "surprise from here".to_owned()),
        ],
    };
    let title = "What the programs think of their own chances against weak people, on average.";
    Plot::new("mean-evaluation", title, Drawing::Lines(lines))
}

fn table(means: &[BTreeMap<usize, Estimate>]) -> Table {
    let mut columns = vec![Column::count("own move")];
    columns.extend(PROGRAMS.map(|name| Column::number(name, 1).with_interval()));
    let mut table = Table::new(
        "mean-evaluation",
        "Mean evaluation of the programs for themselves against weak people, by own move.",
        columns,
    );
    let last = means.iter().filter_map(|m| m.keys().last().copied()).max();
    for number in 1..=last.unwrap_or(0) {
        let cells: Vec<Option<&Estimate>> = means.iter().map(|m| m.get(&number)).collect();
        if cells.iter().all(Option::is_none) {
            continue;
        }
        let mut row = vec![Cell::from(number)];
        row.extend(cells.into_iter().map(|cell| Cell::from(cell.copied())));
        table.push(row);
    }
    table.note(
        "Values of games seen to their end are left out, and moves at which most games are. \
         p2-winning-phased counts in other units from stage to stage. Intervals at 95 %.",
    );
    table
}
