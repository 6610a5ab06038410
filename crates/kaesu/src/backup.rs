//! `kaesu backup`: a copy of the data file, made while people play.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::serve::data_file;

/// Copy all games and rooms into a file, also while the server runs
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The copy; nothing may have this name yet
    #[arg(value_name = "FILE")]
    copy: PathBuf,

    /// The data file, if it is not the user's own
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let data = data_file(arguments.data.as_deref())?;
    store::backup(&data, &arguments.copy)?;
    let copy = arguments.copy.display();
    writeln!(
        std::io::stdout().lock(),
        "{} is copied to {copy}; to go back to it: kaesu --data {copy}",
        data.display()
    )?;
    Ok(())
}
