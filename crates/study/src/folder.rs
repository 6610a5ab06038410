//! The folder of a study: its own data file, and nothing of it anywhere else.
//!
//! The study's file and those of its players are kept with the data. From the first real person on they
//! are frozen: a changed file is another version, which has to say so, and may change nothing that people
//! met, so that the events of all of them are one study's.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use store::{EventRow, StoreError, StudyLog};
use thiserror::Error;

use crate::code::Code;
use crate::event::{Entry, Event, Link};
use crate::file::{Study, StudyError};
use crate::register::{Order, Register};

/// The data file.
const DATA: &str = "study.sqlite";
/// The setting of how many had withdrawn when a copy was made.
const WITHDREW: &str = "withdrew";

/// The folder of a study, open.
pub struct Folder {
    path: PathBuf,
    log: StudyLog,
    study: Arc<Study>,
    versions: Vec<Version>,
    simulated: bool,
}

/// A version of a study that somebody took part in, or may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Its number.
    pub version: u32,
    /// The sum of the file and its players.
    pub hash: String,
    /// When the first real person agreed to it, in milliseconds since 1970; not frozen before.
    pub frozen: Option<u64>,
    /// The name of the file.
    pub file: String,
    /// The file, letter by letter.
    pub text: String,
    /// The players' files by name.
    pub players: Vec<(String, String)>,
    /// The version of this program that opened it last before it was frozen.
    pub program: String,
}

/// Why a study's folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The data file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another program has it open, as a study that is being served.
    #[error("the study in {0} is in use by another kaesu; end that one with Ctrl-C first")]
    Running(String),
    /// The study in it cannot be read.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A file cannot be written or read.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// There is no study.
    #[error("{0} is no folder of a study; `kaesu study run FILE --folder {0}` makes one")]
    NoStudy(String),
    /// Another study lives there.
    #[error("{folder} holds the study {there}, not {given}; choose another folder with --folder")]
    Other {
        /// The folder.
        folder: String,
        /// The study in it.
        there: String,
        /// The one that was given.
        given: String,
    },
    /// The file changed after somebody took part.
    #[error(
        "people have taken part in version {0}, and its file or a player has changed since; \
         take the change back, or write version = {next} at the top of the file", next = .0 + 1
    )]
    Frozen(u32),
    /// The next version would be another study.
    #[error(
        "version {version} has another {what}, and data of both cannot be one study's: a new version may change \
         texts, times, people, quotas and claims; take the change back, or choose another folder with --folder"
    )]
    Changed {
        /// The version that people took part in.
        version: u32,
        /// What differs.
        what: String,
    },
    /// Simulated people and real ones never share a folder.
    #[error(
        "{0} holds simulated people, and no real person may be added; choose another folder with --folder"
    )]
    Simulated(String),
    /// Real people are there already.
    #[error(
        "{0} holds a study with people, and nobody may be simulated there; choose another folder with --folder"
    )]
    Real(String),
    /// The judge does not play the study's games.
    #[error("{0}; name another judge with --judge, or \"none\"")]
    Judge(String),
    /// An event cannot be read.
    #[error("an event of the study cannot be read: {0}")]
    Event(String),
}

impl Folder {
    /// Opens the folder of a study to run it, and makes it if there is none.
    ///
    /// # Errors
    /// Returns an error if the folder holds another study, or a version of this one that people took
    /// part in and that has changed since.
    pub fn run(path: &Path, study: Study, simulated: bool) -> Result<Self, FolderError> {
        let name = path.display().to_string();
        // What people answered is nobody else's on the machine.
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let made = builder.create(path);
        made.map_err(|error| FolderError::File(name.clone(), error))?;
        let log = open(path)?;
        let mut versions = versions(&log)?;
        let was_simulated = log.setting("simulated")?.is_some();
        if let Some(first) = versions.first() {
            if first.file != study.name {
                return Err(FolderError::Other {
                    folder: name,
                    there: first.file.clone(),
                    given: study.name,
                });
            }
            match (was_simulated, simulated) {
                (true, false) => return Err(FolderError::Simulated(name)),
                (false, true) => return Err(FolderError::Real(name)),
                _ => {}
            }
        }
        let now = Version::of(&study);
        let frozen = versions.iter().rfind(|version| version.frozen.is_some());
        if let Some(frozen) = frozen.filter(|frozen| frozen.hash != now.hash) {
            if study.version <= frozen.version {
                return Err(FolderError::Frozen(frozen.version));
            }
            if let Some(what) = study.differs(&frozen.study()?) {
                return Err(FolderError::Changed {
                    version: frozen.version,
                    what,
                });
            }
        }
        let is_last = |versions: &[Version]| versions.last().is_some_and(|v| v.hash == now.hash);
        if !is_last(&versions) {
            versions.retain(|version| version.frozen.is_some());
            if !is_last(&versions) {
                versions.push(now);
            }
            let mut settings = vec![("versions", in_json(&versions))];
            if simulated {
                settings.push(("simulated", "for ever".to_owned()));
            }
            let settings: Vec<(&str, &str)> = settings.iter().map(|(k, v)| (*k, &**v)).collect();
            log.append(&[], &settings)?;
        }
        Ok(Self {
            path: path.to_owned(),
            log,
            study: Arc::new(study),
            versions,
            simulated,
        })
    }

