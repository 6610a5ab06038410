//! `kaesu lab status`: how far the shards of a folder are.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::shard::{self, ShardError};

use super::all_cores;

/// Say which shards are whole and which are missing; exit 1 if some are
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of all parts
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print only the numbers that are missing, as schedulers read them: 3,17-19
    #[arg(long)]
    missing: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let status = shard::status(&arguments.folder, all_cores())?;
    let mut out = std::io::stdout().lock();
    if arguments.missing {
        writeln!(out, "{}", status.missing)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} of {} shards are whole",
        status.whole, status.shards
    )?;
    for problem in &status.problems {
        writeln!(out, "{problem}")?;
    }
    for (shard, lines) in &status.begun {
        writeln!(out, "shard {shard} is begun: {lines} lines are kept")?;
    }
    if status.missing.is_empty() {
        return Ok(());
    }
    Err(ShardError::Missing {
        missing: status.missing,
        count: status.shards,
    }
    .into())
}
