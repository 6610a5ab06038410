//! Why a program gave no move, one sentence each: a short line, whatever the program said.

use std::time::Duration;

use thiserror::Error;

use super::Protocol;
use super::words::{end_of, in_short};

/// Why an external program gave no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The command cannot be run.
    #[error(
        "the engine `{}` cannot be started: {}",
        in_short(command),
        in_short(problem)
    )]
    NotStarted {
        /// The command.
        command: String,
        /// What is wrong with it.
        problem: String,
    },
    /// It runs, but does not speak the protocol.
    #[error(
        "the engine `{}` does not speak {}: it said \"{}\"; is there an option or another protocol for it?",
        in_short(command),
        protocol.name(),
        in_short(said)
    )]
    NotSpeaking {
        /// The command.
        command: String,
        /// The protocol it should have spoken.
        protocol: Protocol,
        /// What it said first.
        said: String,
    },
    /// It did not answer in time.
    #[error(
        "the engine `{}` gave no answer within {waited:?}{}",
        in_short(command),
        last_words(stderr)
    )]
    Timeout {
        /// The command.
        command: String,
        /// How long it had.
        waited: Duration,
        /// The last it said on stderr.
        stderr: String,
    },
    /// It ended.
    #[error(
        "the engine `{}` ended ({status}){}",
        in_short(command),
        last_words(stderr)
    )]
    Crashed {
        /// The command.
        command: String,
        /// How it ended.
        status: String,
        /// The last it said on stderr.
        stderr: String,
    },
    /// It answered something that is no move.
    #[error(
        "the engine `{}` answered \"{}\", which is no move; a move is like f5, a pass PA, pass or --",
        in_short(command),
        in_short(said)
    )]
    Unreadable {
        /// The command.
        command: String,
        /// What it answered.
        said: String,
    },
    /// It played a move that is not legal.
    #[error(
        "the engine `{}` played \"{}\", which is not legal here",
        in_short(command),
        in_short(played)
    )]
    Illegal {
        /// The command.
        command: String,
        /// What it played.
        played: String,
    },
    /// It refused a command.
    #[error(
        "the engine `{}` refused \"{}\": {}",
        in_short(command),
        in_short(asked),
        in_short(said)
    )]
    Refused {
        /// The command.
        command: String,
        /// The command.
        asked: String,
        /// What it answered.
        said: String,
    },
    /// It gave the game up.
    #[error("the engine `{}` resigned", in_short(command))]
    Resigned {
        /// The command.
        command: String,
    },
    /// It, or its protocol, does not know this game.
    #[error(
        "the engine `{}` cannot play {game}: {}",
        in_short(command),
        in_short(why)
    )]
    Unplayable {
        /// The command.
        command: String,
        /// The game.
        game: String,
        /// Why, and what could be played.
        why: String,
    },
    /// It was asked about a game that is over.
    #[error(
        "the engine `{}` was asked about a game that is over",
        in_short(command)
    )]
    Over {
        /// The command.
        command: String,
    },
    /// The limits' stop flag was set before it had answered.
    #[error(
        "the engine `{}` was stopped before it had answered",
        in_short(command)
    )]
    Stopped {
        /// The command.
        command: String,
    },
}

/// Returns what a program said last, as the end of a sentence.
fn last_words(stderr: &str) -> String {
    match end_of(stderr) {
        words if words.is_empty() => String::new(),
        words => format!("; its last words: {words}"),
    }
}
