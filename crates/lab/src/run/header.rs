//! `run.json`: which program made a run, on what machine, when, and of which experiment.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::run::error::{RunError, file_error};
use crate::run::files::{HEADER, read_text, write_whole};
use crate::run::sum::text_sum;

const FORMAT: &str = "kaesu-run";
const VERSION: u32 = 1;

/// Which program makes a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit it was built from, if known.
    pub commit: Option<String>,
}

/// The content of `run.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    format: String,
    version: u32,
    /// Which program made the run.
    pub program: Program,
    /// On what machine it was begun.
    pub machine: Machine,
    /// When it was begun, in milliseconds since 1970.
    pub started: u64,
    /// The other programs that play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineNote>,
    /// A sum of the experiment's text.
    experiment: String,
}

/// What another program calls itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineNote {
    /// Its name in the experiment.
    pub player: String,
    /// What it calls itself.
    pub name: String,
    /// The version it reports; `None` if it reports none.
    pub version: Option<String>,
}

impl EngineNote {
    /// Returns its name with its version, if it reports one.
    #[must_use]
    pub fn full_name(&self) -> String {
        match &self.version {
            Some(version) => format!("{} {version}", self.name),
            None => self.name.clone(),
        }
    }
}

/// A machine, for those who compare times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor; `None` if the system does not report it.
    pub processor: Option<String>,
    /// How many threads it runs at a time.
    pub cores: usize,
    /// The operating system and the kind of processor.
    pub system: String,
}

impl Machine {
    /// Returns the machine this runs on.
    #[must_use]
    pub fn this() -> Self {
        let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let line = told.lines().find(|line| line.starts_with("model name"));
        let processor = line
            .and_then(|line| line.split_once(": "))
            .map(|(_, name)| name.to_owned());
        Self {
            processor,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

/// Returns the time in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

impl RunHeader {
    /// Returns the header of a run that this program begins now, on this machine.
    pub(crate) fn begin(program: &Program, engines: Vec<EngineNote>, experiment: &str) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: program.clone(),
            machine: Machine::this(),
            started: now(),
            engines,
            experiment: text_sum(experiment),
        }
    }

    /// Reads the header of the run in a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, RunError> {
        let path = folder.join(HEADER);
        let no_run = |problem: String| RunError::NoRun {
            folder: folder.to_owned(),
            problem,
        };
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(no_run(format!("it has no {HEADER}")));
            }
            Err(error) => return Err(file_error(&path, "read")(error)),
        };
        let header: Self =
            serde_json::from_str(&text).map_err(|error| no_run(format!("{HEADER}: {error}")))?;
        if header.format != FORMAT || header.version != VERSION {
            return Err(no_run(format!(
                "it is \"{}\" version {}; a run is \"{FORMAT}\" version {VERSION}",
                header.format, header.version
            )));
        }
        Ok(header)
    }

    /// Writes the header into the folder of its run.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), RunError> {
        let json = serde_json::to_string_pretty(self).expect("texts and numbers can be JSON");
        write_whole(&folder.join(HEADER), json.as_bytes())
    }

    /// Reports whether the run is one of the experiment with this text.
    pub(crate) fn is_of(&self, experiment: &str) -> bool {
        self.experiment == text_sum(experiment)
    }

    /// Returns why another program must not resume the run; `None` if it may.
    pub(crate) fn refuses(&self, program: &Program) -> Option<String> {
        let (old, new) = (&self.program, program);
        if old.version != new.version {
            return Some(format!(
                "by version {} of the program, and this is {}",
                old.version, new.version
            ));
        }
        match (&old.commit, &new.commit) {
            (Some(old), Some(new)) if old != new => Some(format!(
                "by a program built from commit {old}, and this one is from {new}"
            )),
            _ => None,
        }
    }
}
