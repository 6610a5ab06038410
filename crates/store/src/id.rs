//! Ids of rooms, games and persons, each a type of its own, so that none is mistaken for another.

use std::fmt;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a room: whoever knows it may watch and take an open seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoomId(String);

/// The id of a game and of its record.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(String);

/// The secret by which a person's games are found again. It is never shown, logged or sent: the
/// only way to print it is [`PersonId::reveal`].
#[derive(Clone, PartialEq, Eq)]
pub struct PersonId(String);

/// The longest secret of a person, in characters.
const LONGEST_PERSON: usize = 64;

impl PersonId {
    /// Returns the person with this secret, cut to 64 characters, or `None` if it is empty.
    #[must_use]
    pub fn new(secret: &str) -> Option<Self> {
        let secret: String = secret.chars().take(LONGEST_PERSON).collect();
        (!secret.is_empty()).then_some(Self(secret))
    }

    /// Returns the secret itself, for the data file alone.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Writes the secret of a person, or an empty one for nobody, to the data file.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn hand_over<S: Serializer>(
        person: &Option<Self>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(person.as_ref().map_or("", Self::reveal))
    }

    /// Reads the secret of a person; an empty one is nobody's.
    ///
    /// # Errors
    /// Returns an error if it is no text.
    pub fn receive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        String::deserialize(deserializer).map(|secret| Self::new(&secret))
    }
}

impl fmt::Debug for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonId(…)")
    }
}

impl RoomId {
    /// Creates the id from its text; the room need not exist.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl GameId {
    /// Creates the id from its text; the game need not exist.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! text_column {
    ($($id:ident),*) => {$(
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.0.as_str().into())
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                String::column_result(value).map(Self)
            }
        }
    )*};
}

text_column![RoomId, GameId, PersonId];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_never_printed() {
        let person = PersonId::new("aya-secret").expect("it is not empty");
        assert!(!format!("{person:?}").contains("aya"));
        assert_eq!(PersonId::new(""), None);
        let long = PersonId::new(&"ä".repeat(100)).expect("it is not empty");
        assert_eq!(long.reveal().chars().count(), 64);
    }
}
