//! Jobs on all cores. Each is handed over as soon as it is done, and once more in the order of
//! the numbers; how far threads may run ahead is bounded, and with it the memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::referee::Watch;

/// How far a thread may run ahead of the first job that is not done.
const AHEAD: u64 = 16_384;

/// How often results are handed over: often enough to lose little, seldom enough that waking up
/// costs quick games nothing.
const HAND_OVER: Duration = Duration::from_millis(20);

/// What happened to the jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All are done, or no more were wanted.
    Done,
    /// Somebody said stop.
    Stopped,
}

/// What there is to do.
pub(crate) struct Jobs<'a> {
    /// The first job that is not done.
    pub(crate) from: u64,
    /// How many there are.
    pub(crate) to: u64,
    /// Jobs from `from` on that are done already; whoever takes results gets them in their turn.
    pub(crate) done: &'a BTreeSet<u64>,
    /// How many threads.
    pub(crate) threads: usize,
    /// Ends everything as soon as it is set.
    pub(crate) stop: &'a AtomicBool,
    /// How long a thread may be without a move.
    pub(crate) patience: Duration,
}

/// Whoever takes the results, all on the calling thread.
pub(crate) trait Sink<T> {
    /// What can go wrong with it.
    type Error;
    /// Results as they come.
    fn take(&mut self, results: &[(u64, T)]) -> Result<(), Self::Error>;
    /// The same results in order; `Break` if no more are wanted.
    fn next(&mut self, result: T) -> ControlFlow<()>;
    /// Called now and then.
    fn tick(&mut self);
}

struct Shared<T> {
    results: Mutex<Vec<(u64, T)>>,
    next: AtomicU64,
    /// No job from here on is wanted.
    end: AtomicU64,
    /// The first job that was not handed over in order.
    frontier: AtomicU64,
    working: AtomicUsize,
}

/// Does all jobs. `work` makes what a thread needs and does its jobs; a job that gives nothing was
/// left undone because somebody said stop. What was `done` before is handed over in its turn.
pub(crate) fn work<T, W, K>(
    jobs: &Jobs<'_>,
    done: BTreeMap<u64, T>,
    work: W,
    sink: &mut K,
) -> Result<End, K::Error>
where
    T: Send,
    W: Fn(Watch, &mut dyn FnMut(&mut dyn FnMut(u64) -> Option<T>)) + Sync,
    K: Sink<T>,
{
    let shared = Shared {
        results: Mutex::new(Vec::new()),
        next: AtomicU64::new(jobs.from),
        end: AtomicU64::new(jobs.to),
        frontier: AtomicU64::new(jobs.from),
        working: AtomicUsize::new(jobs.threads),
    };
    let watches: Vec<Watch> = (0..jobs.threads).map(|_| Watch::default()).collect();
    thread::scope(|scope| {
        let main = thread::current();
        for watch in &watches {
            let (shared, work, main) = (&shared, &work, main.clone());
            scope.spawn(move || {
                let _gone = Gone(&shared.working, main);
                work(watch.clone(), &mut |job| {
                    take_jobs(jobs, shared, watch, job)
                });
            });
        }
        let taken = hand_over(jobs, done, &shared, &watches, sink);
        // Whatever the reason to end: nobody may go on.
        shared.end.store(0, Ordering::Relaxed);
        watches.iter().for_each(leave);
        taken
    })
}

/// Tells that a thread has ended, even if it panicked.
struct Gone<'a>(&'a AtomicUsize, thread::Thread);

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
        self.1.unpark();
    }
}

fn leave(watch: &Watch) {
    watch.leave.store(true, Ordering::SeqCst);
    watch.stop.store(true, Ordering::SeqCst);
}

fn take_jobs<T>(
    jobs: &Jobs<'_>,
    shared: &Shared<T>,
    watch: &Watch,
    job: &mut dyn FnMut(u64) -> Option<T>,
) {
    loop {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        while number < shared.end.load(Ordering::Relaxed)
            && number >= shared.frontier.load(Ordering::Relaxed) + AHEAD
        {
            thread::sleep(Duration::from_millis(1));
            watch.moves.fetch_add(1, Ordering::Relaxed);
        }
        if number >= shared.end.load(Ordering::Relaxed) {
            return;
        }
        if jobs.done.contains(&number) {
            continue;
        }
        match job(number) {
            Some(result) => lock(shared).push((number, result)),
            None => return,
        }
    }
}

fn lock<T>(shared: &Shared<T>) -> std::sync::MutexGuard<'_, Vec<(u64, T)>> {
    shared
        .results
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

fn hand_over<T, K: Sink<T>>(
    jobs: &Jobs<'_>,
    mut waiting: BTreeMap<u64, T>,
    shared: &Shared<T>,
    watches: &[Watch],
    sink: &mut K,
) -> Result<End, K::Error> {
    let mut next = jobs.from;
    let mut beats: Vec<(u64, Instant)> = vec![(0, Instant::now()); watches.len()];
    loop {
        let working = shared.working.load(Ordering::Acquire);
        let batch = std::mem::take(&mut *lock(shared));
        if batch.is_empty() && working == 0 {
            return Ok(if next >= jobs.to {
                End::Done
            } else {
                End::Stopped
            });
        }
        sink.take(&batch)?;
        waiting.extend(batch);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if sink.next(result).is_break() {
                return Ok(End::Done);
            }
        }
        shared.frontier.store(next, Ordering::Relaxed);
        sink.tick();
        if jobs.stop.load(Ordering::Relaxed) {
            shared.end.store(0, Ordering::Relaxed);
            watches.iter().for_each(leave);
        }
        for (watch, (moves, since)) in watches.iter().zip(&mut beats) {
            let now = watch.moves.load(Ordering::Relaxed);
            if now != *moves {
                (*moves, *since) = (now, Instant::now());
            } else if since.elapsed() > jobs.patience {
                watch.stop.store(true, Ordering::Relaxed);
                *since = Instant::now();
            }
        }
        thread::park_timeout(HAND_OVER);
    }
}
