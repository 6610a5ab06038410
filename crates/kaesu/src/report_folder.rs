//! Writing a report into a folder. Nothing that is not a report of ours is ever overwritten.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use report::{Language, Report};
use thiserror::Error;

use crate::fonts;

/// The file that says which files of a folder are ours.
const LIST: &str = ".kaesu-report";

/// Why a report was not written.
#[derive(Debug, Error)]
pub(crate) enum FolderError {
    /// Something else is there.
    #[error("{0} holds something that is no report of kaesu; name an empty or a new folder")]
    Foreign(PathBuf),
    /// The operating system reported an error.
    #[error("cannot write {path}: {problem}")]
    System {
        /// What was to be written.
        path: PathBuf,
        /// What the operating system reported.
        problem: io::Error,
    },
}

fn told(path: &Path) -> impl FnOnce(io::Error) -> FolderError + '_ {
    |problem| FolderError::System {
        path: path.to_owned(),
        problem,
    }
}

/// Makes sure that a report can be written into a folder, before anything is computed for it.
///
/// # Errors
/// If something else is in that place, or the system refuses.
pub(crate) fn prepare(folder: &Path) -> Result<(), FolderError> {
    older_files(folder)?;
    fs::create_dir_all(folder).map_err(told(folder))
}

/// Writes a report into a folder and returns its page. An older report there is replaced; its
/// files that the new one has not are removed.
///
/// # Errors
/// If something else is in that place, or the system refuses.
pub(crate) fn write(
    report: &Report,
    language: Language,
    folder: &Path,
) -> Result<PathBuf, FolderError> {
    let older = older_files(folder)?;
    let texts = report.files(language).into_iter();
    let texts = texts.map(|(name, text)| (name, text.into_bytes()));
    let files: BTreeMap<String, Vec<u8>> = texts
        .chain(report.figures(&fonts::found(language)))
        .collect();
    let list: String = files.keys().map(|name| format!("{name}\n")).collect();
    // The list comes first: should the disk be full, what was written is still known as ours.
    let all = [(LIST.to_owned(), list.into_bytes())]
        .into_iter()
        .chain(files.clone());
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

/// Returns the files of the report that is there now.
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
            Err(error) if error.kind() == io::ErrorKind::NotADirectory && folder.exists() => {
                Err(FolderError::Foreign(folder.to_owned()))
            }
            Err(error) => Err(told(folder)(error)),
        },
    }
}

/// Reports whether a name from the list stays inside the folder.
fn is_plain(name: &str) -> bool {
    let inside = |part| matches!(part, Component::Normal(_));
    !name.is_empty() && Path::new(name).components().all(inside)
}

#[cfg(test)]
mod tests {
    use report::plot::{Drawing, HeatMap, Plot};
    use report::{Column, Section, Table};

    use super::*;

    fn report() -> Report {
        let table = Table::new("players", "All players", [Column::text("player")]);
        let map = HeatMap {
            axes: ["row".to_owned(), "column".to_owned()],
            names: vec!["one".to_owned(), "other".to_owned()],
            shares: vec![vec![None, Some(0.5)], vec![Some(0.5), None]],
        };
        let plot = Plot::new("cross", "Each against each", Drawing::HeatMap(map));
        let mut found = Section::new("What was found");
        found.figure(plot, table);
        let mut reproduce = Section::new("How to reproduce this");
        reproduce.listing("kaesu lab run");
        Report {
            title: "A report".to_owned(),
            sections: vec![found, reproduce],
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            names.push(entry.unwrap().file_name().into_string().unwrap());
        }
        names.sort();
        names
    }

    #[test]
    fn only_our_own_reports_are_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new").join("report");
        let page = write(&report(), Language::English, &place).unwrap();
        assert_eq!(
            std::fs::read_to_string(page).unwrap(),
            report().files(Language::English)["index.html"]
        );
        std::fs::write(place.join("plots/own.svg"), "mine").unwrap();

        let mut smaller = report();
        smaller.sections.remove(0);
        write(&smaller, Language::English, &place).unwrap();
        assert_eq!(names(&place.join("plots")), ["own.svg"]);
        assert_eq!(names(&place.join("tables")), [""; 0]);

        let thesis = folder.path().join("thesis");
        std::fs::create_dir(&thesis).unwrap();
        std::fs::write(thesis.join("index.html"), "years of work").unwrap();
        let error = write(&report(), Language::English, &thesis)
            .unwrap_err()
            .to_string();
        assert!(error.contains("no report of kaesu"), "{error}");
        assert_eq!(names(&thesis), ["index.html"]);
        let error = write(&report(), Language::English, &thesis.join("index.html")).unwrap_err();
        assert!(matches!(error, FolderError::Foreign(_)), "{error}");
    }

    #[test]
    fn a_list_changed_by_hand_removes_nothing_outside() {
        let folder = tempfile::tempdir().unwrap();
        let (place, outside) = (folder.path().join("report"), folder.path().join("thesis"));
        std::fs::write(&outside, "years of work").unwrap();
        write(&report(), Language::English, &place).unwrap();
        let absolute = outside.to_str().unwrap();
        std::fs::write(
            place.join(".kaesu-report"),
            format!("../thesis\n{absolute}\n"),
        )
        .unwrap();
        write(&report(), Language::English, &place).unwrap();
        assert!(outside.exists());
    }
}
