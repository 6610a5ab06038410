//! Folders that nobody else on the machine can look into.

use std::fs::DirBuilder;
use std::io::Error;
use std::path::Path;

/// Makes the folder of a data file if there is none.
pub(crate) fn folder_of(file: &Path) -> Result<(), Error> {
    let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) else {
        return Ok(());
    };
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777
    }

    fn open_to_all(path: &Path) {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o644)).expect("it is ours");
    }

    #[test]
    fn nobody_else_reads_the_data() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/data.sqlite");
        let new = file.parent().unwrap();
        folder_of(&file).unwrap();
        assert_eq!(mode(new), 0o700);
        let open = || {
            let opened = store::Store::open(&file).unwrap();
            assert!(opened.0.exposed().is_none());
            for beside in std::fs::read_dir(new).unwrap() {
                let path = beside.unwrap().path();
                assert_eq!(mode(&path), 0o600, "{}", path.display());
            }
            opened
        };
        drop(open());
        open_to_all(&file);
        let opened = open();
        // What a server that was killed left beside it.
        let [log, shared] = ["-wal", "-shm"].map(|ending| {
            let path = new.join(format!("data.sqlite{ending}"));
            let left = std::fs::read(&path).unwrap();
            (path, left)
        });
        drop(opened);
        for (path, left) in [log, shared] {
            std::fs::write(&path, left).unwrap();
            open_to_all(&path);
        }
        drop(open());
        // Through a link to a file that is still to be made.
        let link = new.join("link.sqlite");
        std::os::unix::fs::symlink("real.sqlite", &link).unwrap();
        let opened = store::Store::open(&link).unwrap();
        for name in ["real.sqlite", "real.sqlite-wal", "real.sqlite-shm"] {
            assert_eq!(mode(&new.join(name)), 0o600, "{name}");
        }
        drop(opened);
    }
}