    /// Opens a study that is kept nowhere, and forgotten with the program.
    ///
    /// # Errors
    /// Returns an error if there is no memory for it.
    pub fn nowhere(study: Study) -> Result<Self, FolderError> {
        Ok(Self {
            path: PathBuf::new(),
            log: StudyLog::nowhere()?,
            versions: vec![Version::of(&study)],
            study: Arc::new(study),
            simulated: false,
        })
    }

    /// Reports whether what happens is kept.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        !self.path.as_os_str().is_empty()
    }

    /// Opens the folder of a study as it is, with the study that it holds.
    ///
    /// # Errors
    /// Returns an error if there is none, or it cannot be read.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        if !path.join(DATA).is_file() {
            return Err(FolderError::NoStudy(path.display().to_string()));
        }
        let log = open(path)?;
        let versions = versions(&log)?;
        let last = versions.last();
        let last = last.ok_or_else(|| FolderError::NoStudy(path.display().to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            study: Arc::new(last.study()?),
            simulated: log.setting("simulated")?.is_some(),
            log,
            versions,
        })
    }

    /// Writes the same study with these events into another folder, which must hold nothing yet. `when`
    /// says what becomes of times.
    pub(crate) fn copy(
        &self,
        path: &Path,
        entries: &[Entry],
        when: impl Fn(u64) -> u64,
    ) -> Result<Self, FolderError> {
        let name = path.display().to_string();
        std::fs::create_dir_all(path).map_err(|error| FolderError::File(name, error))?;
        let mut versions = self.versions.clone();
        for version in &mut versions {
            version.frozen = version.frozen.map(&when);
        }
        let log = open(path)?;
        let mut settings = vec![("versions", in_json(&versions))];
        if self.simulated {
            settings.push(("simulated", "for ever".to_owned()));
        }
        settings.push((WITHDREW, self.withdrew()?.to_string()));
        let settings: Vec<(&str, &str)> = settings.iter().map(|(k, v)| (*k, &**v)).collect();
        let rows: Vec<EventRow> = entries.iter().map(row).collect();
        log.append(&rows, &settings)?;
        drop(log);
        Self::open(path)
    }

    /// Returns where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the study.
    #[must_use]
    pub fn study(&self) -> &Arc<Study> {
        &self.study
    }

    /// Returns all versions, the present one last.
    #[must_use]
    pub fn versions(&self) -> &[Version] {
        &self.versions
    }

    /// Reports whether everybody in it is simulated.
    #[must_use]
    pub fn is_simulated(&self) -> bool {
        self.simulated
    }

    /// Returns everything that happened.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>, FolderError> {
        self.log.rows()?.iter().map(entry).collect()
    }

    /// Returns the register that the events lead to.
    ///
    /// # Errors
    /// Returns an error if they cannot be read.
    pub fn register(&self) -> Result<Register, FolderError> {
        Ok(Register::of(Arc::clone(&self.study), &self.entries()?))
    }

    /// Adds events; they are on the disk when this returns. The first real person freezes the study.
    ///
    /// # Errors
    /// Returns an error, and nothing was added, if they cannot be written.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), FolderError> {
        let rows: Vec<EventRow> = entries.iter().map(row).collect();
        let real = |entry: &&Entry| {
            matches!(
                entry.event,
                Event::Consented {
                    link: Link::Real,
                    ..
                }
            )
        };
        let open = self
            .versions
            .last()
            .is_some_and(|version| version.frozen.is_none());
        match entries.iter().find(real).filter(|_| open) {
            None => self.log.append(&rows, &[])?,
            Some(first) => {
                let mut versions = self.versions.clone();
                if let Some(version) = versions.last_mut() {
                    version.frozen = Some(first.at);
                }
                self.log
                    .append(&rows, &[("versions", &in_json(&versions))])?;
                self.versions = versions;
            }
        }
        Ok(())
    }

    /// Deletes everything of a person for good. Moves at a table that others sit at stay, since those
    /// others played on from them, but are nobody's; a player takes the seat. A report and data that were
    /// written into this folder are deleted as well; returns where they were.
    ///
    /// # Errors
    /// Returns an error if it cannot be deleted.
    pub fn withdraw(&mut self, code: &Code, now: u64) -> Result<Vec<PathBuf>, FolderError> {
        let mut register = self.register()?;
        // Whoever has finished, or was ended before, leaves no seat empty.
        if let Ok(entries) = register.order(&Order::Free(code.clone()), now) {
            self.append(&entries)?;
        }
        let shared = register.tables().filter(|table| table.is_shared());
        let shared: Vec<&str> = shared.map(|table| &*table.id).collect();
        self.log.withdraw(code.as_str(), &shared, now)?;
        let written = if self.is_kept() {
            [self.delete_report()?, self.delete_data()?]
        } else {
            [None, None]
        };
        Ok(written.into_iter().flatten().collect())
    }

    /// Deletes the report in this folder, by its own list of its files.
    fn delete_report(&self) -> Result<Option<PathBuf>, FolderError> {
        let place = self.path.join("report");
        let list = place.join(".kaesu-report");
        let Ok(names) = std::fs::read_to_string(&list) else {
            return Ok(None);
        };
        let inside = |name: &&str| {
            let mut parts = Path::new(name).components();
            !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        for name in names.lines().filter(inside) {
            let file = place.join(name);
            gone(&file, std::fs::remove_file(&file))?;
        }
        gone(&list, std::fs::remove_file(&list))?;
        Ok(Some(place))
    }

    /// Deletes the tables and games of an export in this folder.
    fn delete_data(&self) -> Result<Option<PathBuf>, FolderError> {
        let place = self.path.join("data");
        let described = place.join("dataset_description.json");
        if !described.is_file() {
            return Ok(None);
        }
        let tables = place.join("data");
        gone(&tables, std::fs::remove_dir_all(&tables))?;
        gone(&described, std::fs::remove_file(&described))?;
        Ok(Some(place))
    }

    /// Returns how many withdrew.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn withdrew(&self) -> Result<usize, FolderError> {
        // A copy for others has their number, and none of their codes.
        let before = self.log.setting(WITHDREW)?;
        let before = before.and_then(|count| count.parse().ok()).unwrap_or(0);
        Ok(before + self.log.withdrawn()?.len())
    }

    /// Returns the data file, for what is beside the events.
    #[must_use]
    pub fn log(&self) -> &StudyLog {
        &self.log
    }
}

