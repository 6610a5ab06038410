//! Other people's programs as players: any program that speaks the NBoard protocol or GTP.
//!
//! A player file with an `[engine]` table makes such a program a player like any other. Below it,
//! an [`Engine`] is asked in texts and answers with a text: legality is for the caller to check. It
//! never hangs (every wait has a time-out, and writing never blocks), never fills the memory
//! (output is truncated and counted), and never leaves a process behind. After a failure the
//! program is ended, and restarted with the next question.

use std::time::{Duration, Instant};

use rules::line::GameLine;
use rules::{GameName, Notation};
use search::Limits;

mod error;
mod group;
mod gtp;
mod nboard;
mod notation;
mod player;
mod process;
mod spec;
mod story;
mod words;

pub use error::EngineError;
pub use gtp::{SET_POSITION, check_gtp};
pub use nboard::check_nboard;
pub use notation::our_notation;
pub(crate) use player::ExternalPlayer;
pub use spec::{EngineSpec, Protocol};

use process::{Process, Unheard};
use story::Story;

/// What a program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move in our notation, a pass as `--`; legal or not.
    pub text: String,
    /// What the program thinks the position is worth to the mover, in hundredths of a disc.
    pub value: Option<i32>,
    /// Positions it says it visited; 0 if it does not say.
    pub nodes: u64,
    /// How long it took, by our clock.
    pub time: Duration,
}

/// A program that runs and can be asked for moves. Dropping it ends the program.
#[derive(Debug)]
pub struct Engine {
    spec: EngineSpec,
    name: String,
    version: Option<String>,
    running: Option<Running>,
}

/// A running program that has answered, and what was sent to it.
#[derive(Debug)]
struct Running {
    process: Process,
    speaking: Speaking,
}

#[derive(Debug)]
enum Speaking {
    Nboard(nboard::Nboard),
    Gtp(gtp::Gtp),
}

