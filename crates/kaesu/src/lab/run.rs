//! `kaesu lab run`: an experiment carried out into a folder.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use lab::experiment::Experiment;
use lab::run::{self, Finished, Options, Program, Progress};
use lab::{Kind, Plan, Run, Summary};
use statistics::Level;

use super::place::Place;
use super::summary;
use crate::interrupt;

/// Carry out an experiment into a folder, or go on with it
///
/// Every game is written as soon as it is over; a run that was broken off goes on with the same
/// command. Ctrl-C ends it in good order.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The experiment file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let experiment = Experiment::read(&arguments.file)?;
    let plan = Plan::new(&experiment)?;
    let folder = arguments.place.folder(&arguments.file);
    let stop = interrupt::stop_flag()?;
    let bar = bar();
    let mut progress = |progress: &Progress<'_>| show(&bar, progress);
    let mut options = Options {
        threads: arguments.place.threads(),
        program: program(),
        stop: &stop,
        progress: &mut progress,
    };
    let measures = matches!(experiment.kind, Kind::Measurement(_));
    let done = if measures {
        run::measure_into(&experiment, &folder, &mut options).map(|finished| (finished, None))
    } else {
        let done = run::play_into(&experiment, &folder, &mut options);
        done.map(|(finished, summary)| (finished, Some(summary)))
    };
    bar.finish_and_clear();
    let (finished, summary) = done?;
    if let Some(who) = run::not_repeatable(&experiment, &plan) {
        say!("another run has other games: {who}");
    }
    let mut out = std::io::stdout().lock();
    let shown = folder.display();
    match finished {
        Finished::Complete { done } => {
            let what = if measures { "positions" } else { "games" };
            writeln!(out, "{done} {what}, complete, in {shown}")?;
        }
        Finished::Stopped { done: 0 } => {
            writeln!(
                out,
                "stopped before anything was done; the same command goes on"
            )?;
            return Ok(());
        }
        Finished::Stopped { done } => {
            writeln!(
                out,
                "stopped: {done} of {} are kept in {shown}; the same command goes on",
                plan.games()
            )?;
        }
    }
    match summary {
        Some(games) => summary::games(&mut out, &games)?,
        None => summary::positions(&mut out, &Run::open(&folder)?)?,
    }
    Ok(())
}

/// This program, as runs remember it.
pub(super) fn program() -> Program {
    Program {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("KAESU_COMMIT").map(str::to_owned),
    }
}

pub(super) fn bar() -> ProgressBar {
    let style = "{bar:24} {pos}/{len} {rate} {eta} left  {msg}";
    let style = ProgressStyle::with_template(style).expect("the template is right");
    // Slow games need a decimal, quick ones none; indicatif's own rate has four.
    let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let rate = state.per_sec();
        let digits = usize::from(rate < 10.0);
        let _ = write!(out, "{rate:.digits$}/s");
    });
    let bar = ProgressBar::no_length().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn show(bar: &ProgressBar, progress: &Progress<'_>) {
    if bar.length().is_none() {
        bar.set_length(progress.total);
        bar.set_position(progress.before);
        bar.reset_eta();
    }
    bar.set_position(progress.done);
    if !bar.is_hidden() {
        bar.set_message(progress.summary.map_or_else(String::new, standing));
    }
}

/// Returns the current interval or LLR, in a few words.
fn standing(summary: &Summary) -> String {
    if let Some(sprt) = summary.sprt() {
        let bounds = sprt.bounds();
        return format!(
            "LLR {:.2} [{:.2}, {:.2}]",
            sprt.llr(),
            bounds.low,
            bounds.high
        );
    }
    if summary.plan().tables.len() > 1 {
        return String::new();
    }
    summary
        .score(0, Level::P95)
        .map_or_else(String::new, |score| format!("score {score:.3}"))
}
