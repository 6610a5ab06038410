//! Data files that nobody else on the machine can read: they hold what lets people back to their seats.

use std::fs::{DirBuilder, OpenOptions};
use std::io::{Error, ErrorKind};
use std::path::Path;

/// Makes the folder of a data file if there is none, and the file its owner's alone before anything is
/// written to it. What SQLite keeps beside the file takes after it.
pub(crate) fn prepare(file: &Path) -> Result<(), Error> {
    if let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
    }
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    match new.open(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => restrict(file),
        // Whoever opens it next says what is wrong.
        _ => {}
    }
    Ok(())
}

/// Takes a file of an earlier version from everybody else.
fn restrict(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let is_open = |mode: u32| mode & 0o077 != 0;
        let restricted = std::fs::metadata(file).and_then(|data| {
            if data.is_file() && is_open(data.permissions().mode()) {
                std::fs::set_permissions(file, PermissionsExt::from_mode(0o600))?;
            }
            Ok(())
        });
        if let Err(error) = restricted {
            tracing::warn!(%error, file = %file.display(), "others on this machine may be able to read the data file");
        }
    }
    #[cfg(not(unix))]
    let _ = file;
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn nobody_else_reads_the_data() {
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/data.sqlite");
        prepare(&file).unwrap();
        assert_eq!(mode(file.parent().unwrap()), 0o700);
        assert_eq!(mode(&file), 0o600);
        let (store, writer) = store::Store::open(&file).unwrap();
        for beside in std::fs::read_dir(file.parent().unwrap()).unwrap() {
            let path = beside.unwrap().path();
            // The lock is empty.
            if path.extension().is_some_and(|ending| ending == "lock") {
                continue;
            }
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
        drop((store, writer));

        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
        prepare(&file).unwrap();
        assert_eq!(mode(&file), 0o600);
    }
}
