//! Several threads for one search. Once the first child of a node has not cut it off, the others
//! are offered to threads that have nothing to do (young brothers wait). A thread that waits for
//! its helpers helps them in turn, wherever they offer something below.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use crate::children::Child;
use crate::compiled::Compiled;
use crate::evaluation::Node;
use crate::local_table::NO_SQUARE;
use crate::score::INFINITE;
use crate::worker::Worker;

/// What searches of the children need to know of the node they belong to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    pub(crate) alpha: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
    pub(crate) checks: u32,
}

/// A node whose children are searched by several threads.
#[derive(Debug)]
pub(crate) struct Split {
    parent: Node,
    children: Vec<Child>,
    shared: Shared,
    next: AtomicUsize,
    best: Mutex<(i32, u8)>,
    /// Whether the value of the node is no longer needed.
    cut: AtomicBool,
    /// The number of helping threads, without the owner.
    helpers: AtomicUsize,
    above: Option<Arc<Split>>,
}

impl Split {
    /// Reports whether the result of the work below is no longer needed.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }

    /// Reports whether this node was divided while another one was searched.
    fn is_below(&self, other: &Arc<Split>) -> bool {
        let above = self.above.as_ref();
        above.is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn is_open(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.children.len() && !self.is_cut()
    }

    /// Searches children until none is left.
    fn work<K: Compiled>(&self, kernel: K, worker: &mut Worker<'_>) {
        let Shared {
            alpha,
            depth,
            level,
            ..
        } = self.shared;
        while self.is_open() {
            let Some(child) = self.children.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let node = child.node(&self.parent);
            let value = -kernel.null_window(worker, &node, -alpha - 1, depth - 1, level);
            if worker.stopped {
                return;
            }
            let mut best = self.best.lock().expect("no thread panics with the lock");
            if value > best.0 {
                *best = (value, child.square);
            }
            if value > alpha {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// The threads of one search.
#[derive(Debug, Default)]
pub(crate) struct Team {
    idle: AtomicUsize,
    /// How many offers there are: to be read without the lock.
    offered: AtomicUsize,
    offers: Mutex<Offers>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct Offers {
    open: Vec<Arc<Split>>,
    over: bool,
}

impl Team {
    /// Reports whether a thread has nothing to do.
    #[inline(always)]
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Helps wherever children are offered, until the search is over.
    pub(crate) fn help<K: Compiled>(&self, kernel: K, worker: &mut Worker<'_>) {
        while let Some(split) = self.take() {
            self.help_with(kernel, worker, &split);
        }
    }

    /// Searches children of a split whose helper this worker is already counted as.
    fn help_with<K: Compiled>(&self, kernel: K, worker: &mut Worker<'_>, split: &Arc<Split>) {
        let checks = std::mem::replace(&mut worker.checks, split.shared.checks);
        let above = worker.split.replace(Arc::clone(split));
        split.work(kernel, worker);
        worker.split = above;
        worker.checks = checks;
        worker.resume();
        split.helpers.fetch_sub(1, Ordering::Release);
    }

    /// Takes an offer from below a split, if there is one.
    fn take_below(&self, split: &Arc<Split>) -> Option<Arc<Split>> {
        if self.offered.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let offers = self.offers.lock().expect("no thread panics with the lock");
        let mut open = offers.open.iter();
        let below = open.find(|offer| offer.is_open() && offer.is_below(split))?;
        below.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(below))
    }

    /// Waits for an offer; `None` if the search is over.
    fn take(&self) -> Option<Arc<Split>> {
        self.idle.fetch_add(1, Ordering::Relaxed);
        // Most often there is an offer sooner than a thread falls asleep and wakes up again.
        let mut rounds = 0;
        while rounds < SPINS && self.offered.load(Ordering::Relaxed) == 0 {
            rounds += 1;
            std::hint::spin_loop();
        }
        let mut offers = self.offers.lock().expect("no thread panics with the lock");
        let taken = loop {
            if offers.over {
                break None;
            }
            // The last offer is the smallest, the first the largest: large ones keep a thread busy.
            if let Some(split) = offers.open.iter().find(|split| split.is_open()) {
                split.helpers.fetch_add(1, Ordering::Relaxed);
                break Some(Arc::clone(split));
            }
            offers = self
                .wake
                .wait(offers)
                .expect("no thread panics with the lock");
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        taken
    }

    /// Waits until nobody searches children of this split, and helps those who do.
    fn wait<K: Compiled>(&self, kernel: K, worker: &mut Worker<'_>, split: &Arc<Split>) {
        let mut rounds = 0;
        self.idle.fetch_add(1, Ordering::Relaxed);
        while split.helpers.load(Ordering::Acquire) > 0 {
            if worker.stopped {
                // From outside, from above, or by a cut of this very node.
                split.cut.store(true, Ordering::Relaxed);
            } else if let Some(below) = self.take_below(split) {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                self.help_with(kernel, worker, &below);
                self.idle.fetch_add(1, Ordering::Relaxed);
                rounds = 0;
            }
            rounds += 1;
            if rounds < SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns a guard that ends all helpers when it is dropped, even by a panic.
    pub(crate) fn lead(&self) -> Lead<'_> {
        Lead(self)
    }

    /// Searches the children together with idle threads, and returns the best value and its move.
    /// The children are taken in their order. The result is meaningless if the worker has to stop.
    pub(crate) fn search<K: Compiled>(
        &self,
        kernel: K,
        worker: &mut Worker<'_>,
        parent: &Node,
        children: &[Child],
        shared: Shared,
    ) -> (i32, u8) {
        let split = Arc::new(Split {
            parent: *parent,
            children: children.to_vec(),
            shared,
            next: AtomicUsize::new(0),
            best: Mutex::new((-INFINITE, NO_SQUARE)),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            above: worker.split.clone(),
        });
        {
            let mut offers = self.offers.lock().expect("no thread panics with the lock");
            offers.open.push(Arc::clone(&split));
            self.offered.store(offers.open.len(), Ordering::Relaxed);
        }
        self.wake.notify_all();
        let above = worker.split.replace(Arc::clone(&split));
        split.work(kernel, worker);
        worker.split = above;
        {
            let mut offers = self.offers.lock().expect("no thread panics with the lock");
            offers.open.retain(|offer| !Arc::ptr_eq(offer, &split));
            self.offered.store(offers.open.len(), Ordering::Relaxed);
        }
        self.wait(kernel, worker, &split);
        // A stop of this node alone is done; any other stop continues.
        worker.resume();
        *split.best.lock().expect("no thread panics with the lock")
    }
}

/// How often a thread looks for work, some twenty microseconds, before it lets others have the
/// processor.
const SPINS: u32 = 1000;

/// See [`Team::lead`].
#[derive(Debug)]
pub(crate) struct Lead<'a>(&'a Team);

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        if let Ok(mut offers) = self.0.offers.lock() {
            offers.over = true;
        }
        self.0.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::{Engine, Question};
    use crate::evaluation::Weights;
    use crate::positions::endgames;
    use search::Limits;

    fn value(board: Board, threads: usize) -> i32 {
        let weights = Arc::new(Weights::zero());
        let mut engine = Engine::new(weights, 4).with_threads(threads);
        let answer = engine.search(&Question::new(board), &Limits::default(), &mut |_| ());
        assert!(!answer.stopped);
        answer.lines[0].value
    }

    #[test]
    fn threads_give_the_scores_of_one() {
        for board in endgames(700, 18).take(3) {
            let one = value(board, 1);
            assert_eq!(value(board, 2), one, "{board:x?}");
            assert_eq!(value(board, 5), one, "{board:x?}");
        }
    }

    #[test]
    fn threads_stop_when_one_has_to() {
        let limits = Limits::nodes(300_000);
        let mut engine = Engine::new(Arc::new(Weights::zero()), 4).with_threads(3);
        let answer = engine.search(&Question::new(Board::START), &limits, &mut |_| ());
        assert!(answer.stopped && answer.nodes < 600_000, "{}", answer.nodes);
    }
}
