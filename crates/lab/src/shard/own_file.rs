//! Files that one process writes and no other: their names have the host, the process and random digits.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::run::{put_in_place, sync_folder_of};

/// Returns the name of this machine, as far as it can be part of a file's name.
pub(super) fn host() -> String {
    let told = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok());
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok());
    let name = told.unwrap_or_default();
    let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '.';
    let name: String = name.trim().chars().filter(plain).take(40).collect();
    if name.is_empty() {
        "host".to_owned()
    } else {
        name
    }
}

/// Returns what tells this process' files from those of all others.
pub(super) fn own_mark() -> String {
    // A new state is random; its hash is random digits without a generator of our own.
    let random = RandomState::new().hash_one(std::process::id()) as u32;
    format!("{}-{}-{random:08x}", host(), std::process::id())
}

/// Reports whether a text is such a mark whose host has no dots.
pub(super) fn is_mark(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut next = |fits: fn(&u8) -> bool| {
        let part = parts.next().unwrap_or_default();
        (!part.is_empty() && part.bytes().all(|byte| fits(&byte))).then_some(part.len())
    };
    let host = next(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let process = next(u8::is_ascii_digit);
    let random = next(u8::is_ascii_hexdigit);
    host.is_some() && process.is_some() && random == Some(8) && parts.next().is_none()
}

/// Writes a file that many machines may want to write at the same time: the first one's stays, and
/// is there as a whole. Reports whether it is this one's.
pub(super) fn write_first(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let own = own_path(path);
    let written = write_synced(&own, bytes).and_then(|()| {
        match fs::hard_link(&own, path) {
            Ok(()) => sync_folder_of(path).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            // Disks without links: what all of them write is the same.
            Err(_) if path.exists() => Ok(false),
            Err(_) => put_in_place(&own, path).map(|()| true),
        }
    });
    let _ = fs::remove_file(&own);
    written
}

/// Returns the name under which this process writes a file before it gets its own name.
pub(super) fn own_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.unfinished", own_mark()));
    PathBuf::from(name)
}

/// Writes a file as a whole, in the place of what is there; two that write it at once do no harm.
#[cfg(feature = "nats")]
pub(super) fn write_last(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let own = own_path(path);
    let written = write_synced(&own, bytes).and_then(|()| put_in_place(&own, path));
    if written.is_err() {
        let _ = fs::remove_file(&own);
    }
    written
}

/// Reports whether a file has such a name.
pub(super) fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "unfinished")
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
