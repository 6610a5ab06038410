//! One value of a player varied: P1's tables, with the paper's verdict beside ours.

use super::duel::{self, Test};
use super::{ALPHA, LEVEL, Results, percent};
use crate::experiment::Sweep;
use report::plot::{Drawing, Intervals, Plot};
use report::{Cell, Column, Section, Table};
use statistics::Estimate;
use statistics::holm::holm;
use statistics::pairs::PairedMatch;
use statistics::sides::Sides;
use statistics::verdict::Verdict;

/// One value and what became of it.
struct Line {
    value: String,
    pairs: Option<PairedMatch>,
    test: Option<Test>,
    p_value: f64,
}

impl Line {
    /// P1's verdict, which looks at both sides apart.
    fn paper(&self) -> Option<Verdict> {
        self.pairs.map(|pairs| {
            Verdict::by_paper(&Sides {
                a_first: pairs.first,
                b_first: pairs.second.swapped(),
            })
        })
    }

    /// Ours, all values taken together.
    fn ours(&self) -> Option<Verdict> {
        let score = self.test.as_ref()?.score.value;
        Some(Verdict::by_test(score, self.p_value, ALPHA))
    }
}

pub(super) fn section(results: &Results, sweep: &Sweep) -> Section {
    let mut section = Section::new("Result");
    let lines = lines(results, sweep);
    let count = |verdict: Verdict| {
        lines
            .iter()
            .filter(|line| line.ours() == Some(verdict))
            .count()
    };
    section.prose(format!(
        "Of {} values of {}, {} make {} better than {}, {} make it worse, and of {} it cannot be \
         told, all values taken together.",
        lines.len(),
        sweep.key,
        count(Verdict::Better),
        sweep.player,
        sweep.opponent,
        count(Verdict::Worse),
        lines.len() - count(Verdict::Better) - count(Verdict::Worse),
    ));
    for line in &lines {
        let (Some(test), Some(verdict)) = (&line.test, line.ours()) else {
            continue;
        };
        section.answer(
            format!("{} = {}", sweep.key, line.value),
            verdict.effect(),
            format!("score {}", percent(test.score)),
        );
    }
    section.figure(plot(&lines, sweep), table(&lines, sweep));
    section
}

fn lines(results: &Results, sweep: &Sweep) -> Vec<Line> {
    let mut lines: Vec<Line> = sweep
        .values
        .iter()
        .enumerate()
        .map(|(table, value)| {
            let test = duel::test(results, table);
            Line {
                value: match value {
                    toml::Value::String(text) => text.clone(),
                    other => other.to_string(),
                },
                pairs: results.summary.pairs(table).copied(),
                p_value: test.as_ref().map_or(1.0, |test| test.p_value),
                test,
            }
        })
        .collect();
    let together = holm(&lines.iter().map(|line| line.p_value).collect::<Vec<f64>>());
    for (line, p_value) in lines.iter_mut().zip(together) {
        line.p_value = p_value;
    }
    lines
}

fn table(lines: &[Line], sweep: &Sweep) -> Table {
    let in_pairs = lines.iter().any(|line| line.pairs.is_some());
    let mut columns = vec![Column::text(&sweep.key)];
    if in_pairs {
        columns.push(Column::results("moving first"));
        columns.push(Column::results("moving second"));
    }
    columns.extend([
        Column::percent("score", 1).with_interval(),
        Column::p_value("p"),
        Column::p_value("p of all (Holm)"),
    ]);
    if in_pairs {
        columns.push(Column::text("P1's rule"));
    }
    columns.push(Column::text("verdict"));
    columns.push(Column::count("games needed"));
    let caption = format!(
        "Values of {}: {} against {}.",
        sweep.key, sweep.player, sweep.opponent
    );
    let mut table = Table::new("sweep", caption, columns);
    for line in lines {
        let effect = |verdict: Option<Verdict>| Cell::from(verdict.map(Verdict::effect));
        let mut row = vec![Cell::from(line.value.as_str())];
        if in_pairs {
            row.push(line.pairs.map(|pairs| pairs.first).into());
            row.push(line.pairs.map(|pairs| pairs.second).into());
        }
        let test = line.test.as_ref();
        row.extend([
            test.map(|test| test.score).into(),
            test.map(|test| test.p_value).into(),
            test.map(|_| line.p_value).into(),
        ]);
        if in_pairs {
            row.push(effect(line.paper()));
        }
        row.push(effect(line.ours()));
        row.push(test.and_then(|test| test.games_needed).into());
        table.push(row);
    }
    table.note(format!(
        "Wins, draws and losses of {}. Medicine: better, poison: worse, ?: cannot be told. The \
         verdict takes all rows together (Holm, 5 %). Games needed: how many would tell a \
         difference as large as the one seen nine times of ten, in a row by itself.",
        sweep.player
    ));
    if in_pairs {
        table.note(
            "P1's rule: more wins than losses moving first and moving second; between equal players \
             it speaks up to every second time.",
        );
    }
    table
}

fn plot(lines: &[Line], sweep: &Sweep) -> Plot {
    let row = |line: &Line| {
        let score = line.test.as_ref().map(|test| test.score);
        let unknown = Estimate {
            value: f64::NAN,
            interval: statistics::Interval {
                low: f64::NAN,
                high: f64::NAN,
            },
        };
        (line.value.clone(), score.unwrap_or(unknown))
    };
    let intervals = Intervals {
        axis: format!("score of {} against {}", sweep.player, sweep.opponent),
        percent: true,
        reference: Some(0.5),
        rows: lines.iter().map(row).collect(),
    };
    let level = 100.0 * LEVEL.fraction();
    let title = format!(
        "The score with each value of {}, with intervals at {level:.0} %; the dashed line is even.",
        sweep.key
    );
    Plot::new("sweep", title, Drawing::Intervals(intervals))
}
