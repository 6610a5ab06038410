//! `kaesu lab withdraw`: what was submitted, taken back.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::shard::nats::withdraw;

use crate::said::tell_done;

/// Take back what was submitted to a NATS server: it forgets the folder, and parts that were not collected
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The server
    #[arg(value_name = "URL")]
    url: String,

    /// The folder of all parts, as it was submitted
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let waiting = withdraw(&arguments.url, &arguments.folder)?;
    let folder = arguments.folder.display();
    let told = format!(
        "{waiting} shards no longer wait; parts that were collected are left in {folder}\n"
    );
    tell_done(told.as_bytes());
    Ok(())
}
