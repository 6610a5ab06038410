//! How far the program sees in the paper's two seconds, on this machine.

use std::time::Duration;

use players::Playable;
use rules::hash::mix;
use rules::reversi::Othello;
use search::Limits;

use super::positions::somewhere;
use super::{Amount, PRINTED_SPEED};
use crate::file_of;
use crate::{Error, PaperOptions};
use lab::contender::Contender;
use report::{Cell, Column, Section, Table};
use statistics::{Estimate, Level};

pub(super) struct Speed {
    seconds: f64,
    /// Nodes, seconds and depth of every search.
    searches: Vec<(f64, f64, f64)>,
}

impl Speed {
    /// Runs one search after the other, whatever the number of threads, because they are timed.
    pub(super) fn new(
        options: &PaperOptions<'_>,
        amount: &Amount,
        program: &Contender,
    ) -> Result<Self, Error> {
        let limits = Limits::time(Duration::from_secs_f64(amount.seconds));
        let search = |number: u64| {
            let mut player = Othello::player(file_of(program).1)?;
            let seed = mix(options.seed_of("p4-speed") ^ mix(number));
            let game = somewhere(program, seed);
            let report = game.ask(&mut *player, &limits, &mut |_| ())?.report;
            Ok((
                report.nodes as f64,
                report.time.as_secs_f64(),
                f64::from(report.depth),
            ))
        };
        let searches = (0..u64::from(amount.timed)).map(search);
        Ok(Self {
            seconds: amount.seconds,
            searches: searches.collect::<Result<_, Error>>()?,
        })
    }

    pub(super) fn section(&self) -> Section {
        let mut section = Section::new("By the clock");
        section.prose(
            "These figures are of this machine and of what else it was doing; all others are not.",
        );
        let mut table = Table::new(
            "speed",
            format!(
                "{} positions with {} seconds each, on one thread.",
                self.searches.len(),
                self.seconds
            ),
            [
                Column::text(""),
                Column::number("paper", 2),
                Column::number("ours", 2).with_interval(),
            ],
        );
        let mean = |of: fn(&(f64, f64, f64)) -> f64| {
            let values: Vec<f64> = self.searches.iter().map(of).collect();
            Estimate::mean(&values, Level::P95)
        };
        let speed = mean(|(nodes, seconds, _)| nodes / seconds.max(1e-9));
        let millions = |e: Option<Estimate>| Cell::from(e.map(|e| e.map(|n| n / 1e6)));
        let rows = [
            (
                "million nodes",
                Some(PRINTED_SPEED * self.seconds / 1e6),
                millions(mean(|search| search.0)),
            ),
            (
                "million nodes a second",
                Some(PRINTED_SPEED / 1e6),
                millions(speed),
            ),
            (
                "times the paper's speed",
                Some(1.0),
                speed.map(|speed| speed.map(|n| n / PRINTED_SPEED)).into(),
            ),
            ("depth", None, mean(|search| search.2).into()),
        ];
        for (name, paper, ours) in rows {
            table.push([name.into(), paper.into(), ours]);
        }
        section.table(table);
        section
    }
}
