//! `kaesu lab merge`: parts become a run.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::Run;
use lab::shard;

use super::place::Place;
use super::run::program;
use super::summary;

/// Merge the parts of all shards into the run that one machine would have made
///
/// Exit 1: shards are missing or damaged, and are named. Exit 2: something does not belong there. Exit 3: all shards so far are whole, and
/// the stopping rule wants more games.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of all parts
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    place: Place,

    /// Play so many games again, evenly spread over the run
    #[arg(long, value_name = "K", default_value_t = 0)]
    audit: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let folder = arguments.place.folder(&arguments.folder);
    let threads = arguments.place.threads();
    let merged = shard::merge(&arguments.folder, &folder, &program(), threads)?;
    let run = Run::open(&folder)?;
    let mut out = std::io::stdout().lock();
    let what = if run.is_measurement() {
        "positions"
    } else {
        "games"
    };
    let how = if merged.before {
        "complete since earlier"
    } else {
        "complete"
    };
    writeln!(
        out,
        "{} {what}, {how}, in {}",
        merged.done,
        folder.display()
    )?;
    if arguments.audit > 0 {
        let verified = run.verify(arguments.audit)?;
        writeln!(out, "{} of them came out again", verified.replayed)?;
    }
    if run.is_measurement() {
        summary::positions(&mut out, &run)?;
    } else {
        summary::games(&mut out, &run.summary()?)?;
    }
    Ok(())
}
