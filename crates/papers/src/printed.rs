//! Printed figures beside ours, each with a test of whether ours are the paper's.

use report::{Column, Table};
use statistics::distribution::normal_two_sided;
use statistics::exact;
use statistics::holm::holm;
use statistics::proportion::Proportion;
use statistics::{Estimate, Level};

/// A printed figure, ours, and how often ours would be printed so or further away.
pub(crate) struct Printed {
    what: String,
    paper: String,
    ours: String,
    p_value: f64,
}

impl Printed {
    /// A share of games, printed as a count of them.
    pub(crate) fn share(what: String, (count, of): (u64, u64), ours: Estimate, games: u64) -> Self {
        let games = games as f64;
        let found = Proportion::new(ours.value * games, games);
        Self {
            paper: format!("{count} of {of}"),
            ours: percent(ours),
            p_value: found.differs_from(Proportion::new(count as f64, of as f64)),
            what,
        }
    }

    /// A share of a few games, which are drawn with our share.
    pub(crate) fn few(what: String, (count, of): (u64, u64), ours: Estimate) -> Self {
        Self {
            paper: format!("{count} of {of}"),
            ours: percent(ours),
            p_value: exact::binomial(count, of, ours.value),
            what,
        }
    }

    /// A mean over so many games, printed with one digit after the point. Its games are taken to
    /// spread as ours do.
    pub(crate) fn mean(what: String, (mean, of): (f64, u64), ours: Estimate, games: u64) -> Self {
        let error = ours.interval.half_width() / Level::P95.z();
        let theirs = error * (games as f64 / of as f64).sqrt();
        // What was rounded away may have been to either side.
        let apart = ((ours.value - mean).abs() - 0.05).max(0.0);
        Self {
            paper: format!("{mean:.1}"),
            ours: format!("{ours:.2}"),
            p_value: two_sided(apart, error.hypot(theirs)),
            what,
        }
    }

    /// A figure whose own error the paper does not tell; ours alone is counted.
    pub(crate) fn figure(what: String, paper: f64, ours: Estimate, digits: usize) -> Self {
        let error = ours.interval.half_width() / Level::P95.z();
        Self {
            paper: format!("{paper:.digits$}"),
            ours: format!("{ours:.digits$}"),
            p_value: two_sided(ours.value - paper, error),
            what,
        }
    }
}

/// How often a difference is at least so large by an error of this size.
fn two_sided(difference: f64, error: f64) -> f64 {
    match difference == 0.0 {
        true => 1.0,
        false => normal_two_sided(difference / error),
    }
}

fn percent(share: Estimate) -> String {
    let share = share.map(|share| 100.0 * share);
    let interval = share.interval;
    format!(
        "{:.1} % [{:.1}, {:.1}]",
        share.value, interval.low, interval.high
    )
}

/// The table of printed figures beside ours.
pub(crate) fn table(name: &str, caption: &str, rows: Vec<Printed>) -> Table {
    let mut table = Table::new(
        name,
        caption,
        [
            Column::text("printed figure"),
            Column::text("paper"),
            Column::text("ours"),
            Column::p_value("p"),
            Column::p_value("p (Holm)"),
            Column::text("as printed"),
        ],
    );
    let together = holm(&rows.iter().map(|row| row.p_value).collect::<Vec<f64>>());
    for (row, together) in rows.into_iter().zip(together) {
        let said = match together {
            p if p.is_nan() => "cannot be told with this many games",
            p if p < 0.05 => "differs",
            _ => "not told apart",
        };
        table.push([
            row.what.into(),
            row.paper.into(),
            row.ours.into(),
            row.p_value.into(),
            together.into(),
            said.into(),
        ]);
    }
    table.note(
        "p: how often the paper's number of games, played with our chances, would give a figure as far from \
         ours as the printed one; corrected for the number of rows beside it. Below 0.05 ours is not the \
         paper's. Where the paper does not tell from how much a figure comes, only the error of ours is counted.",
    );
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::Cell;
    use statistics::Interval;

    fn estimate(value: f64, half: f64) -> Estimate {
        Estimate {
            value,
            interval: Interval::around(value, half),
        }
    }

    #[test]
    fn near_figures_are_not_told_apart_and_far_ones_differ() {
        let what = || "x".to_owned();
        let rows = vec![
            Printed::share(what(), (32, 100), estimate(0.33, 0.02), 2000),
            Printed::share(what(), (32, 100), estimate(0.60, 0.02), 2000),
            Printed::mean(what(), (2.4, 100), estimate(2.44, 0.03), 4000),
            Printed::mean(what(), (2.1, 100), estimate(2.80, 0.03), 4000),
            Printed::few(what(), (0, 6), estimate(0.2, 0.1)),
            Printed::few(what(), (0, 6), estimate(0.9, 0.05)),
            Printed::figure(what(), 3.876, estimate(3.9, 0.05), 3),
            Printed::figure(what(), 3.876, estimate(4.5, 0.05), 3),
        ];
        let table = table("t", "", rows);
        let said: Vec<&Cell> = table.rows().iter().map(|row| &row[5]).collect();
        for (number, said) in said.into_iter().enumerate() {
            let expected = ["not told apart", "differs"][number % 2];
            assert_eq!(said, &Cell::from(expected), "row {number}");
        }
    }
}
