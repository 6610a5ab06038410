//! `kaesu study export`: the data of a study as files.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use study::export::{self, Options};
use study::folder::Folder;
use study::{Entry, Event};

/// Write the data of a study: long tables with a codebook (Psych-DS), one wide table, and all games
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The folder to write, which must not exist yet [default: DIR/data]
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,

    /// Leave out everything that identifies: free texts, ids of other services, dates; codes become
    /// numbers
    #[arg(long)]
    share: bool,

    /// Write it all the same before the study is closed. Outcomes by arm are in it, and the report will say
    /// that somebody could look early
    #[arg(long)]
    open: bool,

    /// For spreadsheets: mark the encoding, and let no cell be taken for a formula
    #[arg(long)]
    excel: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut folder = Folder::open(&arguments.folder)?;
    let beside = || arguments.folder.join("data");
    let out = arguments.out.clone().unwrap_or_else(beside);
    if out.exists() {
        bail!(
            "{} is there already; name a new folder with --out",
            out.display()
        );
    }
    let options = Options {
        share: arguments.share,
        excel: arguments.excel,
    };
    let closed = folder.register()?.is_closed();
    if !closed && !arguments.open {
        bail!(
            "the study is not closed, and its data tells how each arm did; close it by `kaesu study report {} --close`, \
             or write it with --open, which the report will say",
            arguments.folder.display()
        );
    }
    if !closed {
        folder.append(&[Entry {
            at: super::now(),
            person: None,
            table: None,
            request: None,
            event: Event::Looked,
        }])?;
    }
    for (name, text) in export::files(&folder, options)? {
        let path = out.join(name);
        let place = path.parent().unwrap_or(&out);
        std::fs::create_dir_all(place)
            .and_then(|()| std::fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    writeln!(std::io::stdout().lock(), "{}", out.display())?;
    Ok(())
}
