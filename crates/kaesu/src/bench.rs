//! `kaesu bench`: fixed searches, whose numbers of nodes are a signature of what the program does.

use std::io::Write;

use anyhow::{Error, Result};
use clap::Args;
use players::benchmark;

use crate::solve::Total;

mod endgames;

/// Search fixed positions: the nodes are a signature, the same on every machine
///
/// One thread asks the engine for endgames of the FFO suite and looks ahead from others, then lets
/// players of every game search in every way. A change that is to change nothing leaves the
/// signature as it is.
#[derive(Args, Debug)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let mut total = endgames::search()?;
    writeln!(out, "engine: {} nodes", total.nodes)?;
    for (name, search) in benchmark::all().map_err(Error::from_boxed)? {
        let answer = search.answer().map_err(Error::from_boxed)?;
        writeln!(out, "{name}: {answer}")?;
        total.nodes += answer.nodes;
        total.time += answer.time;
    }
    let Total { nodes, .. } = total;
    writeln!(out, "signature: {nodes}")?;
    say!("{total}");
    Ok(())
}
