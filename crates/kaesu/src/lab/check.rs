//! `kaesu lab check`: what an experiment would do.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use lab::experiment::Experiment;
use lab::{Kind, Openings, Plan, run};

use super::all_cores;

/// How long the first games are tried.
const TRIAL: Duration = Duration::from_secs(2);

/// Say what an experiment would do, without doing it: games, seatings, expected duration, disk
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The experiment file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Do not play the first games to find out how long all will take
    #[arg(long)]
    no_trial: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let experiment = Experiment::read(&arguments.file)?;
    let plan = Plan::new(&experiment)?;
    let different = run::prepare(&experiment)?;
    let mut out = std::io::stdout().lock();
    let measures = matches!(experiment.kind, Kind::Measurement(_));
    if !experiment.about.is_empty() {
        writeln!(out, "{}", experiment.about)?;
    }
    writeln!(
        out,
        "kind:      {} of {}",
        experiment.kind.name(),
        experiment.game
    )?;
    let names: Vec<&str> = plan.contenders.iter().map(|c| &*c.name).collect();
    writeln!(out, "players:   {}", names.join(", "))?;
    if measures {
        writeln!(out, "positions: {}", plan.games())?;
    } else {
        writeln!(
            out,
            "games:     {}{} ({} table{}, blocks of {}, seating {})",
            if experiment.stop.is_some() {
                "at most "
            } else {
                ""
            },
            plan.games(),
            plan.tables.len(),
            if plan.tables.len() == 1 { "" } else { "s" },
            plan.block_size(),
            experiment.seating.name(),
        )?;
    }
    writeln!(
        out,
        "openings:  {}",
        openings(&experiment, &plan, different)
    )?;
    if let Some(stop) = &experiment.stop {
        writeln!(
            out,
            "stop:      as soon as {} {} or {} is decided, errors {} and {}",
            stop.unit.name(),
            stop.h0,
            stop.h1,
            stop.alpha,
            stop.beta
        )?;
    }
    let again = match run::not_repeatable(&experiment, &plan) {
        None => "every game comes out the same, whatever the threads and the machine".to_owned(),
        Some(who) => format!("another run has other games: {who}"),
    };
    writeln!(out, "again:     {again}")?;
    if arguments.no_trial {
        return Ok(());
    }
    let engines = run::greet(&experiment, &AtomicBool::new(false))?;
    for engine in engines.into_iter().flatten() {
        writeln!(
            out,
            "engine:    {} is {}",
            engine.player,
            engine.full_name()
        )?;
    }
    let estimate = run::estimate_timing(&experiment, TRIAL)?;
    if estimate.done == 0 {
        let seconds = TRIAL.as_secs();
        writeln!(out, "duration:  unknown: no game ended within {seconds} s")?;
        return Ok(());
    }
    let share = plan.games() as f64 / estimate.done as f64;
    let threads = all_cores();
    let seconds = estimate.time.as_secs_f64() * share / threads as f64;
    writeln!(
        out,
        "duration:  about {} on {threads} threads, by {} tried now",
        duration(seconds),
        estimate.done
    )?;
    let bytes = estimate.bytes as f64 * share;
    writeln!(out, "disk:      about {} before compression", size(bytes))?;
    Ok(())
}

fn openings(experiment: &Experiment, plan: &Plan, different: Option<usize>) -> String {
    let how = match &experiment.openings {
        Openings::Start if different.is_none() => "the roots of different trees".to_owned(),
        Openings::Start => "the start position".to_owned(),
        Openings::Lines { plies } => format!("all lines of {plies} plies"),
        Openings::Random { plies } => format!("random lines of {plies} plies"),
        Openings::Balanced { plies, of, depth } => format!(
            "lines of {plies} plies, of {of} random ones the most equal by a search of depth {depth}"
        ),
        Openings::Transcripts(_) => "written lines".to_owned(),
        Openings::Positions(_) => "written positions".to_owned(),
    };
    let needed = plan.openings();
    match different {
        Some(different) if (different as u64) < needed && different > 1 => {
            format!("{how}: {needed} from {different} different ones")
        }
        Some(different) if different > 1 => format!("{how}: {needed} of {different}"),
        Some(_) => how,
        None => format!("{how}: {needed}"),
    }
}

/// Returns a duration in words.
pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "a second".to_owned(),
        s if s < 120.0 => format!("{s:.0} seconds"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} hours", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

fn size(bytes: f64) -> String {
    match bytes {
        b if b < 1e4 => "10 kB".to_owned(),
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}
