//! Which reviews of one address are worked on: those that somebody has open before all others, and
//! among equals those that were wanted first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// So many are worked on at the same time.
const AT_ONCE: usize = 2;
/// A page that shows a review asks for it more often than this.
const LOOKED_AT: Duration = Duration::from_secs(3);

/// The reviews of one address in the order in which they were wanted.
#[derive(Default)]
pub(super) struct Turns {
    wanted: Mutex<Wanted>,
    /// Told when another one may have its turn.
    changed: Notify,
}

#[derive(Default)]
struct Wanted {
    next: u64,
    reviews: Vec<Review>,
}

struct Review {
    number: u64,
    /// When a page asked for it last.
    looked_at: Option<Instant>,
}

impl Review {
    fn is_open(&self, now: Instant) -> bool {
        self.looked_at
            .is_some_and(|then| now.saturating_duration_since(then) < LOOKED_AT)
    }
}

impl Wanted {
    /// Reports whether a review is among those that are worked on now.
    fn has_turn(&self, number: u64, now: Instant) -> bool {
        let rank = |review: &Review| (!review.is_open(now), review.number);
        let Some(own) = self.reviews.iter().find(|each| each.number == number) else {
            return false;
        };
        let before = |other: &&Review| rank(other) < rank(own);
        self.reviews.iter().filter(before).count() < AT_ONCE
    }
}

impl Turns {
    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a review, which leaves when what is returned is dropped.
    pub(super) fn join(turns: Arc<Self>) -> Turn {
        let number = {
            let mut wanted = turns.wanted();
            wanted.next += 1;
            let number = wanted.next;
            wanted.reviews.push(Review {
                number,
                looked_at: None,
            });
            number
        };
        Turn { turns, number }
    }
}

/// The place of one review among those of its address.
pub(super) struct Turn {
    turns: Arc<Turns>,
    number: u64,
}

impl Turn {
    pub(super) fn turns(&self) -> Arc<Turns> {
        Arc::clone(&self.turns)
    }

    /// Notes that a page shows it.
    pub(super) fn look_at(&self) {
        let now = Instant::now();
        let mut wanted = self.turns.wanted();
        let own = wanted.reviews.iter_mut();
        for review in own.filter(|review| review.number == self.number) {
            let was_open = review.is_open(now);
            review.looked_at = Some(now);
            if !was_open {
                self.turns.changed.notify_waiters();
            }
        }
    }

    /// Reports whether a page shows it.
    pub(super) fn is_looked_at(&self) -> bool {
        let now = Instant::now();
        let wanted = self.turns.wanted();
        let mut own = wanted.reviews.iter();
        own.any(|review| review.number == self.number && review.is_open(now))
    }

    /// Waits until it is worked on.
    pub(super) async fn wait(&self) {
        loop {
            let changed = self.turns.changed.notified();
            if self.turns.wanted().has_turn(self.number, Instant::now()) {
                return;
            }
            // A page that is closed tells nobody.
            let _ = tokio::time::timeout(LOOKED_AT, changed).await;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let number = self.number;
        let mut wanted = self.turns.wanted();
        wanted.reviews.retain(|review| review.number != number);
        drop(wanted);
        self.turns.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(turns: &[Turn]) -> Vec<usize> {
        let has_turn = |turn: &Turn| turn.turns.wanted().has_turn(turn.number, Instant::now());
        (0..turns.len())
            .filter(|&index| has_turn(&turns[index]))
            .collect()
    }

    #[test]
    fn what_is_open_goes_first_and_then_what_was_wanted_first() {
        let all = Arc::<Turns>::default();
        let mut turns: Vec<Turn> = (0..5).map(|_| Turns::join(Arc::clone(&all))).collect();
        assert_eq!(on(&turns), [0, 1]);
        turns[4].look_at();
        assert!(turns[4].is_looked_at() && !turns[0].is_looked_at());
        assert_eq!(on(&turns), [0, 4]);
        turns[3].look_at();
        assert_eq!(on(&turns), [3, 4]);
        // Done, the next one comes.
        turns.remove(4);
        assert_eq!(on(&turns), [0, 3]);
        // A page that was closed does not ask any more.
        all.wanted().reviews[3].looked_at = Instant::now().checked_sub(LOOKED_AT);
        assert_eq!(on(&turns), [0, 1]);
    }

    #[tokio::test]
    async fn whoever_waits_is_told() {
        let all = Arc::<Turns>::default();
        let first = [0; AT_ONCE].map(|_| Turns::join(Arc::clone(&all)));
        let last = Turns::join(Arc::clone(&all));
        let waiting = async {
            last.wait().await;
            Instant::now()
        };
        let opening = async {
            tokio::task::yield_now().await;
            last.look_at();
            Instant::now()
        };
        let (came, opened) = tokio::join!(waiting, opening);
        assert!(came.saturating_duration_since(opened) < LOOKED_AT / 2);
        drop(first);
    }
}
