//! `kaesu lab work`: a machine that makes shards for others.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use lab::shard::nats::{REFUSING, WorkOptions, work};

use super::all_cores;
use super::run::program;
use crate::game::whole_number;
use crate::interrupt;
use crate::said::tell_done;

/// Make shards that wait in the queue of a NATS server, until Ctrl-C
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The server, such as nats://lab.example:4222
    #[arg(value_name = "URL")]
    url: String,

    /// A folder of this machine for what is not done yet; a worker that is started again goes on there
    #[arg(long, value_name = "DIR", default_value = "kaesu-work")]
    scratch: PathBuf,

    /// How many games are played at the same time; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,

    /// End when there was nothing to do for so many seconds
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let made = work(&WorkOptions {
        url: arguments.url.clone(),
        scratch: arguments.scratch.clone(),
        threads: arguments.threads.map_or_else(all_cores, |n| n as usize),
        program: program(),
        stop: interrupt::stop_flag_in_time()?,
        idle: arguments.idle.map(Duration::from_secs),
        patience: REFUSING,
        tell: Box::new(|sentence| {
            let _ = writeln!(std::io::stdout().lock(), "{sentence}");
        }),
    })?;
    tell_done(format!("{made} shards were made here\n").as_bytes());
    Ok(())
}
