//! Who plays in an experiment: a player file with its text, so that it can be kept with the
//! results, or another program by its command line.

use std::borrow::Cow;
use std::path::Path;

use players::external::EngineSpec;
use players::file::LimitsSpec;
use players::library::{self, LoadError};
use players::searching::SearchSpec;
use players::{FileError, PlayerFile, Repeatable};
use search::Limits;
use thiserror::Error;

/// Who plays, by the name that the results give it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// Its name in this experiment.
    pub name: String,
    /// What it is.
    pub who: Who,
    /// Limits of its moves, in the place of the experiment's and the file's.
    pub limits: LimitsSpec,
}

/// What a contender is.
#[derive(Clone, Debug)]
pub enum Who {
    /// One of our players.
    File {
        /// The text of its file.
        text: String,
        /// What the text says.
        file: Box<PlayerFile>,
    },
    /// Another program.
    Engine(EngineSpec),
}

impl PartialEq for Who {
    /// The text says it all; where it was read from makes no difference.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File { text, .. }, Self::File { text: other, .. }) => text == other,
            (Self::Engine(spec), Self::Engine(other)) => spec == other,
            _ => false,
        }
    }
}

impl Contender {
    /// Returns the player with this name from the library, or in this file.
    ///
    /// # Errors
    /// Returns an error if there is none, or its file is wrong.
    pub fn named(name_or_file: &str) -> Result<Self, LoadError> {
        let (file, mut text) = library::text(name_or_file)?;
        let name = Path::new(name_or_file).file_stem();
        let name = name.map_or_else(|| name_or_file.to_owned(), |n| n.display().to_string());
        let file = Box::new(PlayerFile::parse(&file, &text)?);
        if let Some(program) = file.program() {
            text = seen_from_anywhere(&text, program);
        }
        Ok(Self {
            name,
            who: Who::File { text, file },
            limits: LimitsSpec::default(),
        })
    }

    /// Returns the player of a file's text.
    ///
    /// # Errors
    /// Returns an error if the text is no player file.
    pub fn from_text(name: &str, text: &str) -> Result<Self, FileError> {
        let file = Box::new(PlayerFile::parse(name, text)?);
        Ok(Self {
            name: name.to_owned(),
            who: Who::File {
                text: text.to_owned(),
                file,
            },
            limits: LimitsSpec::default(),
        })
    }

    /// Another program.
    #[must_use]
    pub fn engine(name: &str, spec: EngineSpec) -> Self {
        Self {
            name: name.to_owned(),
            who: Who::Engine(spec),
            limits: LimitsSpec::default(),
        }
    }

