//! `kaesu lab verify`: whether a run is whole.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::run::Run;

/// Check every line and file of a run, and if wanted play some of its games again
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// How many games are played again, evenly spread over the run
    #[arg(long, value_name = "K", default_value_t = 0)]
    replay: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let run = Run::open(&arguments.run)?;
    let verified = run.verify(arguments.replay)?;
    let what = if run.is_measurement() {
        "positions"
    } else {
        "games"
    };
    let complete = match (verified.complete, verified.sums) {
        (true, true) => "complete, and all files fit their sums",
        (true, false) => "complete, and all lines fit their sums; those of files were not kept yet",
        (false, _) => "not complete, and all lines fit their sums",
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} {what}, {complete}", verified.lines)?;
    if verified.replayed > 0 {
        writeln!(out, "{} of them came out again", verified.replayed)?;
    }
    Ok(())
}
