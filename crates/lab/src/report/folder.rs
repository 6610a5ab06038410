//! Writing a report into a folder. Nothing that is not a report of ours is ever overwritten.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use super::Report;

/// The file that says which files of a folder are ours.
const LIST: &str = ".kaesu-report";

/// Why a report was not written.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Something else is there.
    #[error("{0} holds something that is no report of kaesu; name an empty or a new folder")]
    Foreign(PathBuf),
    /// The system refused.
    #[error("cannot write {path}: {source}")]
    System {
        /// What was to be written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

fn told(path: &Path) -> impl FnOnce(io::Error) -> FolderError + '_ {
    |source| FolderError::System {
        path: path.to_owned(),
        source,
    }
}

impl Report {
    /// Writes the report into a folder and returns its page. An older report there is replaced; its
    /// files that the new one has not are removed.
    ///
    /// # Errors
    /// If something else is in that place, or the system refuses.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, FolderError> {
        let older = older_files(folder)?;
        let files = self.files();
        let list: String = files.keys().map(|name| format!("{name}\n")).collect();
        // The list comes first: should the disk be full, what was written is still known as ours.
        let all = [(LIST.to_owned(), list)].into_iter().chain(files.clone());
        for (name, contents) in all {
            let path = folder.join(&name);
            let parent = path.parent().expect("a file has a folder");
            fs::create_dir_all(parent).map_err(told(parent))?;
            fs::write(&path, contents).map_err(told(&path))?;
        }
        for name in older.iter().filter(|name| !files.contains_key(*name)) {
            let path = folder.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(told(&path)(error));
                }
                _ => {}
            }
        }
        Ok(folder.join("index.html"))
    }
}

/// The files of the report that is there now.
fn older_files(folder: &Path) -> Result<Vec<String>, FolderError> {
    match fs::read_to_string(folder.join(LIST)) {
        Ok(list) => Ok(list
            .lines()
            .filter(|n| is_plain(n))
            .map(str::to_owned)
            .collect()),
        Err(_) => match fs::read_dir(folder) {
            Ok(mut entries) => match entries.next() {
                Some(_) => Err(FolderError::Foreign(folder.to_owned())),
                None => Ok(Vec::new()),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                Err(FolderError::Foreign(folder.to_owned()))
            }
            Err(error) => Err(told(folder)(error)),
        },
    }
}

/// Whether a name from the list stays inside the folder.
fn is_plain(name: &str) -> bool {
    let inside = |part| matches!(part, Component::Normal(_));
    !name.is_empty() && Path::new(name).components().all(inside)
}