    /// Returns the file to make its players from.
    #[must_use]
    pub fn player_file(&self) -> Cow<'_, PlayerFile> {
        match &self.who {
            Who::File { file, .. } => Cow::Borrowed(file),
            Who::Engine(spec) => Cow::Owned(PlayerFile::engine(spec.clone())),
        }
    }

    /// Returns what its file says, if it is one of our players.
    #[must_use]
    pub fn file(&self) -> Option<&PlayerFile> {
        match &self.who {
            Who::File { file, .. } => Some(file),
            Who::Engine(_) => None,
        }
    }

    /// Returns the same player by another name.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Returns the same player with one value of its file changed; the key has dots.
    ///
    /// # Errors
    /// Returns an error if its file has no such value, or the new one does not fit.
    pub fn with(&self, key: &str, value: &toml::Value) -> Result<Self, VariantError> {
        let last = key.rsplit_once('.').map_or(key, |(_, last)| last);
        let name = format!("{} {last}={}", self.name, plain(value));
        self.with_all(&name, &[(key, value.clone())])
    }

    /// Returns the same player by another name, with some values of its file changed. Keys have dots; a number
    /// between them is a place in a list, counted from 0.
    ///
    /// # Errors
    /// If its file has no such value, or a new one does not fit.
    pub fn with_all(
        &self,
        name: &str,
        values: &[(&str, toml::Value)],
    ) -> Result<Self, VariantError> {
        let Who::File { text, .. } = &self.who else {
            return Err(VariantError::NoFile);
        };
        let file: toml::Table = text.parse().map_err(|_| VariantError::NoFile)?;
        let mut file = toml::Value::Table(file);
        for (key, value) in values {
            *self.value_in(&mut file, key)? = value.clone();
        }
        let toml::Value::Table(file) = file else {
            unreachable!("a file is a table")
        };
        let variant = Self::from_text(name, &file.to_string())?;
        Ok(Self {
            limits: self.limits.clone(),
            ..variant
        })
    }

    /// Returns a value of its file; see [`Self::with_all`].
    ///
    /// # Errors
    /// If its file has no such value.
    pub fn value(&self, key: &str) -> Result<toml::Value, VariantError> {
        let Who::File { text, .. } = &self.who else {
            return Err(VariantError::NoFile);
        };
        let file: toml::Table = text.parse().map_err(|_| VariantError::NoFile)?;
        let mut file = toml::Value::Table(file);
        self.value_in(&mut file, key).map(|value| value.clone())
    }

    fn value_in<'a>(
        &self,
        file: &'a mut toml::Value,
        key: &str,
    ) -> Result<&'a mut toml::Value, VariantError> {
        let mut value = file;
        let (path, last) = key.rsplit_once('.').unwrap_or(("", key));
        for step in path.split('.').filter(|step| !step.is_empty()) {
            value = inner(value, step)
                .filter(|value| value.is_table() || value.is_array())
                .ok_or_else(|| VariantError::NoKey(self.name.clone(), format!("\"{step}\"")))?;
        }
        if inner(value, last).is_none() {
            let known = match &*value {
                toml::Value::Table(table) => {
                    let known: Vec<&str> = table.keys().map(String::as_str).collect();
                    format!(" (there are {})", known.join(", "))
                }
                toml::Value::Array(list) => format!(" (there are 0 to {})", list.len() - 1),
                _ => String::new(),
            };
            let missing = format!("\"{last}\"{known}");
            return Err(VariantError::NoKey(self.name.clone(), missing));
        }
        Ok(inner(value, last).expect("it was there a moment ago"))
    }

    /// Returns what of its play can be had again.
    #[must_use]
    pub fn repeatable(&self, experiment: &LimitsSpec) -> Repeatable {
        self.player_file().repeatable(&self.asked(experiment))
    }

    /// Returns the limits that it is asked to keep: its own in this experiment, or else the
    /// experiment's.
    #[must_use]
    pub fn asked(&self, experiment: &LimitsSpec) -> Limits {
        experiment.or(&self.limits.or(&Limits::default()))
    }

    /// Reports whether its search may be stopped from outside: a Monte-Carlo search without limits
    /// runs for a fixed number of playouts, but only if nothing else can stop it.
    pub(crate) fn may_be_stopped(&self, experiment: &LimitsSpec) -> bool {
        let Some(file) = self.file() else {
            return true;
        };
        let limits = file.limits.or(&self.asked(experiment));
        let by_chance = matches!(file.search, SearchSpec::Mcts(_) | SearchSpec::FlatUcb(_));
        !by_chance
            || limits.nodes.is_some()
            || limits.evaluations.is_some()
            || limits.time.is_some()
    }
}

/// Returns the text of a program's file with paths that hold in any folder: a run keeps the text,
/// and may be resumed from elsewhere.
fn seen_from_anywhere(text: &str, program: &EngineSpec) -> String {
    let Ok(mut file) = text.parse::<toml::Table>() else {
        return text.to_owned();
    };
    if let Some(toml::Value::Table(engine)) = file.get_mut("engine") {
        for (key, path) in [("folder", &program.folder), ("stderr", &program.stderr)] {
            let path = path
                .as_ref()
                .and_then(|path| std::path::absolute(path).ok());
            engine.extend(path.map(|path| (key.to_owned(), path.display().to_string().into())));
        }
    }
    file.to_string()
}

/// Returns what a table or a list holds at a step of a key.
fn inner<'a>(value: &'a mut toml::Value, step: &str) -> Option<&'a mut toml::Value> {
    match value {
        toml::Value::Table(table) => table.get_mut(step),
        toml::Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Returns a value as a name shows it.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Why a player cannot be varied.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// The player is not made from a file.
    #[error("only players that are files can be varied")]
    NoFile,
    /// Its file has no such value.
    #[error("the player {0} has no {1} in its file")]
    NoKey(String, String),
    /// The value does not fit.
    #[error(transparent)]
    File(#[from] FileError),
}
