//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::Path;

/// The end of the name of a file that is not whole yet.
pub(crate) const UNFINISHED: &str = ".unfinished";

/// Writes a file under another name first and waits for the disk, so that no end of the program
/// or of the machine leaves a part of it. The other name is nobody else's, so that many machines may write
/// the same file at the same time.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A new state is random; its hash is random digits without a generator of our own.
    let random = RandomState::new().hash_one(std::process::id());
    let unfinished = path.with_extension(format!("{random:016x}{UNFINISHED}"));
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}
