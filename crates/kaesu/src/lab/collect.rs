//! `kaesu lab collect`: the parts that workers made, brought home and merged.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::shard::nats::{CollectOptions, REFUSING, collect};

use super::place::Place;
use super::run::{bar, program};
use crate::interrupt;
use crate::said::tell_done;

/// Collect the parts of a folder that was submitted to a NATS server, and merge them when they are enough
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The server
    #[arg(value_name = "URL")]
    url: String,

    /// The folder of all parts, as it was submitted
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let run = arguments.place.folder(&arguments.folder);
    let (stop, bar) = (interrupt::stop_flag_in_time()?, bar());
    let merged = collect(&mut CollectOptions {
        url: &arguments.url,
        folder: &arguments.folder,
        run: &run,
        program: program(),
        threads: arguments.place.threads(),
        patience: REFUSING,
        stop: &stop,
        tell: &|sentence| bar.suspend(|| say!("kaesu: {sentence}")),
        progress: &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        },
    });
    bar.finish_and_clear();
    let done = merged?.done;
    let told = format!("{done} lines, complete, in {}\n", run.display());
    tell_done(told.as_bytes());
    Ok(())
}
