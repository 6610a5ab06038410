//! `kaesu lab merge`: parts become a run.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::Run;
use lab::shard::{self, MergeOptions};

use super::place::Place;
use super::run::program;
use super::summary;
use crate::interrupt;
use crate::said::tell_done;

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

    /// Play so many games again, evenly spread over the run; if one comes out otherwise, there is no run
    #[arg(long, value_name = "K", default_value_t = 0)]
    audit: u64,

    /// With a stopping rule: so many of the first shards have to be whole before it is asked for more
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let stop = interrupt::stop_flag_in_time()?;
    let folder = arguments.place.folder(&arguments.folder);
    let options = MergeOptions {
        program: program(),
        threads: arguments.place.threads(),
        audit: arguments.audit,
        first: arguments.first,
        stop: &stop,
    };
    let merged = shard::merge(&arguments.folder, &folder, &options)?;
    let run = Run::open(&folder)?;
    let mut out = Vec::new();
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
    if merged.audited > 0 {
        writeln!(out, "{} of them came out again", merged.audited)?;
    }
    if run.is_measurement() {
        summary::positions(&mut out, &run)?;
    } else {
        summary::games(&mut out, &run.summary()?)?;
    }
    tell_done(&out);
    Ok(())
}
