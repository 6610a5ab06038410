//! `kaesu lab shard`: one part of a run, on any machine.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::experiment::Experiment;
use lab::shard::{self, Made, Shard, ShardOptions};

use super::all_cores;
use super::run::{bar, program};
use crate::game::whole_number;
use crate::interrupt;
use crate::said::tell_done;

/// Make one shard of an experiment: a part that can be merged with those of other machines
///
/// Exit 0: the part is whole, now or since earlier. Exit 2: trying again is of no use. Any other: try again, and what is done is taken over.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The experiment file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Which shard, counted from 0, of how many
    #[arg(long, value_name = "I/N")]
    shard: Shard,

    /// The folder of all parts
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// How many games are played at the same time; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let stop = interrupt::stop_flag_in_time()?;
    let experiment = Experiment::read(&arguments.file)?;
    let bar = bar();
    let mut options = ShardOptions {
        threads: arguments.threads.map_or_else(all_cores, |n| n as usize),
        program: program(),
        stop: &stop,
        progress: &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        },
    };
    let made = shard::make(&experiment, arguments.shard, &arguments.out, &mut options);
    bar.finish_and_clear();
    let (shard, folder) = (arguments.shard, arguments.out.display());
    let told = match made? {
        Made::Before => format!("shard {shard} is whole in {folder} since earlier\n"),
        Made::Whole { lines, taken_over } => format!(
            "shard {shard}: {lines} lines, whole, in {folder}; {taken_over} taken over from earlier tries\n"
        ),
    };
    tell_done(told.as_bytes());
    Ok(())
}
