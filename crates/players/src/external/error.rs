//! Why a program gave no move, one sentence each.

use std::time::Duration;

use thiserror::Error;

use super::Protocol;

/// Why an external program gave no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The command cannot be run.
    #[error("the engine `{command}` cannot be started: {problem}")]
    NotStarted {
        /// The command.
        command: String,
        /// What is wrong with it.
        problem: String,
    },
    /// It runs, but does not speak the protocol.
    #[error(
        "the engine `{command}` does not speak {}: it said \"{said}\"; is there an option or another protocol for it?",
        protocol.name()
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
        "the engine `{command}` gave no answer within {waited:?}{}",
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
    #[error("the engine `{command}` ended ({status}){}", last_words(stderr))]
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
        "the engine `{command}` answered \"{said}\", which is no move; a move is like f5, a pass PA, pass or --"
    )]
    Unreadable {
        /// The command.
        command: String,
        /// What it answered.
        said: String,
    },
    /// It played a move that is not legal.
    #[error("the engine `{command}` played \"{played}\", which is not legal here")]
    Illegal {
        /// The command.
        command: String,
        /// What it played.
        played: String,
    },
    /// It refused a command.
    #[error("the engine `{command}` refused \"{asked}\": {said}")]
    Refused {
        /// The command.
        command: String,
        /// The command.
        asked: String,
        /// What it answered.
        said: String,
    },
    /// It gave the game up.
    #[error("the engine `{command}` resigned")]
    Resigned {
        /// The command.
        command: String,
    },
    /// It, or its protocol, does not know this game.
    #[error("the engine `{command}` cannot play {game}: {why}")]
    Unplayable {
        /// The command.
        command: String,
        /// The game.
        game: String,
        /// Why, and what could be played.
        why: String,
    },
    /// It was asked about a game that is over.
    #[error("the engine `{command}` was asked about a game that is over")]
    Over {
        /// The command.
        command: String,
    },
    /// The limits' stop flag was set while it was thinking.
    #[error("the engine `{command}` was stopped while it was thinking")]
    Stopped {
        /// The command.
        command: String,
    },
}

/// Returns what a program said last, as the end of a sentence: one line, whatever it was.
fn last_words(stderr: &str) -> String {
    let words: Vec<&str> = stderr.split_whitespace().collect();
    match words.join(" ") {
        words if words.is_empty() => String::new(),
        words => format!("; its last words: {words}"),
    }
}
