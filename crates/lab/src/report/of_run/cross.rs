//! Everybody against everybody: how often one came before the other.

use super::{LEVEL, Results};
use report::plot::{Drawing, HeatMap, Plot};
use report::{Cell, Column, Section, Table};
use statistics::distribution::normal_two_sided;
use statistics::exchange;
use statistics::holm::holm;
use statistics::pairs::PairedMatch;

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("Who against whom");
    let players = results.players();
    let share = |one: usize, other: usize| {
        let sample = results.tally.against(one, other);
        (sample.total() > 0.0).then(|| sample.mean())
    };
    let map = HeatMap {
        axes: ["score of".to_owned(), "against".to_owned()],
        names: (0..players)
            .map(|player| results.name(player).to_owned())
            .collect(),
        shares: (0..players)
            .map(|one| (0..players).map(|other| share(one, other)).collect())
            .collect(),
    };
    let title = "Cross-table: the score in percent of the player of each row against the player of \
                 each column.";
    let plot = Plot::new("cross-table", title, Drawing::HeatMap(map));
    section.figure(plot, table(results));
    section
}

fn table(results: &Results) -> Table {
    let for_two = results.summary.plan().seats == 2;
    let mut columns = vec![Column::text("player"), Column::text("against")];
    columns.push(Column::count(if for_two { "pairs" } else { "blocks" }));
    if for_two {
        columns.push(Column::results("won, drawn, lost"));
    }
    columns.push(Column::percent("score", 1).with_interval());
    columns.push(Column::p_value("p"));
    columns.push(Column::p_value("p of all (Holm)"));
    let mut table = Table::new("cross-table", "Every two players that met.", columns);
    let mut met = Vec::new();
    for one in 0..results.players() {
        for other in one + 1..results.players() {
            let sample = results.tally.against(one, other);
            if sample.total() > 0.0 {
                met.push((one, other, p_value(results, one, other)));
            }
        }
    }
    let adjusted = holm(&met.iter().map(|(_, _, p)| *p).collect::<Vec<f64>>());
    for (&(one, other, p), together) in met.iter().zip(adjusted) {
        let sample = results.tally.against(one, other);
        let mut row: Vec<Cell> = vec![
            results.name(one).into(),
            results.name(other).into(),
            (sample.total() as u64).into(),
        ];
        if for_two {
            row.push(games(results, one, other));
        }
        row.extend([sample.estimate(LEVEL).into(), p.into(), together.into()]);
        table.push(row);
    }
    table.note(
        "Score: how often the player came before the other, ties half; intervals at 95 %. The last \
         column takes all rows together: below 0.05, the chance that any of them speaks by chance \
         is below 5 %.",
    );
    table
}

/// Returns the pairs of two players for two seats, as the first sees them if it is named first.
fn pairs<'a>(results: &'a Results, one: usize, other: usize) -> Option<&'a PairedMatch> {
    let tables = &results.summary.plan().tables;
    let table = tables.iter().position(|table| table[..] == [one, other])?;
    results.summary.pairs(table)
}

/// Returns the games of two players, as the first sees them.
fn games(results: &Results, one: usize, other: usize) -> Cell {
    let straight = pairs(results, one, other).map(PairedMatch::games);
    let turned = || pairs(results, other, one).map(|pairs| pairs.games().swapped());
    straight.or_else(turned).into()
}

/// Returns how often equal players differ at least as much: exact for pairs of games.
fn p_value(results: &Results, one: usize, other: usize) -> f64 {
    match pairs(results, one, other).or_else(|| pairs(results, other, one)) {
        Some(pairs) => exchange::pairs(&pairs.pairs),
        None => normal_two_sided(results.tally.against(one, other).z_above(0.5)),
    }
}
