//! `kaesu study report`: what was found.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use players::library;
use report::Language;
use study::folder::Folder;

use crate::report_folder;

/// Write what a study found: planned claims first, then what is only exploratory
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The folder to write, new or with an older report [default: DIR/report]
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,

    /// Who values the positions: a player's name or file; "none" for nobody
    #[arg(long, value_name = "PLAYER", default_value = study::report::JUDGE)]
    judge: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let folder = Folder::open(&arguments.folder)?;
    let judge = match &*arguments.judge {
        "none" => None,
        name => Some((name, library::load(name)?)),
    };
    let judge = judge.as_ref().map(|(name, file)| (*name, file));
    let report = study::report::report(&folder, judge)?;
    let beside = || arguments.folder.join("report");
    let out = arguments.out.clone().unwrap_or_else(beside);
    let page = report_folder::write(&report, Language::English, &out)?;
    writeln!(std::io::stdout().lock(), "{}", page.display())?;
    Ok(())
}
