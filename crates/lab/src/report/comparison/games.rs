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
    let (plot, table, answers) = rows;
    let all = answers.len();
    let told = answers.iter().filter(|(_, d)| is_told(*d)).count();
    let better = match before.summary.plan().seats {
        2 => 1.0,
        // A smaller rank is better.
        _ => -1.0,
    };
    for (who, difference) in answers {
        let answer = match is_told(difference) {
            true if difference.value * better > 0.0 => "better",
            true => "worse",
            false => "no difference can be told",
        };
        let figure = match better > 0.0 {
            true => format!("score {difference:.1} points"),
            false => format!("mean rank {difference:.2}"),
        };
        section.answer(format!("What changed for {who}?"), answer, figure);
    }
    section.prose(match (told, all) {
        (_, 0) if better > 0.0 => "No two players meet in both runs.".to_owned(),
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

/// Plot and table, and the difference of each player or pair.
type Compared = (Plot, Table, Vec<(String, Estimate)>);

fn is_told(difference: Estimate) -> bool {
    !difference.interval.contains(0.0)
}

/// Shares in hundredths, so that a difference has a sign.
fn hundredths(share: Estimate) -> Estimate {
    share.map(|share| 100.0 * share)
}

/// For two seats: the score of every two players that met in both runs.
fn scores(before: &Results, after: &Results) -> Compared {
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
    for one in 0..before.players() {
        for other in one + 1..before.players() {
            let (a, b) = (before.name(one), before.name(other));
            let old = before.tally.against(one, other).estimate(LEVEL);
            let [now, then] = [one, other].map(|player| after.find(before.key(player)));
            let new = now.zip(then);
            let new = new.and_then(|(a, b)| after.tally.against(a, b).estimate(LEVEL));
            let (Some(old), Some(new)) = (old, new) else {
                continue;
            };
            let difference = hundredths(new.above(old));
            let elo = new.map(elo_of_score).above(old.map(elo_of_score));
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
    let axis = "score in hundredths, after minus before";
    (plot(axis, rows.clone()), table, rows)
}

/// For more seats: mean rank and first places of every player in both runs.
fn ranks(before: &Results, after: &Results) -> Compared {
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
    for player in 0..before.players() {
        let name = before.name(player);
        let old = before.summary.standings().player(player, LEVEL);
        let new = after.find(before.key(player));
        let new = new.and_then(|player| after.summary.standings().player(player, LEVEL));
        let (Some(old), Some(new)) = (old, new) else {
            continue;
        };
        let difference = new.mean_rank.above(old.mean_rank);
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
    let axis = "mean rank, after minus before";
    (plot(axis, rows.clone()), table, rows)
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
