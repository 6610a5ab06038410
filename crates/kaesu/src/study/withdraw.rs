//! `kaesu study withdraw`: everything of a person is deleted for good.

use std::io::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use clap::Args;
use study::Code;
use study::folder::Folder;

/// Delete everything of a person for good; the code stays in a list, so that older exports can be
/// cleaned
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The person's code
    #[arg(value_name = "CODE")]
    code: Code,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { folder: path, code } = arguments;
    let folder = Folder::open(path)?;
    if folder.register()?.person(code).is_none() {
        bail!("nobody in {} has the code {code}", path.display());
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    folder.withdraw(code, since.map_or(0, |since| since.as_millis() as u64))?;
    writeln!(
        std::io::stdout().lock(),
        "everything of {code} is deleted; delete exports that were written before as well"
    )?;
    Ok(())
}
