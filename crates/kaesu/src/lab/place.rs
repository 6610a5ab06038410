//! Where a file is carried out, and with how much of the machine.

use std::path::{Path, PathBuf};

use clap::Args;

use super::all_cores;
use crate::game::whole_number;

/// The options of everything that is carried out into a folder.
#[derive(Args, Debug)]
pub(super) struct Place {
    /// How many games are played at the same time; all cores if nothing is said
    #[arg(long, value_name = "N", value_parser = whole_number::<1024>)]
    threads: Option<u32>,

    /// The folder; runs/ and the name of the file if nothing is said
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
}

impl Place {
    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(all_cores, |n| n as usize)
    }

    /// Returns the folder for this file.
    pub(super) fn folder(&self, file: &Path) -> PathBuf {
        let usual = || Path::new("runs").join(file.file_stem().unwrap_or_default());
        self.run.clone().unwrap_or_else(usual)
    }
}
