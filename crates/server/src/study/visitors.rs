//! Those who do not take part and play all the same: another study without questions, in memory alone.
//!
//! What they do reaches neither the folder nor the experimenter's page, and is gone with the program.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use study::event::Link;
use study::folder::{Folder, FolderError};
use study::register::{Newcomer, Order};
use study::{Code, Language, Study};
use tokio::sync::oneshot;

use super::actor::{self, Command, Line, Trouble};
use super::clock::Clock;
use crate::error::ApiError;
use crate::protocol::study::StudyView;
use crate::token;

/// As many come before those who came earlier are forgotten; each takes a little memory.
const MOST: usize = 1000;
/// Those who take part come first: one program thinks for all visitors.
const THINKERS: usize = 1;

/// Everybody who only plays.
pub(super) struct Visitors {
    study: Arc<Study>,
    clock: Clock,
    /// Those who came last, and those before them: whoever opens the page again and again does not keep
    /// others out.
    crowds: Mutex<Vec<Crowd>>,
    paused: AtomicBool,
}

/// Some of them, in a study of their own.
struct Crowd {
    line: Line,
    codes: HashSet<Code>,
}

impl Crowd {
    fn start(study: &Study, clock: Clock) -> Result<Self, FolderError> {
        let folder = Folder::nowhere(study.clone())?;
        let (line, _) = actor::start(folder, clock, THINKERS)?;
        Ok(Self {
            line,
            codes: HashSet::new(),
        })
    }

    fn is_full(&self) -> bool {
        self.codes.len() >= MOST
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        // It may have broken down.
        let _ = self.line.commands.send(Command::End);
    }
}

impl Visitors {
    pub(super) fn start(study: &Study, clock: Clock) -> Result<Self, FolderError> {
        let study = Arc::new(study.for_visitors());
        Ok(Self {
            crowds: Mutex::new(vec![Crowd::start(&study, clock)?]),
            study,
            clock,
            paused: AtomicBool::new(false),
        })
    }

    fn crowds(&self) -> MutexGuard<'_, Vec<Crowd>> {
        self.crowds.lock().expect("nobody panics with the list")
    }

    /// Returns the line to whoever has this code, if it is one of them.
    pub(super) fn line_of(&self, code: &Code) -> Option<Line> {
        let crowds = self.crowds();
        let mut crowds = crowds.iter();
        let crowd = crowds.find(|crowd| crowd.codes.contains(code))?;
        Some(crowd.line.clone())
    }

    /// Reports whether this is the code of one of them.
    pub(super) fn has(&self, code: &Code) -> bool {
        self.line_of(code).is_some()
    }

    /// Takes a code in, and returns the line to those who come now. A crowd opens its own study beside the
    /// server's threads.
    async fn welcome(&self, code: &Code) -> Result<Line, ApiError> {
        loop {
            if let Some(line) = self.place(code) {
                return Ok(line);
            }
            let (study, clock) = (Arc::clone(&self.study), self.clock);
            let start = move || Crowd::start(&study, clock);
            let crowd = tokio::task::spawn_blocking(start).await;
            let crowd = crowd.expect("no study panics as it opens");
            self.open(crowd.map_err(ApiError::unusable)?);
        }
    }

    /// Takes a code in among those who came last, unless they are too many.
    fn place(&self, code: &Code) -> Option<Line> {
        let mut crowds = self.crowds();
        let crowd = crowds.last_mut().filter(|crowd| !crowd.is_full())?;
        crowd.codes.insert(code.clone());
        Some(crowd.line.clone())
    }

    /// Lets the next ones come here, unless somebody else opened a place for them meanwhile.
    fn open(&self, crowd: Crowd) {
        let mut crowds = self.crowds();
        if crowds.last().is_some_and(|crowd| !crowd.is_full()) {
            return;
        }
        if self.paused.load(Ordering::SeqCst) {
            // Nobody waits for the answer; whatever they ask comes after it.
            let (answer, _) = oneshot::channel();
            let pause = Command::Order(Order::Pause, answer);
            let _ = crowd.line.commands.send(pause);
        }
        crowds.push(crowd);
        let gone = crowds.len().saturating_sub(2);
        crowds.drain(..gone);
    }

    /// Lets somebody play.
    pub(super) async fn come(&self, language: Language) -> Result<StudyView, ApiError> {
        let code = Code::of(token::seed());
        let line = self.welcome(&code).await?;
        let newcomer = Newcomer {
            code,
            language,
            link: Link::Test,
            again: false,
        };
        let come = |answer| Command::Consent(Box::new(newcomer), None, false, answer);
        Ok(line.ask(come).await?)
    }

    /// Everything stands still for them as well, or goes on.
    pub(super) async fn follow(&self, order: &Order) -> Result<(), Trouble> {
        if !matches!(order, Order::Pause | Order::Continue) {
            return Ok(());
        }
        let pauses = *order == Order::Pause;
        self.paused.store(pauses, Ordering::SeqCst);
        let lines: Vec<Line> = self.crowds().iter().map(|c| c.line.clone()).collect();
        for line in lines {
            let order = order.clone();
            line.ask(|answer| Command::Order(order, answer)).await?;
        }
        Ok(())
    }

    pub(super) fn end(&self) {
        self.crowds().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn many_visits_keep_nobody_out_and_the_last_ones_in() {
        let text = study::library::text("p2").expect("it comes along");
        let study = Study::parse("p2.toml", text).expect("it is right");
        let visitors = Visitors::start(&study, Clock::Real).expect("there is memory");
        let mut codes = Vec::new();
        for _ in 0..2 * MOST + 1 {
            let code = Code::of(token::seed());
            let welcome = visitors.welcome(&code).await;
            welcome.expect("there is always a place");
            codes.push(code);
        }
        assert!(!visitors.has(&codes[0]), "memory has an end");
        assert!(codes[MOST..].iter().all(|code| visitors.has(code)));
        let view = visitors.come(Language::En).await.expect("they may play");
        assert_eq!(
            view.step,
            crate::protocol::study::StudyStep::Rules {
                game: "reversi-8x8".to_owned(),
                moves: study.practice.moves,
                asks: false
            }
        );
    }
}
