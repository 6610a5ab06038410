//! Engines between two searches. A player borrows one for a move, so that there are only as many
//! tables as players that think at the same time, however many sit in rooms.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::Engine;

use crate::learned;
use crate::player::PlayerError;

/// What tells engines apart: megabytes of their table, and threads.
type Size = (u32, u32);

/// Somebody who borrows engines in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Borrower(u64);

impl Borrower {
    /// One that is like no other.
    pub(crate) fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

struct Resting {
    size: Size,
    last: Borrower,
    engine: Engine,
}

static RESTING: Mutex<Vec<Resting>> = Mutex::new(Vec::new());

/// At most so many engines rest; tables are large.
const MOST: usize = 16;

fn resting() -> MutexGuard<'static, Vec<Resting>> {
    // Nothing is left half done by somebody who panics with the list.
    RESTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lends an engine to somebody for one search: the one he had before, if it still rests, with all
/// that it knows; otherwise one that knows nothing.
pub(crate) fn lend<T>(
    size: Size,
    borrower: Borrower,
    search: impl FnOnce(&mut Engine) -> T,
) -> Result<T, PlayerError> {
    let found = {
        let mut resting = resting();
        let own = |each: &Resting| each.size == size && each.last == borrower;
        let place = resting.iter().position(own);
        let place = place.or_else(|| resting.iter().position(|each| each.size == size));
        place.map(|place| resting.swap_remove(place))
    };
    let mut engine = match found {
        Some(Resting { last, engine, .. }) if last == borrower => engine,
        Some(Resting { mut engine, .. }) => {
            engine.clear();
            engine
        }
        None => {
            let (megabytes, threads) = size;
            Engine::new(learned::othello()?, megabytes as usize).with_threads(threads as usize)
        }
    };
    let found = search(&mut engine);
    let mut resting = resting();
    if resting.len() >= MOST {
        resting.remove(0);
    }
    resting.push(Resting {
        size,
        last: borrower,
        engine,
    });
    Ok(found)
}
