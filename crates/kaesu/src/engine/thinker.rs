//! A player that thinks on a thread of its own, so that its program keeps reading commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use players::{Choice, Playable, Player};
use search::Limits;

/// A player that is idle or thinks.
pub(super) struct Thinker<G: Playable> {
    idle: Option<Box<dyn Player<G>>>,
    busy: Option<Busy<G>>,
}

/// What a thread gives back: the player, and what it chose, if that was the question.
type Done<G, M> = (Box<dyn Player<G>>, Option<Choice<M>>);

struct Busy<G: Playable> {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Done<G, G::Move>>,
}

impl<G: Playable> Thinker<G> {
    pub(super) fn new(player: Box<dyn Player<G>>) -> Self {
        Self {
            idle: Some(player),
            busy: None,
        }
    }

    /// Passes an event to the player. Whatever it did before has to be stopped.
    pub(super) fn tell(&mut self, tell: impl FnOnce(&mut dyn Player<G>)) {
        tell(&mut **self.idle.as_mut().expect("it was stopped before"));
    }

    /// Lets the player do this, within these limits and until it is stopped. Whatever it did
    /// before has to be stopped.
    pub(super) fn start<J>(&mut self, limits: Limits, job: J)
    where
        J: FnOnce(&mut dyn Player<G>, &Limits) -> Option<Choice<G::Move>> + Send + 'static,
    {
        let mut player = self.idle.take().expect("it was stopped before");
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..limits
        };
        let thread = std::thread::spawn(move || {
            let choice = job(&mut *player, &limits);
            (player, choice)
        });
        self.busy = Some(Busy { stop, thread });
    }

    /// Stops thinking, and returns what was chosen since it started.
    pub(super) fn stop(&mut self) -> Option<Choice<G::Move>> {
        let Busy { stop, thread } = self.busy.take()?;
        stop.store(true, Ordering::Relaxed);
        match thread.join() {
            Ok((player, choice)) => {
                self.idle = Some(player);
                choice
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}
