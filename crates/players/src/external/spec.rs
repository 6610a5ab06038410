//! How a program is started and what it speaks: the `[engine]` table of a player file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::number::{ranged, seconds};

/// What a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum Protocol {
    /// The NBoard protocol, version 2: Othello only.
    Nboard,
    /// The Go Text Protocol as Othello programs speak it: square boards only.
    Gtp,
}

impl Protocol {
    /// Returns the name, as people write it on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nboard => "nboard",
            Self::Gtp => "gtp",
        }
    }

    /// Returns the games that can be played through it, named without options.
    #[must_use]
    pub const fn games(self) -> &'static [&'static str] {
        match self {
            Self::Nboard => &["reversi-8x8"],
            Self::Gtp => &["reversi-4x4", "reversi-6x6", "reversi-8x8", "reversi-10x10"],
        }
    }
}

impl std::str::FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Nboard, Self::Gtp]
            .into_iter()
            .find(|protocol| protocol.name() == text)
            .ok_or_else(|| format!("there is no protocol \"{text}\"; it can be nboard or gtp"))
    }
}

impl TryFrom<String> for Protocol {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// How a program is started, and how long it may take.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "EngineTable")]
pub struct EngineSpec {
    /// The program and its arguments, split as a shell would; quotes are allowed.
    pub command: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// Plies it looks ahead unless a move has a limit of depth; NBoard only, where a depth has to
    /// be set, and it is [`EngineSpec::USUAL_DEPTH`] if none is given.
    pub depth: Option<u32>,
    /// How long it may take until it answers for the first time.
    pub start_timeout: Duration,
    /// How long it may take for a move.
    pub move_timeout: Duration,
    /// The folder it runs in; if none is given, ours.
    pub folder: Option<PathBuf>,
    /// A file to which what it says on stderr is added, up to 16 MiB a start.
    pub stderr: Option<PathBuf>,
}

/// The table as a file gives it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EngineTable {
    command: String,
    protocol: Protocol,
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    depth: Option<u32>,
    #[serde(default, deserialize_with = "seconds")]
    start_timeout: Option<Duration>,
    #[serde(default, deserialize_with = "seconds")]
    move_timeout: Option<Duration>,
    folder: Option<PathBuf>,
    stderr: Option<PathBuf>,
}

impl TryFrom<EngineTable> for EngineSpec {
    type Error = &'static str;

    fn try_from(table: EngineTable) -> Result<Self, Self::Error> {
        if table.protocol == Protocol::Gtp && table.depth.is_some() {
            return Err(
                "GTP has no word for a depth; leave `depth` out, or use protocol = \"nboard\"",
            );
        }
        let usual = Self::new(table.command, table.protocol);
        usual.words()?;
        Ok(Self {
            depth: table.depth,
            start_timeout: table.start_timeout.unwrap_or(usual.start_timeout),
            move_timeout: table.move_timeout.unwrap_or(usual.move_timeout),
            folder: table.folder,
            stderr: table.stderr,
            ..usual
        })
    }
}

impl EngineSpec {
    /// The depth of an NBoard engine for which none is given.
    pub const USUAL_DEPTH: u32 = 8;

    /// Creates a program with the usual time-outs: 10 seconds to start, a minute for a move.
    #[must_use]
    pub fn new(command: impl Into<String>, protocol: Protocol) -> Self {
        Self {
            command: command.into(),
            protocol,
            depth: None,
            start_timeout: Duration::from_secs(10),
            move_timeout: Duration::from_mins(1),
            folder: None,
            stderr: None,
        }
    }

    /// Returns the words of the command: the program and its arguments.
    ///
    /// # Errors
    /// Returns what is wrong with it if it names no program, or a quote in it is not closed.
    pub fn words(&self) -> Result<Vec<String>, &'static str> {
        let words = shlex::split(&self.command)
            .ok_or("a quote or an escape in the command has no end; close it or leave it out")?;
        match words.is_empty() {
            true => Err("the command names no program; it is like \"edax -nboard\""),
            false => Ok(words),
        }
    }

    /// Returns the same program with its paths taken from this folder.
    pub(crate) fn seen_from(self, folder: &Path) -> Self {
        let from = |path: PathBuf| folder.join(path);
        Self {
            folder: self.folder.map(from),
            stderr: self.stderr.map(from),
            ..self
        }
    }
}
