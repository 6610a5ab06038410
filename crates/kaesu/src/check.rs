//! `kaesu check`: whether the data file is whole.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use crate::serve::data_file;

/// Check the data file, also while the server runs: the file itself, and every game played again
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The data file, if it is not the user's own
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let data = data_file(arguments.data.as_deref())?;
    let checked = store::check(&data)?;
    let mut out = std::io::stdout().lock();
    for problem in &checked.problems {
        writeln!(out, "{problem}")?;
    }
    writeln!(
        out,
        "{} games with {} moves were played again, {} rooms are there",
        checked.games, checked.moves, checked.rooms
    )?;
    match checked.problems.len() {
        0 => Ok(()),
        1 => bail!("{} has a problem, told above", data.display()),
        problems => bail!("{} has {problems} problems, told above", data.display()),
    }
}
