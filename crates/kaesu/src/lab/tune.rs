//! `kaesu lab tune`: the best numbers of a player file, looked for by matches and tested.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use lab::report::of_tune;
use lab::tune::{PATH, Tune, TuneOptions, WINNER, tune_into};
use report::Language;

use super::all_cores;
use super::run::{bar, program};
use crate::game::whole_number;
use crate::interrupt;
use crate::report_folder;

/// Look for the best numbers of a player file by matches, and test what was found on fresh openings
///
/// Every step is written as soon as it is confirmed; a search that was broken off goes on with the same
/// command. Ctrl-C ends it in good order.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The file that says which numbers, how far and for how many games
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How many games are played at the same time; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,

    /// The folder; runs/ and the name of the file if nothing is said
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let tune = Tune::read(&arguments.file)?;
    let folder = match &arguments.run {
        Some(folder) => folder.clone(),
        None => Path::new("runs").join(arguments.file.file_stem().unwrap_or_default()),
    };
    let stop = interrupt::stop_flag()?;
    let bar = bar();
    let mut progress = |done: u32, of: u32| {
        bar.set_length(of.into());
        bar.set_position(done.into());
    };
    let mut options = TuneOptions {
        threads: arguments.threads.map_or_else(all_cores, |n| n as usize),
        program: program(),
        stop: &stop,
        progress: &mut progress,
    };
    let tuned = tune_into(&tune, &folder, &mut options);
    bar.finish_and_clear();
    let tuned = tuned?;
    let mut out = std::io::stdout().lock();
    let shown = folder.display();
    if !tuned.complete {
        writeln!(
            out,
            "stopped: {} of {} steps are kept in {}; the same command goes on",
            tuned.path.len(),
            tuned.steps,
            folder.join(PATH).display()
        )?;
        return Ok(());
    }
    let report = of_tune(&tune, &tuned);
    let page = report_folder::write(&report, Language::English, &folder.join("report"))?;
    writeln!(out, "{report}")?;
    writeln!(
        out,
        "the player is {shown}/{WINNER}, the report {}",
        page.display()
    )?;
    Ok(())
}
