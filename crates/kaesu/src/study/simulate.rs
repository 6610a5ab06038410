//! `kaesu study simulate`: a whole study with simulated people over real HTTP and WebSocket.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use server::study::simulate::{Outcome, simulate};
use study::Study;
use study::simulated;

/// Run a whole study with simulated people of known effects, over real HTTP and WebSocket; its folder
/// is marked as simulated for ever
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The study file, or the name of one that comes along
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder of the simulated data [default: simulated- and the file's name]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Which effects the people have
    #[arg(long, value_enum, default_value = "some")]
    effects: Effects,

    /// The seed of the people
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::game::seed)]
    seed: u64,
}

/// Effects by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Effects {
    /// Jumps of the evaluation surprise, and wins and surprises are fun
    Some,
    /// Nothing depends on anything
    None,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let study = Study::read(&arguments.file)?;
    let beside = || PathBuf::from(format!("simulated-{}", study.name));
    let folder = arguments.folder.clone().unwrap_or_else(beside);
    let effects = match arguments.effects {
        Effects::Some => simulated::Effects::SOME,
        Effects::None => simulated::Effects::NONE,
    };
    let told = |outcome: Outcome| say!("{} came, {} finished", outcome.came, outcome.finished);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let done = simulate(&folder, study, effects, arguments.seed, told);
    let outcome = runtime.block_on(done)?;
    writeln!(
        std::io::stdout().lock(),
        "{} simulated people came, {} finished; {}",
        outcome.came,
        outcome.finished,
        folder.display()
    )?;
    Ok(())
}
