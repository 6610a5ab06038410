//! Copies of a data file, made while it is in use.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::error::{FileProblem, StoreError};
use crate::identity::{Tables, look_at, resolve};

/// Copies a data file as it is at this moment, also while a server uses it. The copy is whole and on the disk,
/// or not there; it is its owner's alone.
///
/// # Errors
/// Returns an error if there is no such data file, something has the name of the copy, or it cannot be written.
pub fn backup(data: &Path, copy: &Path) -> Result<(), StoreError> {
    let path = resolve(data)?;
    let (connection, tables) = look_at(&path).map_err(|problem| problem.of(data))?;
    if tables == Tables::None {
        return Err(FileProblem::Foreign.of(data));
    }
    if copy.symlink_metadata().is_ok() {
        return Err(FileProblem::from(std::io::Error::from(ErrorKind::AlreadyExists)).of(copy));
    }
    copy_into(&connection, copy).map_err(|problem| problem.of(copy))
}

/// Keeps a copy of a file whose tables are about to be changed, beside it.
pub(crate) fn before_migration(
    connection: &Connection,
    path: &Path,
    version: u32,
) -> Result<PathBuf, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".version-{version}"));
    let copy = PathBuf::from(name);
    // One that is there is of an earlier try.
    copy_into(connection, &copy).map_err(|problem| problem.of(&copy))?;
    Ok(copy)
}

/// Writes a copy under another name, and gives it its own when it is on the disk.
fn copy_into(connection: &Connection, copy: &Path) -> Result<(), FileProblem> {
    let mut name = copy.as_os_str().to_owned();
    name.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = PathBuf::from(name);
    let copied = write(connection, &unfinished).and_then(|()| {
        std::fs::rename(&unfinished, copy)?;
        sync_folder_of(copy)
    });
    if copied.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    copied
}

fn write(connection: &Connection, path: &Path) -> Result<(), FileProblem> {
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    // SQLite fills an empty file, and leaves whose it is.
    let file = new.open(path)?;
    let Some(text) = path.to_str() else {
        return Err(std::io::Error::from(ErrorKind::InvalidFilename).into());
    };
    connection.execute("VACUUM INTO ?1", [text])?;
    file.sync_all()?;
    Ok(())
}

/// Puts the names in the folder of a file on the disk.
pub(crate) fn sync_folder_of(path: &Path) -> Result<(), FileProblem> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = (path, File::open);
    Ok(())
}
