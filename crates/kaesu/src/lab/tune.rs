//! `kaesu lab tune`: the best numbers of a player file, looked for by matches and tested.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::report::of_tune;
use lab::tune::{PATH, Tune, TuneOptions, WINNER, join, tune_into};

use super::place::Place;
use super::run::{bar, program};
use crate::game::whole_number;
use crate::interrupt;
use crate::language::InLanguage;
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

    #[command(flatten)]
    place: Place,

    /// Divide every match into so many shards, which other machines that share the run's folder help to
    /// play with --join
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    shards: Option<u32>,

    /// Help to play a search that another machine leads with --shards, until it is over
    #[arg(long, conflicts_with = "shards")]
    join: bool,

    #[command(flatten)]
    language: InLanguage,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let tune = Tune::read(&arguments.file)?;
    let folder = arguments.place.folder(&arguments.file);
    let stop = interrupt::stop_flag()?;
    let threads = arguments.place.threads();
    if arguments.join {
        let (made, over) = join(&folder, threads, &program(), &stop)?;
        let how = if over {
            "the search is over"
        } else {
            "stopped"
        };
        writeln!(std::io::stdout(), "{how}: {made} shards were made here")?;
        return Ok(());
    }
    let bar = bar();
    let mut progress = |done: u32, of: u32| {
        bar.set_length(of.into());
        bar.set_position(done.into());
    };
    let mut options = TuneOptions {
        threads,
        shards: arguments.shards.map(u64::from),
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
    let language = arguments.language.language;
    let report = of_tune(&tune, &tuned, language);
    let page = report_folder::write(&report, language, &folder.join("report"))?;
    writeln!(out, "{report}")?;
    writeln!(
        out,
        "the player is {shown}/{WINNER}, the report {}",
        page.display()
    )?;
    Ok(())
}
