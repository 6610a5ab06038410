//! The files of a run's folder, and how they are written.

use std::fs::{self, File};
use std::io::{self, Write};
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

/// The longest text that is read as a whole: an index of ten thousand million games is not longer.
const LONGEST_TEXT: u64 = 1 << 28;

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

/// Opens a file to be read. What is no regular file, such as a pipe, could be waited for without end.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        let problem = "it is no regular file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    File::open(path)
}

/// Reads a text of a folder, which has an end.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    open_regular(path)?;
    players::text_file::read(path, LONGEST_TEXT)
}

/// Writes a file atomically: it is there as a whole, with its name on the disk, or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let part = unfinished(path);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        put_in_place(&part, path)
    });
    written.map_err(|problem| {
        let _ = fs::remove_file(&part);
        file_error(path, "written")(problem)
    })
}

/// Gives a file that is on the disk its name, and waits until the name is there as well.
pub(crate) fn put_in_place(part: &Path, path: &Path) -> io::Result<()> {
    fs::rename(part, path)?;
    sync_folder_of(path)
}

/// Waits until the names in a file's folder are on the disk.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}