impl Version {
    fn of(study: &Study) -> Self {
        let players = study.players.iter();
        Self {
            version: study.version,
            hash: study.hash(),
            frozen: None,
            file: study.name.clone(),
            text: study.text.clone(),
            players: players
                .map(|(name, player)| (name.clone(), player.text.clone()))
                .collect(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Returns the study as it was.
    ///
    /// # Errors
    /// Returns an error if this version of the program cannot read it.
    pub fn study(&self) -> Result<Study, StudyError> {
        Study::kept(&format!("{}.toml", self.file), &self.text, &|name| {
            let kept = self.players.iter().find(|(other, _)| other == name);
            kept.map(|(name, text)| (name.clone(), text.clone()))
                .ok_or_else(|| format!("the file of the player {name} was not kept"))
        })
    }
}

/// Opens the data file of a folder, which only one program has at a time.
fn open(path: &Path) -> Result<StudyLog, FolderError> {
    StudyLog::open(&path.join(DATA)).map_err(|error| match error {
        StoreError::Locked(_) => FolderError::Running(path.display().to_string()),
        other => other.into(),
    })
}

/// Says whether something is gone now, deleted or not there before.
fn gone(path: &Path, deleted: std::io::Result<()>) -> Result<(), FolderError> {
    match deleted {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(FolderError::File(path.display().to_string(), error))
        }
        _ => Ok(()),
    }
}

fn versions(log: &StudyLog) -> Result<Vec<Version>, FolderError> {
    let Some(text) = log.setting("versions")? else {
        return Ok(Vec::new());
    };
    serde_json::from_str(&text).map_err(|error| FolderError::Event(error.to_string()))
}

fn in_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it has only texts and numbers")
}

fn row(entry: &Entry) -> EventRow {
    EventRow {
        at: entry.at,
        person: entry.person.as_ref().map(ToString::to_string),
        place: entry.table.clone(),
        request: entry.request.clone(),
        body: in_json(&entry.event),
    }
}

fn entry(row: &EventRow) -> Result<Entry, FolderError> {
    let event = serde_json::from_str(&row.body);
    let person = row.person.as_ref().map(|code| code.parse()).transpose();
    Ok(Entry {
        at: row.at,
        person: person
            .map_err(|error: crate::code::CodeError| FolderError::Event(error.to_string()))?,
        table: row.place.clone(),
        request: row.request.clone(),
        event: event.map_err(|error| FolderError::Event(error.to_string()))?,
    })
}
