//! `kaesu lab compare`: what changed from one run to another.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::report::compare;
use lab::run::Run;

use crate::language::InLanguage;
use crate::report_folder;

/// Say what changed from one run to another, with intervals
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the run before
    #[arg(value_name = "BEFORE")]
    before: PathBuf,

    /// The folder of the run after
    #[arg(value_name = "AFTER")]
    after: PathBuf,

    /// Write a page with plots and tables into this folder, too
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    language: InLanguage,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let [before, after] = [&arguments.before, &arguments.after].map(|folder| Run::open(folder));
    let language = arguments.language.language;
    let report = compare(&before?, &after?, language)?;
    let mut out = std::io::stdout().lock();
    write!(out, "{report}")?;
    if let Some(folder) = &arguments.out {
        writeln!(
            out,
            "\n{}",
            report_folder::write(&report, language, folder)?.display()
        )?;
    }
    Ok(())
}
