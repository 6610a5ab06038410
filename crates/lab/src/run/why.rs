//! How a player failed, and the reason that was given. Failures that were written before reasons
//! were kept are read as well.

use std::fmt;

use rules::line::Exit;
use serde::{Deserialize, Serialize};

/// How a player can fail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum Why {
    /// It panicked, or its program ended or gave an invalid answer.
    Crashed(String),
    /// It chose a move that is not legal; which one, if it is known.
    Illegal(Option<String>),
    /// It thought longer than its program or the experiment allows; how long it had, if it is known.
    Late(Option<String>),
}

impl Why {
    /// Returns how its seat goes out.
    pub(crate) const fn exit(&self) -> Exit {
        match self {
            Self::Late(_) => Exit::Time,
            Self::Crashed(_) | Self::Illegal(_) => Exit::Resigned,
        }
    }

    /// Returns the reason that was given.
    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Crashed(reason) => Some(reason),
            Self::Illegal(reason) | Self::Late(reason) => reason.as_deref(),
        }
    }
}

/// The end of a sentence that begins with the player.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crashed(_) => "crashed",
            Self::Illegal(_) => "played an illegal move",
            Self::Late(_) => "thought too long",
        })?;
        match self.reason() {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

/// A failure in a line: a word, or a word with its reason.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Word(Word),
    WithReason(WithReason),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Illegal,
    Late,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WithReason {
    Crashed(String),
    Illegal(String),
    Late(String),
}

impl From<Written> for Why {
    fn from(written: Written) -> Self {
        match written {
            Written::Word(Word::Illegal) => Self::Illegal(None),
            Written::Word(Word::Late) => Self::Late(None),
            Written::WithReason(WithReason::Crashed(reason)) => Self::Crashed(reason),
            Written::WithReason(WithReason::Illegal(reason)) => Self::Illegal(Some(reason)),
            Written::WithReason(WithReason::Late(reason)) => Self::Late(Some(reason)),
        }
    }
}

impl From<Why> for Written {
    fn from(why: Why) -> Self {
        match why {
            Why::Crashed(reason) => Self::WithReason(WithReason::Crashed(reason)),
            Why::Illegal(Some(reason)) => Self::WithReason(WithReason::Illegal(reason)),
            Why::Late(Some(reason)) => Self::WithReason(WithReason::Late(reason)),
            Why::Illegal(None) => Self::Word(Word::Illegal),
            Why::Late(None) => Self::Word(Word::Late),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_with_or_without_a_reason() {
        let reason = || "the engine `x` played \"d4\"".to_owned();
        for (why, text) in [
            (
                Why::Crashed("gone".to_owned()),
                r#"{"crashed":"gone"}"#.to_owned(),
            ),
            // As runs of earlier versions have it.
            (Why::Illegal(None), r#""illegal""#.to_owned()),
            (Why::Late(None), r#""late""#.to_owned()),
            (
                Why::Illegal(Some(reason())),
                r#"{"illegal":"the engine `x` played \"d4\""}"#.to_owned(),
            ),
            (
                Why::Late(Some("1s".to_owned())),
                r#"{"late":"1s"}"#.to_owned(),
            ),
        ] {
            assert_eq!(serde_json::to_string(&why).unwrap(), text);
            assert_eq!(serde_json::from_str::<Why>(&text).unwrap(), why);
        }
        assert!(serde_json::from_str::<Why>("\"bored\"").is_err());
    }
}
