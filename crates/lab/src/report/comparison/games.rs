//! Games before and after: scores for two seats, places for more, with the difference and its
//! interval.

use crate::report::of_run::{LEVEL, Results};
use report::plot::{Drawing, Intervals, Plot};
use report::{Cell, Column, Section, Table};
use statistics::Estimate;
use statistics::elo::elo_of_score;

const INDEPENDENT: &str = "Intervals at 95 %. That of a difference takes both runs as independent; \
                           with the same seed they share their openings, and it is rather too wide.";

pub(super) fn section(before: &Results, after: &Results) -> Section {
    let mut section = Section::new("Results");
    if before.summary.plan().seats != after.summary.plan().seats {
        section.prose("The games have different numbers of seats: they cannot be compared.");
        return section;
    }
    let rows = match before.summary.plan().seats {
        2 => scores(before, after),
        _ => ranks(before, after),
    };
    let (plot, table, told, all) = rows;
    section.prose(match (told, all) {
        (_, 0) => "No player is in both runs.".to_owned(),
        (0, _) => "No difference can be told with this many games.".to_owned(),
        (told, all) => {
            format!("{told} of {all} differences can be told from chance, each by itself.")
        }
    });
    if all > 0 {
        section.figure(plot, table);
    }
    section
}

/// Returns the number of a player by name.
fn find(results: &Results, name: &str) -> Option<usize> {
    (0..results.players()).find(|&player| results.name(player) == name)
}

fn is_told(difference: Estimate) -> bool {
    !difference.interval.contains(0.0)
}

/// Shares in hundredths, so that a difference has a sign.
fn hundredths(share: Estimate) -> Estimate {
    share.map(|share| 100.0 * share)
}

/// For two seats: the score of every two players that met in both runs.
fn scores(before: &Results, after: &Results) -> (Plot, Table, usize, usize) {
    let mut table = Table::new(
        "comparison",
        "Scores before and after.",
        [
            Column::text("player"),
            Column::text("against"),
            Column::percent("before", 1).with_interval(),
            Column::percent("after", 1).with_interval(),
            Column::signed("difference in hundredths", 1).with_interval(),
            Column::signed("difference in Elo", 1).with_interval(),
        ],
    );
    let mut rows = Vec::new();
    let mut told = 0;
    for one in 0..before.players() {
        for other in one + 1..before.players() {
            let (a, b) = (before.name(one), before.name(other));
            let old = before.tally.against(one, other).estimate(LEVEL);
            let new = find(after, a).zip(find(after, b));
            let new = new.and_then(|(a, b)| after.tally.against(a, b).estimate(LEVEL));
            let (Some(old), Some(new)) = (old, new) else {
                continue;
            };
            let difference = hundredths(new.above(old));
            let elo = new.map(elo_of_score).above(old.map(elo_of_score));
            told += usize::from(is_told(difference));
            table.push([
                a.into(),
                b.into(),
                old.into(),
                new.into(),
                difference.into(),
                Cell::from(elo),
            ]);
            rows.push((format!("{a} against {b}"), difference));
        }
    }
    table.note(INDEPENDENT);
    let all = rows.len();
    (
        plot("score in hundredths, after minus before", rows),
        table,
        told,
        all,
    )
}

/// For more seats: mean rank and first places of every player in both runs.
fn ranks(before: &Results, after: &Results) -> (Plot, Table, usize, usize) {
    let mut table = Table::new(
        "comparison",
        "Places before and after.",
        [
            Column::text("player"),
            Column::number("mean rank before", 2).with_interval(),
            Column::number("mean rank after", 2).with_interval(),
            Column::signed("difference", 2).with_interval(),
            Column::percent("first places before", 1).with_interval(),
            Column::percent("first places after", 1).with_interval(),
            Column::signed("difference in hundredths", 1).with_interval(),
        ],
    );
    let mut rows = Vec::new();
    let mut told = 0;
    for player in 0..before.players() {
        let name = before.name(player);
        let old = before.summary.standings().player(player, LEVEL);
        let new = find(after, name);
        let new = new.and_then(|player| after.summary.standings().player(player, LEVEL));
        let (Some(old), Some(new)) = (old, new) else {
            continue;
        };
        let difference = new.mean_rank.above(old.mean_rank);
        told += usize::from(is_told(difference));
        table.push([
            name.into(),
            old.mean_rank.into(),
            new.mean_rank.into(),
            difference.into(),
            old.firsts.into(),
            new.firsts.into(),
            hundredths(new.firsts.above(old.firsts)).into(),
        ]);
        rows.push((name.to_owned(), difference));
    }
    table.note("A smaller rank is better.");
    table.note(INDEPENDENT);
    let all = rows.len();
    (
        plot("mean rank, after minus before", rows),
        table,
        told,
        all,
    )
}

fn plot(axis: &str, rows: Vec<(String, Estimate)>) -> Plot {
    let intervals = Intervals {
        axis: axis.to_owned(),
        percent: false,
        reference: Some(0.0),
        rows,
    };
    let title = "Differences with intervals at 95 %; the dashed line is no difference.";
    Plot::new("comparison", title, Drawing::Intervals(intervals))
}
