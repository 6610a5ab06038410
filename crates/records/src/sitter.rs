//! Who sits at a seat: the same in rooms, records, the store and on the page.

use serde::{Deserialize, Serialize};

/// Who sits or sat at a seat: a person, or a player file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Sitter {
    /// The person's name, or the player's; empty if none was given.
    pub name: String,
    /// The player file, if it is an AI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub player: Option<String>,
    /// Its level, if it was chosen by level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub level: Option<u8>,
}

impl Sitter {
    /// Creates a person with this name.
    #[must_use]
    pub fn person(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Creates the AI of a player file, with its level if it was chosen by level.
    #[must_use]
    pub fn ai(player: impl Into<String>, level: Option<u8>) -> Self {
        let player = player.into();
        Self {
            name: level.map_or_else(|| player.clone(), |level| format!("level {level}")),
            player: Some(player),
            level,
        }
    }
}
