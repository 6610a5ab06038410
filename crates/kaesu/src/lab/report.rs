//! `kaesu lab report`: a run as a page, tables and plots.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use lab::report::of_run;
use lab::run::Run;

use crate::language::InLanguage;
use crate::report_folder;

/// Write a run as a page that opens from disk, with its plots and tables as files
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// The folder to write, new or with an older report [default: RUN/report]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    language: InLanguage,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let language = arguments.language.language;
    let report = of_run(&Run::open(&arguments.run)?, language)?;
    let beside = || arguments.run.join("report");
    let folder = arguments.out.clone().unwrap_or_else(beside);
    let page = report_folder::write(&report, language, &folder)?;
    writeln!(std::io::stdout().lock(), "{}", page.display())?;
    Ok(())
}
