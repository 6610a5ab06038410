//! `kaesu study`: games and questions for participants, from the study file to the report.

mod export;
mod report;
#[cfg(feature = "page")]
mod run;
#[cfg(feature = "page")]
mod simulate;
mod withdraw;

use std::io::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::{Args, Subcommand};
use study::{Study, library};

use crate::language::InLanguage;
use crate::report_folder;

/// Carry out a study with people
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the studies that come with the program
    List,
    Check(Check),
    Power(Power),
    #[cfg(feature = "page")]
    Run(run::Arguments),
    #[cfg(feature = "page")]
    Simulate(simulate::Arguments),
    Report(report::Arguments),
    Export(export::Arguments),
    Withdraw(withdraw::Arguments),
}

/// Say what a study would do, or what is wrong with its file
#[derive(Args, Debug)]
struct Check {
    /// The study file, or the name of one that comes along
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Say how many people the claims of a study need, before anybody is asked
#[derive(Args, Debug)]
struct Power {
    /// The study file, or the name of one that comes along
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write it with its figures into this folder, new or with an older report
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,

    #[command(flatten)]
    language: InLanguage,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::List => {
            let mut out = std::io::stdout().lock();
            for name in library::names() {
                writeln!(out, "{name:<14}{}", Study::read(name.as_ref())?.about)?;
            }
            Ok(())
        }
        Command::Check(arguments) => {
            let study = Study::read(&arguments.file)?;
            warn_of_dates(&study);
            print(&study.summary())
        }
        Command::Power(arguments) => power(arguments),
        #[cfg(feature = "page")]
        Command::Run(arguments) => run::run(arguments),
        #[cfg(feature = "page")]
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Withdraw(arguments) => withdraw::run(arguments),
    }
}

/// Says that people are promised what they can no longer do. It is no mistake of the file: the day passes by
/// itself, and a study may go on after it.
fn warn_of_dates(study: &Study) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_secs());
    if let Some(date) = study.withdrawal_over(now) {
        say!(
            "kaesu: people are told that they can withdraw until {date}, which is over; write a later withdraw-until"
        );
    }
}

fn power(arguments: &Power) -> Result<()> {
    let language = arguments.language.language;
    let study = Study::read(&arguments.file)?;
    let report = study::power::report(&study);
    let report = study::report::in_language(&report, &study, language);
    match &arguments.out {
        None => print(&report.to_string()),
        Some(out) => {
            let page = report_folder::write(&report, language, out)?;
            print(&format!("{}\n", page.display()))
        }
    }
}

/// Returns the time in milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

fn print(text: &str) -> Result<()> {
    write!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}
