//! What a run learned, written for people.

use report::plot::{Drawing, Lines, Point, Series, Stroke};
use report::{Cell, Column, Plot, Report, Section, Table};

use super::examination::{Bin, Examination};
use super::run::Plan;

/// The report of a run.
#[must_use]
pub fn of_run(plan: &Plan, examinations: &[Examination]) -> Report {
    let mut sections = Vec::new();
    if let Some(last) = examinations.last() {
        let mut worth = Section::new("What the weights are worth");
        worth.prose(
            "One seat with these weights against three of another player, all without looking \
             ahead: mean ranks, where equal players have 2.5 and always the first 1. Each opening is \
             played in all four rotations, and the intervals are of openings.",
        );
        let table = curve(examinations);
        worth.figure(curve_plot(examinations), table);
        sections.push(worth);
        let mut calibration = Section::new("Whether ranks come as expected");
        calibration.prose(
            "Positions of games of its own, without any search: the rank that was expected for a \
             seat, and the mean of the ranks that came. On the diagonal nothing is left to correct.",
        );
        calibration.figure(calibration_plot(&last.calibration), bins(&last.calibration));
        sections.push(calibration);
    }
    let mut reproduce = Section::new("How to reproduce this");
    reproduce.prose("The same plan gives the same weights, with any number of threads.");
    reproduce.listing(serde_json::to_string_pretty(plan).expect("numbers and texts can be JSON"));
    sections.push(reproduce);
    Report {
        title: format!("Learning {}", plan.game),
        sections,
    }
}

fn curve(examinations: &[Examination]) -> Table {
    let mut columns = vec![Column::count("games"), Column::number("error", 3)];
    let names = examinations
        .first()
        .map_or(&[][..], |first| &first.matches[..]);
    let headings = names
        .iter()
        .map(|played| format!("against three {}", played.against));
    columns.extend(headings.map(|heading| Column::number(heading, 2).with_interval()));
    let mut table = Table::new("curve", "Mean ranks by games learned from", columns);
    for examination in examinations {
        let ranks = examination.matches.iter().map(|played| {
            let rank = played.mean_rank();
            rank.map_or(Cell::Missing, Cell::from)
        });
        let row: Vec<Cell> = [examination.games.into(), examination.error.into()]
            .into_iter()
            .chain(ranks)
            .collect();
        table.push(row);
    }
    table.note(
        "Error: how far the ranks that came in games of its own were from those expected on the \
         way; 1 for expecting nothing.",
    );
    table
}

fn curve_plot(examinations: &[Examination]) -> Plot {
    let names = examinations
        .first()
        .map_or(&[][..], |first| &first.matches[..]);
    let series = names.iter().enumerate().map(|(number, played)| Series {
        name: format!("three {}", played.against),
        points: examinations
            .iter()
            .filter_map(|examination| {
                let rank = examination.matches.get(number)?.mean_rank()?;
                Some(Point {
                    x: examination.games as f64 / 1000.0,
                    y: rank.value,
                    interval: Some(rank.interval).filter(|interval| interval.is_known()),
                })
            })
            .collect(),
        stroke: Stroke::Solid,
        markers: true,
        right: false,
    });
    let lines = Lines {
        x: "thousand games".to_owned(),
        y: "mean rank".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: series.collect(),
        levels: Vec::new(),
        marks: Vec::new(),
    };
    Plot::new("curve", "The learning curve", Drawing::Lines(lines))
}

fn bins(calibration: &[Bin]) -> Table {
    let columns = [
        Column::number("rank expected", 2),
        Column::number("rank that came", 2),
        Column::count("seats of positions"),
    ];
    let mut table = Table::new("calibration", "Expected ranks and those that came", columns);
    for bin in calibration {
        if let Some((expected, came)) = bin.means() {
            table.push([expected.into(), came.into(), bin.count.into()]);
        }
    }
    table
}

fn calibration_plot(calibration: &[Bin]) -> Plot {
    let point = |x, y| Point {
        x,
        y,
        interval: None,
    };
    let means = calibration.iter().filter_map(Bin::means);
    let series = |name: &str, points, stroke, markers| Series {
        name: name.to_owned(),
        points,
        stroke,
        markers,
        right: false,
    };
    let came = means
        .map(|(expected, came)| point(expected, came))
        .collect();
    let lines = Lines {
        x: "rank expected".to_owned(),
        y: "mean rank that came".to_owned(),
        right: None,
        logarithmic: false,
        percent: false,
        series: vec![
            series("games", came, Stroke::Solid, true),
            series(
                "as expected",
                vec![point(1.0, 1.0), point(4.0, 4.0)],
                Stroke::Dotted,
                false,
            ),
        ],
        levels: Vec::new(),
        marks: Vec::new(),
    };
    Plot::new(
        "calibration",
        "Expected ranks and those that came",
        Drawing::Lines(lines),
    )
}
