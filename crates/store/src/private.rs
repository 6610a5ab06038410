//! Files that nobody else on the machine can read: they hold what lets people back to their seats.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

/// Makes a data file if there is none, and takes it and what SQLite keeps beside it from everybody else. What SQLite makes
/// beside it later takes after it.
pub(crate) fn prepare(file: &Path) -> Result<()> {
    match options().create_new(true).open(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        // Whoever opens it next says what is wrong.
        _ => return Ok(()),
    }
    for ending in ["", "-wal", "-shm"] {
        restrict(&beside(file, ending))?;
    }
    Ok(())
}

/// Opens a file beside a data file, making it if there is none and leaving what is in it.
pub(crate) fn open_beside(file: &Path, ending: &str) -> Result<File> {
    let path = beside(file, ending);
    options().create(true).truncate(false).open(path)
}

/// Returns the name of what lies beside a file.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes a file of an earlier version from everybody else; its owner's rights stay as they are.
fn restrict(file: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = match std::fs::metadata(file) {
            Ok(data) if data.is_file() => data.permissions().mode(),
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if mode & 0o077 != 0 {
            std::fs::set_permissions(file, PermissionsExt::from_mode(mode & 0o700))?;
        }
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}
