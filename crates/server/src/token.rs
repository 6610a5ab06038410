//! Secrets nobody can guess, and names made of the same stuff.

use std::fmt;
use std::fmt::Write;

use serde::{Deserialize, Serializer};
use store::{GameId, RoomId};

/// A secret: whoever shows it has the seat, made the room, or started the server. It cannot be printed
/// or sent by accident: `reveal` and `hand_over` are the only ways out.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    /// Returns a new secret.
    #[must_use]
    pub(crate) fn random() -> Self {
        Self(random())
    }

    /// Returns a secret that was kept or shown.
    #[must_use]
    pub(crate) fn known(secret: impl Into<String>) -> Self {
        Self(secret.into())
    }

    /// Returns the secret itself.
    #[must_use]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Writes the secret where it belongs: to the data file, or to the one whose it is.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn hand_over<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// Compares in constant time, which does not reveal where the secrets differ.
impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        let bytes = self.0.bytes().zip(other.0.bytes());
        self.0.len() == other.0.len() && bytes.fold(0, |d, (x, y)| d | (x ^ y)) == 0
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Returns the name of a new room.
pub(crate) fn room_id() -> RoomId {
    RoomId::new(random())
}

/// Returns the name of a new game.
pub(crate) fn game_id() -> GameId {
    GameId::new(random())
}

/// 128 random bits from the system, in hexadecimal.
pub(crate) fn random() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
        .iter()
        .fold(String::with_capacity(32), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a text can always grow");
            text
        })
}

/// Returns a random number for a game's seed.
pub(crate) fn seed() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_compared_and_never_printed() {
        let token = Token::known("0123");
        assert_eq!(token, Token::known("0123"));
        for other in ["0124", "012", "01234", ""] {
            assert_ne!(token, Token::known(other));
        }
        assert!(!format!("{token:?}").contains("0123"));
        assert_ne!(Token::random(), Token::random());
    }
}
