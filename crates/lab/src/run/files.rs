//! The files of a run's folder, and how they are written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::error::{RunError, file_error};

/// The experiment as run.
pub(crate) const EXPERIMENT: &str = "experiment.toml";
/// Which program made the run, where and when.
pub(crate) const HEADER: &str = "run.json";
/// Where to find the lines of a complete run.
pub(crate) const INDEX: &str = "index.json";
/// The table of a complete run.
pub(crate) const RESULTS: &str = "results.csv";

/// Returns the file that a run keeps its lines in until it is complete.
pub(crate) fn lines_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}s.jsonl"))
}

/// Returns the file that a complete run keeps its lines in.
pub(crate) fn packed_file(folder: &Path, name: &str) -> PathBuf {
    part_of(&lines_file(folder, name), "zst")
}

/// Returns the file that becomes another when it is whole.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    part_of(path, "part")
}

fn part_of(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Writes a file atomically.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let part = unfinished(path);
    fs::write(&part, bytes).map_err(file_error(path, "written"))?;
    fs::rename(&part, path).map_err(file_error(path, "written"))
}
