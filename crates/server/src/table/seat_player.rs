//! The player of a seat: made on the thread that first asks it, and there until the seat changes
//! hands or the game is over. Only threads of the AI pool wait for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use players::{Maker, Playable, Player, PlayerError};

use super::{Manner, NoAnswer};
use crate::roster::{Guest, Leave};

/// A player that lives as long as its seat.
pub(super) struct SeatPlayer<G: Playable> {
    maker: Maker<G>,
    guest: Guest,
    here: Mutex<Option<Here<G>>>,
    /// Whether another game has started since it was asked.
    new_game: AtomicBool,
}

/// The player itself, and its leave to run if it is another program.
struct Here<G: Playable> {
    player: Box<dyn Player<G>>,
    _leave: Option<Leave>,
}

impl<G: Playable> SeatPlayer<G> {
    /// Returns the seat of a guest, unless it cannot play this game; the player itself comes later.
    pub(super) fn new(guest: &Guest) -> Option<Self> {
        Some(Self {
            maker: G::maker(&guest.file).ok()?,
            guest: guest.clone(),
            here: Mutex::new(None),
            new_game: AtomicBool::new(false),
        })
    }

    /// Starts a new game, which the player is told before it is asked again. Does not wait.
    pub(super) fn new_game(&self) {
        self.new_game.store(true, Ordering::Relaxed);
    }

    /// Asks the player, and returns the reason if it fails. One that breaks down is made again for
    /// the next question, and so is another program that fails: until then its place is free.
    pub(super) fn ask<T>(
        &self,
        ask: impl FnOnce(&mut dyn Player<G>) -> Result<T, PlayerError>,
    ) -> Result<T, NoAnswer> {
        let mut seat = lock(&self.here);
        let mut here = match seat.take() {
            Some(here) => here,
            None => {
                let programs = self.guest.programs.as_ref();
                let leave = programs.map(|programs| programs.leave()).transpose();
                let leave = leave.map_err(NoAnswer::Full)?;
                let player = self.maker.make().map_err(|why| self.failed(&why))?;
                Here {
                    player,
                    _leave: leave,
                }
            }
        };
        let answer = catch_unwind(AssertUnwindSafe(|| {
            if self.new_game.swap(false, Ordering::Relaxed) {
                here.player.new_game();
            }
            ask(&mut *here.player)
        }));
        match answer {
            Ok(answer) => {
                if answer.is_ok() || self.guest.programs.is_none() {
                    *seat = Some(here);
                }
                answer.map_err(|why| self.failed(&why))
            }
            Err(_) => Err(self.no_answer(Manner::Broken, "it panicked".to_owned())),
        }
    }

    fn failed(&self, why: &PlayerError) -> NoAnswer {
        let how = match why {
            PlayerError::Late(_) => Manner::Late,
            PlayerError::Illegal(_) => Manner::Illegal,
            PlayerError::File(_) | PlayerError::Failed(_) => Manner::Broken,
        };
        self.no_answer(how, why.to_string())
    }

    fn no_answer(&self, how: Manner, why: String) -> NoAnswer {
        let who = self.guest.title().to_owned();
        NoAnswer::Failed { who, how, why }
    }
}

impl<G: Playable> Drop for SeatPlayer<G> {
    /// Ends another program without making a room wait for its end.
    fn drop(&mut self) {
        if self.guest.programs.is_some()
            && let Some(here) = lock(&self.here).take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn_blocking(move || drop(here));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A player that panics is caught with the lock held, and nothing is left half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
