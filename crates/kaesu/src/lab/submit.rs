//! `kaesu lab submit`: shards handed over to an engine that has machines.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::experiment::Experiment;
use lab::shard::submit::{Submission, divide, scripts_of, shards_of, slurm, wave_of};

use super::run::program;
use crate::game::whole_number;
use crate::interrupt;
use crate::said::tell_done;

/// Hand the shards of an experiment over to a cluster, and the merging after them
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The experiment file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// To whom: slurm, or a NATS server such as nats://lab.example:4222
    #[arg(long, value_name = "ENGINE")]
    to: String,

    /// Into how many shards; ten minutes to half an hour each is a good size
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole_number::<10_000_000>)]
    shards: u32,

    /// The folder of all parts, on a disk that all machines share; shards/ and the name of the file if nothing is said
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The folder of the run; runs/ and the name of the file if nothing is said
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,

    /// Hand over what is missing of a folder that was submitted before, with its scripts as they are now
    #[arg(long, conflicts_with = "shards")]
    missing: bool,

    /// For an experiment with a stopping rule: how many shards at a time; an eighth of them if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<10_000_000>)]
    wave: Option<u32>,

    /// How many threads each shard has, for Slurm; one if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,

    /// For NATS: after so many seconds without a beat a shard is given to another worker
    #[cfg(feature = "nats")]
    ///
    /// 120 if nothing is said; with --missing what was said before.
    #[arg(long, value_name = "SECONDS", value_parser = whole_number::<86_400>)]
    lease: Option<u32>,

    /// An option for every job, such as --partition=long; can be given more than once
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    option: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let to = &*arguments.to;
    let to_nats = to.starts_with("nats://");
    #[cfg(not(feature = "nats"))]
    if to_nats {
        bail!(super::WITHOUT_NATS);
    }
    if !to_nats && to != "slurm" {
        bail!("there is no engine \"{to}\" to submit to; there are slurm and nats://HOST:PORT");
    }
    let for_scripts =
        arguments.run.is_some() || arguments.threads.is_some() || !arguments.option.is_empty();
    if to_nats && (for_scripts || arguments.wave.is_some()) {
        bail!(
            "--run, --threads, --wave and --option are for slurm; kaesu lab collect has --run, and kaesu lab work \
             --threads"
        );
    }
    #[cfg(feature = "nats")]
    if !to_nats && arguments.lease.is_some() {
        bail!("--lease is for NATS; Slurm knows by itself which machines are there");
    }
    if arguments
        .option
        .iter()
        .any(|o| o.contains(char::is_control))
    {
        bail!("an option of Slurm has no line breaks");
    }
    let stop = interrupt::stop_flag_in_time()?;
    let experiment = Experiment::read(&arguments.file)?;
    if arguments.wave.is_some() && experiment.stop.is_none() {
        bail!(
            "--wave is for experiments with a stopping rule; without one all shards are submitted"
        );
    }
    let folder = folder(arguments.out.as_deref(), &arguments.file, "shards")?;
    let scripts = scripts_of(&folder);
    if arguments.missing && for_scripts && !scripts.is_empty() {
        let folder = folder.display();
        bail!(
            "--run is in {folder}/merge.sh, --threads in {folder}/shard.sh and --option in both since they were written: \
             edit it there, and submit without it"
        );
    }
    if let (true, Some(wave), Some(was)) = (arguments.missing, arguments.wave, wave_of(&folder))
        && u64::from(wave) != was
    {
        bail!(
            "--wave {was} is in {}/merge.sh since it was written: edit it there, and submit without it",
            folder.display()
        );
    }
    let shards = if arguments.missing {
        shards_of(&folder)?
    } else {
        arguments.shards.into()
    };
    let divided = divide(&experiment, shards, &folder, &program())?;
    if divided.idle > 0 {
        let idle = divided.idle;
        say!(
            "kaesu: {idle} of {shards} shards have nothing to do: there are fewer blocks of games"
        );
    }
    let handed = hand_over(arguments, &experiment, shards, folder, &stop);
    if handed.is_err() {
        divided.undo();
    }
    handed
}

/// Returns a folder as all machines find it.
fn folder(given: Option<&Path>, file: &Path, usual: &str) -> Result<PathBuf> {
    let usual = || Path::new(usual).join(file.file_stem().unwrap_or_default());
    let path = given.map_or_else(usual, Path::to_owned);
    // Scripts hold it: a line break there would begin a command, and Slurm reads no backslash in a pattern.
    let unfit = |c: char| c.is_control() || c == '\\';
    if path.to_str().is_none_or(|name| name.contains(unfit)) {
        bail!("{path:?} is no name for a folder here: letters, digits and signs are");
    }
    std::path::absolute(&path).with_context(|| format!("{} is no folder", path.display()))
}

fn hand_over(
    arguments: &Arguments,
    experiment: &Experiment,
    shards: u64,
    place: PathBuf,
    stop: &AtomicBool,
) -> Result<()> {
    #[cfg(feature = "nats")]
    if arguments.to.starts_with("nats://") {
        return to_nats(arguments, shards, &place, stop);
    }
    // A wave as the scripts go on with.
    let eighth = experiment
        .stop
        .is_some()
        .then(|| wave_of(&place).unwrap_or_else(|| shards.div_ceil(8)));
    let submission = Submission {
        kaesu: std::env::current_exe().context("the program cannot find itself")?,
        run: folder(arguments.run.as_deref(), &arguments.file, "runs")?,
        threads: arguments.threads.unwrap_or(1),
        wave: arguments.wave.map(u64::from).or(eighth),
        options: arguments.option.clone(),
        as_they_are: arguments.missing,
        folder: place,
    };
    let submitted = slurm(&submission, stop)?;
    let mut out = Vec::new();
    let folder = submission.folder.display();
    if let Some(games) = submitted.decided {
        writeln!(out, "the stopping rule has decided after {games} games")?;
    }
    if !submitted.shards.is_empty() {
        let jobs = submitted.jobs.join(", ");
        writeln!(
            out,
            "shards {} of {shards} in {folder}: job {jobs}",
            submitted.shards
        )?;
    }
    writeln!(out, "{folder}/merge.sh after them: job {}", submitted.merge)?;
    tell_done(&out);
    Ok(())
}

#[cfg(feature = "nats")]
fn to_nats(arguments: &Arguments, shards: u64, folder: &Path, stop: &AtomicBool) -> Result<()> {
    let to = &*arguments.to;
    let lease = arguments.lease.map(u64::from);
    let lease = lease.map(std::time::Duration::from_secs);
    let queued = lab::shard::nats::submit(to, folder, lease, stop)?;
    let (waiting, before) = (queued.shards.len(), queued.refused);
    // A name and password of the address are for the server, not for what is printed.
    let host = to.rsplit('@').next().unwrap_or(to);
    let host = host.trim_start_matches("nats://");
    let before = match before {
        0 => String::new(),
        before => format!(", {before} of them since earlier"),
    };
    let told = format!(
        "{waiting} of {shards} shards wait at {host}{before}; \
         next, with the same address: kaesu lab work, and kaesu lab collect {}\n",
        folder.display()
    );
    tell_done(told.as_bytes());
    Ok(())
}
