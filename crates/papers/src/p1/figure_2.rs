//! Figure 2 of P1, whose picture is lost: where KN works, move by move.

use super::duel::{self, Duel};
use super::function::{Function, Reading};
use crate::{Claim, Error, PaperOptions, claims};
use report::plot::{Drawing, Lines, Point, Series, Stroke};
use report::{Column, Plot, Report, Section, Table};
use statistics::verdict::Verdict;

/// The moves in which KN is switched on, one at a time.
const MOVES: std::ops::RangeInclusive<usize> = 1..=15;

/// KN in one move at a time with either sign, in both readings.
pub(super) fn run(options: &PaperOptions<'_>) -> Result<Report, Error> {
    let (mut judged, mut sections) = (Vec::new(), Vec::new());
    for (name, reading) in Reading::BOTH {
        let phi = Function::separated().read(reading).player("φ")?;
        let mut duels = Vec::new();
        for sign in ['+', '-'] {
            for t in MOVES {
                let when = format!("[{sign}]({t}-{t})");
                let with = Function::separated().with("kn", &when).read(reading);
                let match_name = format!("KN{when}:φ");
                let players = [&with.player(&match_name)?, &phi];
                duels.push(duel::play(options, &match_name, players, [400, 50])?);
            }
        }
        duel::together(options, &mut duels);
        let (plus, minus) = duels.split_at(duels.len() / 2);
        judged.extend([
            claim(options, "KN in move 6 alone works", name, &plus[5]),
            claim(
                options,
                "KN against its weight in move 12 alone works",
                name,
                &minus[11],
            ),
        ]);
        sections.push(figure(name, plus, minus));
    }
    let mut all = vec![claims(&judged)];
    all.extend(sections);
    Ok(Report {
        title: "P1, figure 2: where KN works".to_owned(),
        sections: all,
    })
}

fn claim(options: &PaperOptions<'_>, words: &str, reading: &str, duel: &Duel) -> Claim {
    let words = format!("{words} ({reading})");
    duel::claim(options, &words, &[duel], Verdict::Better)
}

fn figure(reading: &str, plus: &[Duel], minus: &[Duel]) -> Section {
    let line = |name: &str, stroke: Stroke, duels: &[Duel]| Series {
        name: name.to_owned(),
        points: MOVES
            .zip(duels)
            .map(|(t, duel)| Point {
                x: t as f64,
                y: duel.judged.score.value,
                interval: Some(duel.judged.score.interval),
            })
            .collect(),
        stroke,
        markers: true,
        right: false,
    };
    let title =
        format!("Figure 2 ({reading}): points of BP + KN against BP, KN in one move alone.");
    let plot = Plot::new(
        format!("figure-2-{reading}"),
        title.clone(),
        Drawing::Lines(Lines {
            x: "move in which KN counts".to_owned(),
            y: "points".to_owned(),
            right: None,
            logarithmic: false,
            percent: true,
            series: vec![
                line("[+]", Stroke::Solid, plus),
                line("[-]", Stroke::Dashed, minus),
            ],
            levels: vec![(0.5, "equal".to_owned())],
            marks: Vec::new(),
        }),
    );
    let mut table = Table::new(
        format!("figure-2-{reading}-data"),
        title,
        [
            Column::count("move"),
            Column::percent("points with [+]", 1).with_interval(),
            Column::text("by test"),
            Column::percent("points with [-]", 1).with_interval(),
            Column::text("by test"),
        ],
    );
    for ((t, plus), minus) in MOVES.zip(plus).zip(minus) {
        table.push([
            t.into(),
            plus.judged.score.into(),
            plus.judged.ours.effect().into(),
            minus.judged.score.into(),
            minus.judged.ours.effect().into(),
        ]);
    }
    table.note(
        "By test: with Holm's correction for the thirty matches of a reading. The picture of figure 2 is \
         lost; its text says that KN works in move 6 alone and in move 12 alone, and that the figure \
         shows where it works with either sign.",
    );
    let mut section = Section::new(format!("Where KN works, {reading}"));
    section.figure(plot, table);
    section
}
