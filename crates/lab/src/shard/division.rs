//! `division.json`: of which experiment, by which program and into how many shards a run is divided.
//! Whatever differs in any of it must not be merged.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::run::{EXPERIMENT, FileSum, Program, read_text};
use crate::shard::MOST_SHARDS;
use crate::shard::error::{ShardError, file_error};
use crate::shard::own_file::{is_unfinished, write_first};
use crate::shard::probe::probe;

pub(crate) const DIVISION: &str = "division.json";

const FORMAT: &str = "kaesu-shards";
const VERSION: u32 = 1;

/// What all shards of a run have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Division {
    format: String,
    version: u32,
    /// By which program.
    pub(super) program: Program,
    /// The commit of the program or, if that is not known or sources were changed after it, the sum of its file.
    build: String,
    /// The sum of the experiment's text.
    experiment: String,
    /// Into how many shards.
    pub(super) shards: u64,
    /// What the fixed games come to.
    probe: String,
}

impl Division {
    /// Returns the division of an experiment by this program.
    pub(super) fn new(text: &str, program: &Program, shards: u64) -> Result<Self, ShardError> {
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: program.clone(),
            build: build(program)?,
            experiment: FileSum::of(text.as_bytes()),
            shards,
            probe: probe()?.to_owned(),
        })
    }

    /// Reads the division of a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, ShardError> {
        let file = folder.join(DIVISION);
        let text = match read_text(&file) {
            Ok(text) => text,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Err(ShardError::NoShards {
                    folder: folder.to_owned(),
                    file: DIVISION,
                });
            }
            Err(error) => return Err(file_error(&file, "read")(error)),
        };
        let foreign = |problem: String| ShardError::Foreign {
            file: file.clone(),
            problem,
        };
        let division: Self = serde_json::from_str(&text)
            .map_err(|error| foreign(format!("cannot be read: {error}")))?;
        if (&*division.format, division.version) != (FORMAT, VERSION) {
            return Err(foreign(format!(
                "is \"{}\" version {}, and this program knows \"{FORMAT}\" version {VERSION}",
                division.format, division.version
            )));
        }
        if !(1..=MOST_SHARDS).contains(&division.shards) {
            let shards = division.shards;
            return Err(foreign(format!(
                "speaks of {shards} shards, and there are 1 to {MOST_SHARDS}"
            )));
        }
        Ok(division)
    }

    /// Divides a run in a folder, which is made if there is none, or checks that it was divided in
    /// the same way. Reports whether it was divided now.
    pub(super) fn set_up(&self, folder: &Path, text: &str) -> Result<bool, ShardError> {
        let other = |problem: String| ShardError::Other {
            folder: folder.to_owned(),
            problem,
        };
        let file = folder.join(DIVISION);
        let mut now = false;
        if !file.exists() {
            if folder.exists() && !folder.is_dir() {
                return Err(other("is no folder".to_owned()));
            }
            let experiment = folder.join(EXPERIMENT);
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut paths = entries.map(|entry| entry.path());
            // What another machine is writing, or was when it ended, is ours.
            let is_other = |path: PathBuf| !is_unfinished(&path) && path != experiment;
            let theirs = read_text(&experiment);
            let foreign = paths.any(is_other) || theirs.is_ok_and(|theirs| theirs != text);
            // Another machine may have divided it in between.
            if foreign && !file.exists() {
                let problem = "holds other files; choose an empty folder or a new one";
                return Err(other(problem.to_owned()));
            }
            fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
            write_first(&experiment, text.as_bytes())
                .map_err(file_error(&experiment, "written"))?;
            let json = serde_json::to_string_pretty(self).expect("texts and numbers can be JSON");
            now = write_first(&file, json.as_bytes()).map_err(file_error(&file, "written"))?;
        }
        let theirs = Self::read(folder)?;
        if let Some(difference) = self.differs_from(&theirs) {
            return Err(other(format!("holds shards {difference}")));
        }
        theirs.text(folder).map(|_| now)
    }

    /// Returns the text of the experiment in a folder.
    fn text(&self, folder: &Path) -> Result<String, ShardError> {
        let file = folder.join(EXPERIMENT);
        let text = match read_text(&file) {
            Ok(text) => text,
            // It is there before the division is.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(ShardError::Foreign {
                    file,
                    problem: "is gone since the run was divided; put it back".to_owned(),
                });
            }
            Err(error) => return Err(file_error(&file, "read")(error)),
        };
        if FileSum::of(text.as_bytes()) != self.experiment {
            return Err(ShardError::Foreign {
                file,
                problem: "was changed after the run was divided".to_owned(),
            });
        }
        Ok(text)
    }

    /// Returns the experiment in a folder and its text.
    pub(super) fn experiment(&self, folder: &Path) -> Result<(Experiment, String), ShardError> {
        let text = self.text(folder)?;
        let name = folder.join(EXPERIMENT).display().to_string();
        let experiment = Experiment::parse(&name, &text, folder);
        let experiment = experiment.map_err(crate::run::RunError::from)?;
        Ok((experiment, text))
    }

    /// Says how something by this division differs from that of others, in the words that follow
    /// "shards"; `None` if they can be merged.
    pub(super) fn differs_from(&self, theirs: &Self) -> Option<String> {
        let (old, new) = (&theirs.program.version, &self.program.version);
        if self.experiment != theirs.experiment {
            Some("of another experiment".to_owned())
        } else if old != new {
            Some(format!(
                "by version {old} of the program, and this is {new}"
            ))
        } else if self.build != theirs.build {
            let (old, new) = (short(&theirs.build), short(&self.build));
            Some(format!(
                "by another build of the program: {old}, and this is {new}"
            ))
        } else if self.shards != theirs.shards {
            let (old, new) = (theirs.shards, self.shards);
            Some(format!("of {old}, and this is one of {new}"))
        } else if self.probe != theirs.probe {
            Some(
                "by a program that plays its fixed games otherwise: another processor or build"
                    .to_owned(),
            )
        } else {
            None
        }
    }
}

/// Returns the beginning of a sum, which is enough to tell it from another.
fn short(sum: &str) -> &str {
    sum.get(..12).unwrap_or(sum)
}

/// What the commit of a program ends with whose sources were changed after it.
const CHANGED: &str = "-changed";

/// Returns what tells one build of the program from another: its commit or, if that is not all of it, the sum of its
/// file.
fn build(program: &Program) -> Result<String, ShardError> {
    static EXECUTABLE: OnceLock<String> = OnceLock::new();
    let commit = program.commit.as_ref();
    let commit = commit.filter(|commit| !commit.ends_with(CHANGED));
    if let Some(known) = commit.or_else(|| EXECUTABLE.get()) {
        return Ok(known.clone());
    }
    let file = std::env::current_exe().map_err(file_error(Path::new("the program"), "found"))?;
    let sum = FileSum::of_file(&file).map_err(file_error(&file, "read"))?;
    Ok(EXECUTABLE.get_or_init(|| sum).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_tells_builds_apart_unless_sources_were_changed_after_it() {
        let of = |commit: Option<&str>| {
            let commit = commit.map(str::to_owned);
            let version = "1.0".to_owned();
            build(&Program { version, commit }).expect("a build")
        };
        assert_eq!(of(Some("d3a9c1")), "d3a9c1");
        assert_eq!(of(Some("d3a9c1-changed")), of(None));
        assert_eq!(of(None).len(), 64);
    }
}
