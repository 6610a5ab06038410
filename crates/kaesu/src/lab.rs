//! `kaesu lab`: experiments as files, carried out, stopped, resumed, proved, reported and tuned.

mod check;
mod compare;
mod replay;
mod report;
mod run;
mod show;
mod summary;
mod tune;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Carry out experiments that are written as files
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::Arguments),
    Run(run::Arguments),
    Replay(replay::Arguments),
    Report(report::Arguments),
    Show(show::Arguments),
    Compare(compare::Arguments),
    Tune(tune::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Replay(arguments) => replay::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Tune(arguments) => tune::run(arguments),
    }
}

/// Returns the default number of threads.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
