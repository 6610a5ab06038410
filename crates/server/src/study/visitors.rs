//! Those who do not take part and play all the same: another study without questions, in memory alone.
//!
//! What they do reaches neither the folder nor the experimenter's page, and is gone with the program.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard};

use study::event::Link;
use study::folder::{Folder, FolderError};
use study::register::{Newcomer, Order};
use study::{Code, Language, Study};

use super::actor::{self, Command, Line, Trouble};
use super::clock::Clock;
use crate::error::ApiError;
use crate::protocol::study::StudyView;
use crate::token;

/// As many may play from one start of the program to the next; each takes a little memory.
const MOST: usize = 2000;
/// Those who take part come first: one program thinks for all visitors.
const THINKERS: usize = 1;

/// Everybody who only plays.
pub(super) struct Visitors {
    pub(super) line: Line,
    codes: Mutex<HashSet<Code>>,
}

impl Visitors {
    pub(super) fn start(study: &Study, clock: Clock) -> Result<Self, FolderError> {
        let folder = Folder::nowhere(study.for_visitors())?;
        let (line, _) = actor::start(folder, clock, THINKERS)?;
        Ok(Self {
            line,
            codes: Mutex::default(),
        })
    }

    fn codes(&self) -> MutexGuard<'_, HashSet<Code>> {
        self.codes.lock().expect("nobody panics with the list")
    }

    /// Reports whether this is the code of one of them.
    pub(super) fn has(&self, code: &Code) -> bool {
        self.codes().contains(code)
    }

    /// Lets somebody play.
    pub(super) async fn come(&self, language: Language) -> Result<StudyView, ApiError> {
        let code = Code::of(token::seed());
        {
            let mut codes = self.codes();
            if codes.len() >= MOST {
                return Err(ApiError::Full);
            }
            codes.insert(code.clone());
        }
        let newcomer = Newcomer {
            code,
            language,
            link: Link::Test,
        };
        let come = |answer| Command::Consent(Box::new(newcomer), None, false, answer);
        Ok(self.line.ask(come).await?)
    }

    /// Everything stands still for them as well, or goes on.
    pub(super) async fn follow(&self, order: &Order) -> Result<(), Trouble> {
        match order {
            Order::Pause | Order::Continue => {
                let order = order.clone();
                self.line.ask(|answer| Command::Order(order, answer)).await
            }
            _ => Ok(()),
        }
    }

    pub(super) fn end(&self) {
        // It may have broken down.
        let _ = self.line.commands.send(Command::End);
    }
}
