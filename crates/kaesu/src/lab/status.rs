//! `kaesu lab status`: how far the shards of a folder are.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::shard::{self, ShardError, Status};

use super::all_cores;
use crate::interrupt;

/// Say which shards are whole and which are missing; exit 1 if some are missing and wanted
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of all parts
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print only the numbers that are missing, as schedulers read them: 3,17-19
    #[arg(long)]
    missing: bool,
}

/// How many problems are told one by one.
const TOLD: usize = 100;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let stop = interrupt::stop_flag_in_time()?;
    let status = shard::status(&arguments.folder, all_cores(), &stop)?;
    let mut out = std::io::stdout().lock();
    let told = if arguments.missing {
        writeln!(out, "{}", status.missing)
    } else {
        tell(&mut out, &status)
    };
    // Whether anybody reads it or not: what is missing decides.
    if !status.missing.is_empty() {
        return Err(ShardError::Missing {
            missing: status.missing,
            count: status.shards,
        }
        .into());
    }
    match told {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let problem = format!("nothing is missing, but that cannot be written: {error}");
            Err(ShardError::Temporary(problem).into())
        }
        _ => Ok(()),
    }
}

fn tell(out: &mut impl Write, status: &Status) -> std::io::Result<()> {
    writeln!(
        out,
        "{} of {} shards are whole",
        status.whole, status.shards
    )?;
    if let Some(games) = status.decided {
        writeln!(
            out,
            "the stopping rule has decided after {games} games: no more shards are wanted"
        )?;
    }
    for problem in status.problems.iter().take(TOLD) {
        writeln!(out, "{problem}")?;
    }
    for (shard, lines) in status.begun.iter().take(TOLD) {
        writeln!(out, "shard {shard} is begun: {lines} lines are kept")?;
    }
    for (more, what) in [
        (status.problems.len(), "parts are not whole"),
        (status.begun.len(), "shards are begun"),
    ] {
        if more > TOLD {
            writeln!(out, "and {} more {what}", more - TOLD)?;
        }
    }
    Ok(())
}
