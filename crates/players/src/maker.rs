//! Between a player file and its players: a file that fits a game, checked once.

use std::fmt;
use std::sync::Arc;

use rules::Game;

use crate::player::{Player, PlayerError};

/// Makes players of one game from a file that was checked for it.
///
/// A maker is cheap to make and to keep: what is heavy (weights, tables, processes) is shared by
/// its players and comes with the first of them, never with the maker.
pub struct Maker<G: Game> {
    make: Arc<Make<G>>,
}

type Make<G> = dyn Fn() -> Result<Box<dyn Player<G>>, PlayerError> + Send + Sync;

impl<G: Game> Maker<G> {
    /// Creates a maker that calls this for every player.
    pub fn new(
        make: impl Fn() -> Result<Box<dyn Player<G>>, PlayerError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            make: Arc::new(make),
        }
    }

    /// Returns a maker of players that begin like this one.
    pub(crate) fn like(player: impl Player<G> + Clone + Sync + 'static) -> Self {
        Self::new(move || Ok(Box::new(player.clone())))
    }

    /// Returns a player for one seat.
    ///
    /// # Errors
    /// Returns an error if something it needs is not available.
    pub fn make(&self) -> Result<Box<dyn Player<G>>, PlayerError> {
        (self.make)()
    }
}

impl<G: Game> Clone for Maker<G> {
    fn clone(&self) -> Self {
        Self {
            make: Arc::clone(&self.make),
        }
    }
}

impl<G: Game> fmt::Debug for Maker<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maker").finish_non_exhaustive()
    }
}
