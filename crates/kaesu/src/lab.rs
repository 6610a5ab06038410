//! `kaesu lab`: experiments as files, carried out, stopped, resumed, proved, reported and tuned, on one machine or many.

mod check;
#[cfg(feature = "nats")]
mod collect;
mod compare;
mod merge;
mod place;
mod replay;
mod report;
mod run;
mod shard;
mod show;
mod status;
mod submit;
mod summary;
mod tune;
mod verify;
#[cfg(feature = "nats")]
mod withdraw;
#[cfg(feature = "nats")]
mod work;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Carry out experiments that are written as files
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::Arguments),
    Run(run::Arguments),
    Replay(replay::Arguments),
    Report(report::Arguments),
    Show(show::Arguments),
    Compare(compare::Arguments),
    Tune(tune::Arguments),
    Verify(verify::Arguments),
    Shard(shard::Arguments),
    Merge(merge::Arguments),
    Status(status::Arguments),
    Submit(submit::Arguments),
    #[cfg(feature = "nats")]
    Work(work::Arguments),
    #[cfg(feature = "nats")]
    Collect(collect::Arguments),
    #[cfg(feature = "nats")]
    Withdraw(withdraw::Arguments),
    #[cfg(not(feature = "nats"))]
    #[command(hide = true)]
    Work(WithoutNats),
    #[cfg(not(feature = "nats"))]
    #[command(hide = true)]
    Collect(WithoutNats),
    #[cfg(not(feature = "nats"))]
    #[command(hide = true)]
    Withdraw(WithoutNats),
}

/// What a program without NATS is told in vain.
#[cfg(not(feature = "nats"))]
#[derive(Args, Debug)]
struct WithoutNats {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _told: Vec<std::ffi::OsString>,
}

#[cfg(not(feature = "nats"))]
const WITHOUT_NATS: &str = "this program was built without NATS; build it with --features nats";

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Replay(arguments) => replay::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Tune(arguments) => tune::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Shard(arguments) => shard::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Status(arguments) => status::run(arguments),
        Command::Submit(arguments) => submit::run(arguments),
        #[cfg(feature = "nats")]
        Command::Work(arguments) => work::run(arguments),
        #[cfg(feature = "nats")]
        Command::Collect(arguments) => collect::run(arguments),
        #[cfg(feature = "nats")]
        Command::Withdraw(arguments) => withdraw::run(arguments),
        #[cfg(not(feature = "nats"))]
        Command::Work(WithoutNats { .. })
        | Command::Collect(WithoutNats { .. })
        | Command::Withdraw(WithoutNats { .. }) => {
            anyhow::bail!(WITHOUT_NATS)
        }
    }
}

/// Returns the default number of threads.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
