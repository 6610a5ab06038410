//! The tables `[[player]]`: who plays.

use std::path::{Path, PathBuf};
use std::time::Duration;

use players::external::EngineSpec;
use players::file::LimitsSpec;
use players::library::LoadError;
use serde::{Deserialize, Serialize};

use crate::contender::{Contender, Who};

/// A player: one of `player`, `file`, `text` and `command`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct PlayerSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_timeout: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_timeout: Option<f64>,
    #[serde(default, skip_serializing_if = "is_empty")]
    limits: LimitsSpec,
}

fn is_empty(limits: &LimitsSpec) -> bool {
    *limits == LimitsSpec::default()
}

impl PlayerSource {
    /// Returns the contender; files that it names are looked for in this folder.
    pub(crate) fn read(&self, folder: &Path) -> Result<Contender, String> {
        let said = |error: LoadError| error.to_string();
        let for_engines = self.protocol.is_some()
            || self.folder.is_some()
            || self.stderr.is_some()
            || self.start_timeout.is_some()
            || self.move_timeout.is_some();
        if self.command.is_none() && for_engines {
            let text = "protocol, folder, stderr and time-outs are for a player with a command";
            return Err(text.to_owned());
        }
        let contender = match (&self.player, &self.file, &self.text, &self.command) {
            (Some(name), None, None, None) if players::library::names().contains(&&**name) => {
                Contender::named(name).map_err(said)?
            }
            (Some(name), None, None, None) => return Err(said(LoadError::Unknown(name.clone()))),
            (None, Some(file), None, None) => {
                let path = folder.join(file);
                Contender::named(&path.display().to_string()).map_err(said)?
            }
            (None, None, Some(text), None) => {
                let name = self.name.as_deref().unwrap_or("player");
                Contender::from_text(name, text).map_err(|error| error.to_string())?
            }
            (None, None, None, Some(command)) => self.engine(command)?,
            _ => {
                let text = "a player has exactly one of player (a name from `kaesu players`), file, \
                            text and command";
                return Err(text.to_owned());
            }
        };
        Ok(Contender {
            name: self.name.clone().unwrap_or(contender.name),
            limits: self.limits.clone(),
            ..contender
        })
    }

    fn engine(&self, command: &str) -> Result<Contender, String> {
        let Some(protocol) = &self.protocol else {
            return Err("a command needs a protocol: nboard or gtp".to_owned());
        };
        let seconds = |given: Option<f64>, usual: Duration| match given {
            None => Ok(usual),
            Some(seconds) => Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|time| !time.is_zero() && time.as_secs() <= 86_400)
                .ok_or_else(|| "a time-out is seconds above 0 and up to 86400".to_owned()),
        };
        let usual = EngineSpec::new(command, protocol.parse()?);
        usual.words()?;
        let spec = EngineSpec {
            start_timeout: seconds(self.start_timeout, usual.start_timeout)?,
            move_timeout: seconds(self.move_timeout, usual.move_timeout)?,
            folder: self.folder.as_ref().map(PathBuf::from),
            stderr: self.stderr.as_ref().map(PathBuf::from),
            ..usual
        };
        let name = command.split_whitespace().next().unwrap_or(command);
        Ok(Contender::engine(name, spec))
    }

    /// Returns the table of a contender, which needs no other file.
    pub(crate) fn of(contender: &Contender) -> Self {
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let who = match &contender.who {
            Who::File { text, .. } => Self {
                text: Some(text.clone()),
                ..Self::default()
            },
            Who::Engine(spec) => Self {
                command: Some(spec.command.clone()),
                protocol: Some(spec.protocol.name().to_owned()),
                folder: path(&spec.folder),
                stderr: path(&spec.stderr),
                start_timeout: Some(spec.start_timeout.as_secs_f64()),
                move_timeout: Some(spec.move_timeout.as_secs_f64()),
                ..Self::default()
            },
        };
        Self {
            name: Some(contender.name.clone()),
            limits: contender.limits.clone(),
            ..who
        }
    }
}
