//! `kaesu lab submit`: shards handed over to an engine that has machines.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::experiment::Experiment;
use lab::shard::status;
use lab::shard::submit::{Submission, divide, slurm};

use super::run::program;
use crate::game::whole_number;

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

    /// How many threads each shard has
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<1024>)]
    threads: u32,

    /// For NATS: after so many seconds without a beat a shard is given to another worker
    #[cfg(feature = "nats")]
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = whole_number::<86_400>)]
    lease: u32,

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
    let of_slurm = arguments.wave.is_some() || arguments.run.is_some();
    if to_nats && (of_slurm || !arguments.option.is_empty()) {
        bail!("--run, --wave and --option are for slurm; kaesu lab collect has --run");
    }
    let experiment = Experiment::read(&arguments.file)?;
    if arguments.wave.is_some() && experiment.stop.is_none() {
        bail!(
            "--wave is for experiments with a stopping rule; without one all shards are submitted"
        );
    }
    let named = |given: &Option<PathBuf>, folder: &str| {
        let usual = || Path::new(folder).join(arguments.file.file_stem().unwrap_or_default());
        let path = given.clone().unwrap_or_else(usual);
        // Scripts hold it, and a line break there would begin a command.
        if path
            .to_str()
            .is_none_or(|name| name.contains(char::is_control))
        {
            bail!("{path:?} is no name for a folder here: letters, digits and signs are");
        }
        std::path::absolute(&path).with_context(|| format!("{} is no folder", path.display()))
    };
    let (folder, run) = (
        named(&arguments.out, "shards")?,
        named(&arguments.run, "runs")?,
    );
    let shards = if arguments.missing {
        status(&folder, 1)?.shards
    } else if folder.join("shard.sh").exists() {
        bail!(
            "{} was submitted before; --missing submits what is missing",
            folder.display()
        );
    } else {
        arguments.shards.into()
    };
    divide(&experiment, shards, &folder, &program())?;
    #[cfg(feature = "nats")]
    if to_nats {
        let lease = std::time::Duration::from_secs(arguments.lease.into());
        let queued = lab::shard::nats::submit(to, &folder, lease, arguments.missing)?;
        let (new, folder) = (
            queued.shards.len() as u64 - queued.refused,
            folder.display(),
        );
        // A name and password of the address are for the server, not for what is printed.
        let host = to.rsplit('@').next().unwrap_or(to);
        let host = host.trim_start_matches("nats://");
        writeln!(
            std::io::stdout().lock(),
            "{new} of {shards} shards wait at {host}, {} were there before; \
             next, with the same address: kaesu lab work, and kaesu lab collect {folder}",
            queued.refused
        )?;
        return Ok(());
    }
    let eighth = experiment.stop.is_some().then(|| shards.div_ceil(8));
    let submission = Submission {
        kaesu: std::env::current_exe().context("the program cannot find itself")?,
        run,
        threads: arguments.threads,
        wave: arguments.wave.map(u64::from).or(eighth),
        options: arguments.option.clone(),
        folder,
    };
    let submitted = slurm(&submission)?;
    let mut out = std::io::stdout().lock();
    let folder = submission.folder.display();
    if !submitted.shards.is_empty() {
        let jobs = submitted.jobs.join(", ");
        writeln!(
            out,
            "shards {} of {shards} in {folder}: job {jobs}",
            submitted.shards
        )?;
    }
    if let Some(merge) = submitted.merge {
        writeln!(out, "merge into {}: job {merge}", submission.run.display())?;
    }
    Ok(())
}
