//! Jobs on all cores. Each is handed over as soon as it is done, and once more in the order of
//! the numbers; how far threads may run ahead is bounded, and with it the memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::JobRange;

/// How far a thread may run ahead of the first job that is not done.
const AHEAD: u64 = 16_384;

/// How often results are handed over: often enough to lose little, seldom enough that waking up
/// costs quick games nothing.
const HAND_OVER: Duration = Duration::from_millis(20);

/// What happened to the jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All jobs are done, or no more were wanted.
    Done,
    /// The stop flag was set.
    Stopped,
}

/// The jobs to run, and how.
pub(crate) struct Work<'a> {
    /// Which jobs.
    pub(crate) jobs: JobRange,
    /// How many threads.
    pub(crate) threads: usize,
    /// Ends everything as soon as it is set.
    pub(crate) stop: &'a AtomicBool,
    /// How long a thread may make no progress before its job is stopped.
    pub(crate) patience: Duration,
}

/// The state that a thread shares with its watcher.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    /// Stops the step that the job is at.
    pub(crate) stop: Arc<AtomicBool>,
    /// Set with `stop` if the job is not to be finished.
    pub(crate) leave: Arc<AtomicBool>,
    /// Grows with every step: with every move of a game.
    pub(crate) moves: Arc<AtomicU64>,
}

impl Watch {
    fn leave(&self) {
        self.leave.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }
}

/// Receives the results, all on the calling thread.
pub(crate) trait Sink<T> {
    /// What can go wrong with it.
    type Error;
    /// Takes results as they come.
    fn take(&mut self, results: &[(u64, T)]) -> Result<(), Self::Error>;
    /// Takes the same results in order; returns `Break` if no more are wanted.
    fn next(&mut self, result: T) -> ControlFlow<()>;
    /// Called now and then.
    fn tick(&mut self);
}

/// The jobs of one thread: runs each with what it is given, until there are no more.
pub(crate) type Jobs<'a, T> = dyn FnMut(&mut dyn FnMut(u64) -> Option<T>) + 'a;

struct Shared<T> {
    results: Mutex<Vec<(u64, T)>>,
    next: AtomicU64,
    /// No job from here on is wanted.
    end: AtomicU64,
    /// The first job that was not handed over in order.
    frontier: AtomicU64,
    working: AtomicUsize,
}

/// What a thread does with its jobs. It is not a parameter of [`work`], because there is another
/// one for every game, and compiling the threads again for each is large.
pub(crate) type Worker<'a, T> = dyn Fn(Watch, &mut Jobs<'_, T>) + Sync + 'a;

/// Runs all jobs. `worker` makes what a thread needs and runs its jobs; a job that returns `None`
/// was stopped before its end. Jobs that were `done` before are handed over in their turn.
pub(crate) fn work<T: Send, K: Sink<T>>(
    work: &Work<'_>,
    done: BTreeMap<u64, T>,
    worker: &Worker<'_, T>,
    sink: &mut K,
) -> Result<End, K::Error> {
    let shared = Shared {
        results: Mutex::new(Vec::new()),
        next: AtomicU64::new(work.jobs.start()),
        end: AtomicU64::new(work.jobs.end()),
        frontier: AtomicU64::new(work.jobs.start()),
        working: AtomicUsize::new(work.threads),
    };
    let skipped: BTreeSet<u64> = done.keys().copied().collect();
    let watches: Vec<Watch> = (0..work.threads).map(|_| Watch::default()).collect();
    thread::scope(|scope| {
        let main = thread::current();
        for watch in &watches {
            let (shared, skipped, main) = (&shared, &skipped, main.clone());
            scope.spawn(move || {
                let _gone = Gone(&shared.working, main);
                worker(watch.clone(), &mut |job| {
                    take_jobs(shared, skipped, watch, job);
                });
            });
        }
        let taken = hand_over(work, done, &shared, &watches, sink);
        // Whatever the reason, all other threads have to stop.
        shared.end.store(0, Ordering::Relaxed);
        watches.iter().for_each(Watch::leave);
        taken
    })
}

/// Runs one job on a thread of its own, which is left as soon as the flag is set.
pub(crate) fn until<T: Send>(
    stop: &AtomicBool,
    job: &(dyn Fn(Watch) -> Option<T> + Sync),
) -> Option<T> {
    let watch = Watch::default();
    thread::scope(|scope| {
        let running = scope.spawn(|| job(watch.clone()));
        while !running.is_finished() {
            if stop.load(Ordering::Relaxed) {
                watch.leave();
            }
            thread::sleep(HAND_OVER);
        }
        running.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Reports that a thread has ended, even if it panicked.
struct Gone<'a>(&'a AtomicUsize, thread::Thread);

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
        self.1.unpark();
    }
}

fn take_jobs<T>(
    shared: &Shared<T>,
    skipped: &BTreeSet<u64>,
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
        if skipped.contains(&number) {
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
    work: &Work<'_>,
    mut waiting: BTreeMap<u64, T>,
    shared: &Shared<T>,
    watches: &[Watch],
    sink: &mut K,
) -> Result<End, K::Error> {
    let mut next = work.jobs.start();
    let mut beats: Vec<(u64, Instant)> = vec![(0, Instant::now()); watches.len()];
    loop {
        let working = shared.working.load(Ordering::Acquire);
        let batch = std::mem::take(&mut *lock(shared));
        if batch.is_empty() && working == 0 {
            return Ok(if next >= work.jobs.end() {
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
        if work.stop.load(Ordering::Relaxed) {
            shared.end.store(0, Ordering::Relaxed);
            watches.iter().for_each(Watch::leave);
        }
        for (watch, (moves, since)) in watches.iter().zip(&mut beats) {
            let now = watch.moves.load(Ordering::Relaxed);
            if now != *moves {
                (*moves, *since) = (now, Instant::now());
            } else if since.elapsed() > work.patience {
                watch.stop.store(true, Ordering::Relaxed);
                *since = Instant::now();
            }
        }
        thread::park_timeout(HAND_OVER);
    }
}