impl Engine {
    /// Starts the program and waits until it has shown that it speaks its protocol.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, ends, answers something else or does not answer.
    pub fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        Self::start_unless_stopped(spec, &Limits::default())
    }

    /// Starts the program like [`Engine::start`]; if the limits' stop flag is set, it stops waiting.
    ///
    /// # Errors
    /// The same as there, and if it was stopped.
    pub fn start_unless_stopped(spec: &EngineSpec, limits: &Limits) -> Result<Self, EngineError> {
        let mut engine = Self {
            spec: spec.clone(),
            name: String::new(),
            version: None,
            running: None,
        };
        engine.run(limits)?;
        Ok(engine)
    }

    /// Returns what the program calls itself; if it does not say, its command.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its version, if it reports one.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Starts a new game: the program is told it from its start, even if the last one led there.
    pub fn new_game(&mut self) {
        match self.running.as_mut().map(|running| &mut running.speaking) {
            Some(Speaking::Nboard(nboard)) => nboard.new_game(),
            Some(Speaking::Gtp(gtp)) => gtp.new_game(),
            None => {}
        }
    }

    /// Asks for the next move of a game. A forced pass is answered without asking, because programs
    /// differ in whether they expect that.
    ///
    /// Of the limits, NBoard programs are given the depth and GTP programs the time, in whole
    /// seconds; they know no others. If the limits' stop flag is set, it stops waiting.
    ///
    /// # Errors
    /// Returns an error if the program gives no move in time. It is then ended, and restarted with
    /// the next question.
    pub fn choose<G: Notation>(
        &mut self,
        game: &GameName,
        line: &GameLine<G>,
        limits: &Limits,
    ) -> Result<Answer, EngineError> {
        if line.is_finished() {
            return Err(EngineError::Over {
                command: self.spec.command.clone(),
            });
        }
        let story = Story::new(game, line);
        if let Some(pass) = story.forced_pass {
            return Ok(Answer {
                text: pass,
                value: None,
                nodes: 0,
                time: Duration::ZERO,
            });
        }
        if self.running.is_none() {
            self.run(limits)?;
        }
        let running = self.running.as_mut().expect("it was started above");
        let asked = Instant::now();
        let wait = Wait {
            until: asked + self.spec.move_timeout,
            limits,
        };
        let answer = match &mut running.speaking {
            Speaking::Nboard(nboard) => {
                nboard.choose(&mut running.process, &self.spec, &story, &wait)
            }
            Speaking::Gtp(gtp) => gtp.choose(&mut running.process, &story, &wait),
        };
        match answer {
            Ok(answer) => Ok(Answer {
                time: asked.elapsed(),
                ..answer
            }),
            Err(failure) => Err(self.failed(failure, self.spec.move_timeout)),
        }
    }

    /// Starts the program.
    fn run(&mut self, limits: &Limits) -> Result<(), EngineError> {
        let process = Process::start(&self.spec)?;
        let wait = Wait {
            until: Instant::now() + self.spec.start_timeout,
            limits,
        };
        // From here on a failure can report on the process.
        let running = self.running.insert(Running {
            process,
            speaking: match self.spec.protocol {
                Protocol::Nboard => Speaking::Nboard(nboard::Nboard::default()),
                Protocol::Gtp => Speaking::Gtp(gtp::Gtp::default()),
            },
        });
        let greeted = match &mut running.speaking {
            Speaking::Nboard(nboard) => nboard.greet(&mut running.process, &self.spec, &wait),
            Speaking::Gtp(gtp) => gtp.greet(&mut running.process, &wait),
        };
        match greeted {
            Ok((name, version)) => {
                let name = name.as_ref().unwrap_or(&self.spec.command);
                self.name = words::in_short(name);
                self.version = version.as_deref().map(words::in_short);
                Ok(())
            }
            Err(failure) => Err(self.not_greeted(failure)),
        }
    }

    /// Ends a program that did not start properly, and returns the error.
    fn not_greeted(&mut self, failure: Failure) -> EngineError {
        let said = self
            .running
            .as_ref()
            .and_then(|running| running.process.first_said().map(str::to_owned));
        let error = self.failed(failure, self.spec.start_timeout);
        match (error, said) {
            (EngineError::Timeout { .. } | EngineError::Crashed { .. }, Some(said)) => {
                EngineError::NotSpeaking {
                    command: self.spec.command.clone(),
                    protocol: self.spec.protocol,
                    said,
                }
            }
            (error, _) => error,
        }
    }

    /// Ends a program that failed, and returns the error.
    fn failed(&mut self, failure: Failure, waited: Duration) -> EngineError {
        let command = self.spec.command.clone();
        // A program that refuses a game is in order.
        if let Failure::Unplayable { game, why } = failure {
            return EngineError::Unplayable { command, game, why };
        }
        let process = self.running.take().map(|running| running.process);
        match failure {
            Failure::Unheard(Unheard::Late) => EngineError::Timeout {
                command,
                waited,
                stderr: process.map(Process::kill).unwrap_or_default(),
            },
            Failure::Unheard(Unheard::Gone) => {
                let (status, stderr) = process.map(Process::end).unwrap_or_default();
                EngineError::Crashed {
                    command,
                    status,
                    stderr,
                }
            }
            Failure::Unheard(Unheard::Stopped) => EngineError::Stopped { command },
            Failure::Unreadable(said) => EngineError::Unreadable { command, said },
            Failure::Refused { asked, said } => EngineError::Refused {
                command,
                asked,
                said,
            },
            Failure::Resigned => EngineError::Resigned { command },
            Failure::Unplayable { .. } => unreachable!("answered above"),
        }
    }
}

/// How long to wait for an answer.
struct Wait<'a> {
    until: Instant,
    limits: &'a Limits,
}

/// Why there is no answer, before it is known of which program.
enum Failure {
    Unheard(Unheard),
    Unreadable(String),
    Refused { asked: String, said: String },
    Unplayable { game: String, why: String },
    Resigned,
}

impl From<Unheard> for Failure {
    fn from(unheard: Unheard) -> Self {
        Self::Unheard(unheard)
    }
}
