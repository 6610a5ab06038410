//! `kaesu study withdraw`: everything of a person is deleted for good.

use std::io::Write;
use std::path::PathBuf;

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
    #[arg(value_name = "CODE", required_unless_present = "ids")]
    code: Option<Code>,

    /// Delete the ids that other services have for people, of everybody: after they were paid
    #[arg(long, conflicts_with = "code")]
    ids: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let path = &arguments.folder;
    let mut folder = Folder::open(path)?;
    let mut out = std::io::stdout().lock();
    let Some(code) = &arguments.code else {
        folder.log().delete_externals()?;
        writeln!(
            out,
            "the ids of other services are deleted; delete exports that were written before as well"
        )?;
        return Ok(());
    };
    if folder.register()?.person(code).is_none() {
        bail!("nobody in {} has the code {code}", path.display());
    }
    let written = folder.withdraw(code, super::now())?;
    for place in written {
        writeln!(
            out,
            "{} is deleted as well; write it again without {code}",
            place.display()
        )?;
    }
    writeln!(
        out,
        "everything of {code} is deleted; delete exports and reports that were written elsewhere as well"
    )?;
    Ok(())
}
