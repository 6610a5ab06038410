//! Who plays in an experiment: a player file with its text, so that it can be kept with the
//! results.

use std::path::Path;

use players::file::LimitsSpec;
use players::library::{self, LoadError};
use players::searching::SearchSpec;
use players::{FileError, PlayerFile};
use search::Limits;
use thiserror::Error;

/// Who plays, by the name that the results give it.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Its name in this experiment.
    pub name: String,
    /// The text of its player file.
    pub text: String,
    /// What the text says.
    pub file: PlayerFile,
    /// Limits of its moves, in the place of the experiment's and the file's.
    pub limits: LimitsSpec,
}

impl PartialEq for Contender {
    /// The text says it all; where it was read from makes no difference.
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text, &self.limits) == (&other.name, &other.text, &other.limits)
    }
}

impl Contender {
    /// The player with this name from the library, or in this file.
    ///
    /// # Errors
    /// If there is none, or its file is wrong.
    pub fn named(name_or_file: &str) -> Result<Self, LoadError> {
        let (file, text) = library::text(name_or_file)?;
        let name = Path::new(name_or_file).file_stem();
        let name = name.map_or_else(|| name_or_file.to_owned(), |n| n.display().to_string());
        Ok(Self {
            file: PlayerFile::parse(&file, &text)?,
            name,
            text,
            limits: LimitsSpec::default(),
        })
    }

    /// The player of a file's text.
    ///
    /// # Errors
    /// If the text is no player file.
    pub fn from_text(name: &str, text: &str) -> Result<Self, FileError> {
        Ok(Self {
            name: name.to_owned(),
            file: PlayerFile::parse(name, text)?,
            text: text.to_owned(),
            limits: LimitsSpec::default(),
        })
    }

    /// The same player by another name.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// The same player with one value of its file changed; the key has dots.
    ///
    /// # Errors
    /// If its file has no such value, or the new one does not fit.
    pub fn with(&self, key: &str, value: &toml::Value) -> Result<Self, VariantError> {
        let mut file: toml::Table = self.text.parse().map_err(|_| VariantError::NoFile)?;
        let (path, last) = key.rsplit_once('.').unwrap_or(("", key));
        let mut table = &mut file;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            table = match table.get_mut(step) {
                Some(toml::Value::Table(inner)) => inner,
                _ => return Err(VariantError::NoKey(self.name.clone(), step.to_owned())),
            };
        }
        if !table.contains_key(last) {
            let known: Vec<&str> = table.keys().map(String::as_str).collect();
            let missing = format!("{last} (there are {})", known.join(", "));
            return Err(VariantError::NoKey(self.name.clone(), missing));
        }
        table.insert(last.to_owned(), value.clone());
        let text = file.to_string();
        let name = format!("{} {last}={}", self.name, plain(value));
        Ok(Self {
            file: PlayerFile::parse(&name, &text)?,
            name,
            text,
            limits: self.limits.clone(),
        })
    }

    /// Whether its moves depend on how fast the machine is.
    #[must_use]
    pub fn is_timed(&self, experiment: &LimitsSpec) -> bool {
        let asked = self.asked(experiment);
        self.file.limits.or(&asked).time.is_some()
    }

    /// The limits that it is asked to keep: its own in this experiment, or else the experiment's.
    #[must_use]
    pub fn asked(&self, experiment: &LimitsSpec) -> Limits {
        experiment.or(&self.limits.or(&Limits::default()))
    }

    /// Whether its search may be told to stop from outside: a Monte-Carlo search without limits
    /// goes on for a fixed number of playouts, but only if nobody else can stop it.
    pub(crate) fn may_be_stopped(&self, experiment: &LimitsSpec) -> bool {
        let limits = self.file.limits.or(&self.asked(experiment));
        let by_chance = matches!(
            self.file.search,
            SearchSpec::Mcts(_) | SearchSpec::FlatUcb(_)
        );
        !by_chance
            || limits.nodes.is_some()
            || limits.evaluations.is_some()
            || limits.time.is_some()
    }
}

/// A value as a name shows it.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A player that cannot be varied so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// The player is no file.
    #[error("only players that are files can be varied")]
    NoFile,
    /// Its file has no such value.
    #[error("the player {0} has no {1} in its file")]
    NoKey(String, String),
    /// The value does not fit.
    #[error(transparent)]
    File(#[from] FileError),
}
