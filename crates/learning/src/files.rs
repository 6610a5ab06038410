//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The end of the name of a file that is not whole yet.
const UNFINISHED: &str = ".unfinished";

/// Returns a name beside a file that is nobody else's, so that many machines may write the same file at the same time.
fn own_path(path: &Path, end: &str) -> PathBuf {
    // A new state is random; its hash is random digits without a generator of our own.
    let random = RandomState::new().hash_one(std::process::id());
    path.with_extension(format!("{random:016x}{end}"))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes a file under another name first and waits for the disk, so that no end of the program
/// or of the machine leaves a part of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = own_path(path, UNFINISHED);
    let written = write_synced(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// Writes a file that several machines may want to write differently at the same time: the first one's stays, and is
/// there as a whole.
pub(crate) fn write_first(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let own = own_path(path, UNFINISHED);
    let written = write_synced(&own, bytes).and_then(|()| match fs::hard_link(&own, path) {
        // On disks without links whoever is later finds out.
        Err(_) if !path.exists() => fs::rename(&own, path),
        _ => Ok(()),
    });
    let _ = fs::remove_file(&own);
    written
}

/// Gives a file that is not whole another name.
pub(crate) fn put_aside(path: &Path) -> io::Result<()> {
    fs::rename(path, own_path(path, ".damaged"))
}

/// Removes what somebody was writing into a folder when it was killed.
pub(crate) fn clean(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.ends_with(UNFINISHED)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
