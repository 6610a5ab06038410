//! The threads AIs think on: few, of low priority, and shared fairly among rooms.
//!
//! A room has at most one job here at a time. Of those that wait, the room that was served longest
//! ago comes first, moves before advice and advice before analyses.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How urgent a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// People wait for a move.
    Move,
    /// Somebody asks about the current position.
    Advice,
    /// Somebody looks at a past game.
    Analysis,
}

/// What a thinker does; it stops as soon as the flag is set.
pub(crate) type Run = Box<dyn FnOnce(&Arc<AtomicBool>) + Send>;

/// A job for a thinker.
pub(crate) struct Job {
    /// The room that waits for it.
    pub(crate) room: String,
    pub(crate) urgency: Urgency,
    /// When set, the result is no longer wanted: a job that still waits is dropped.
    pub(crate) stop: Arc<AtomicBool>,
    /// How long it may think before its flag is set.
    pub(crate) time: Duration,
    /// Whether it only waits for another program: then it gets a thread of its own, so that it
    /// takes none from the others. How many programs run is bounded elsewhere.
    pub(crate) program: bool,
    pub(crate) run: Run,
}

/// The threads and what waits for them.
pub(crate) struct AiPool {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Job>,
    /// When each room was served last, counted in jobs.
    served: HashMap<String, u64>,
    count: u64,
    /// What runs, and when it has to stop.
    running: Vec<(Instant, Arc<AtomicBool>)>,
    closed: bool,
}

/// Rooms are forgotten when there are more than this: fairness needs only the recent past.
const REMEMBERED: usize = 10_000;

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(10);

impl AiPool {
    /// Starts this many threads, and one that watches the time.
    pub(crate) fn start(threads: usize) -> Self {
        let shared = Arc::new(Shared::default());
        let start = |name: &str, work: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(move || work(&shared))
                .expect("a thread can be started");
        };
        for _ in 0..threads.max(1) {
            start("thinker", think);
        }
        start("watchdog", watch);
        Self { shared }
    }

    /// Puts a job in the queue.
    pub(crate) fn submit(&self, job: Job) {
        if job.program {
            let shared = Arc::clone(&self.shared);
            let waiting = std::thread::Builder::new().name("program".to_owned());
            waiting
                .spawn(move || drop(shared.run(shared.queue(), job)))
                .expect("a thread can be started");
            return;
        }
        self.shared.queue().waiting.push(job);
        self.shared.more.notify_all();
    }
}

impl Drop for AiPool {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.waiting.clear();
        for (_, stop) in &queue.running {
            stop.store(true, Ordering::Relaxed);
        }
        self.shared.more.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // A job runs outside the lock, so that its panic cannot poison it.
        self.queue.lock().expect("nobody panics with the queue")
    }

    /// Runs a job outside the lock, and takes the lock again.
    fn run<'a>(&'a self, mut queue: MutexGuard<'a, Queue>, job: Job) -> MutexGuard<'a, Queue> {
        let stop = Arc::clone(&job.stop);
        queue
            .running
            .push((Instant::now() + job.time, Arc::clone(&stop)));
        drop(queue);
        self.more.notify_all();
        // A player that panics must not take a thread from all rooms.
        let run = std::panic::AssertUnwindSafe(|| (job.run)(&job.stop));
        if std::panic::catch_unwind(run).is_err() {
            tracing::error!(room = job.room, "a player has panicked");
        }
        queue = self.queue();
        queue
            .running
            .retain(|(_, other)| !Arc::ptr_eq(other, &stop));
        queue
    }
}

impl Queue {
    fn next(&mut self) -> Option<Job> {
        self.waiting.retain(|job| !job.stop.load(Ordering::Relaxed));
        let served = |job: &Job| self.served.get(&job.room).copied().unwrap_or(0);
        let (index, _) = self
            .waiting
            .iter()
            .enumerate()
            .min_by_key(|(_, job)| (job.urgency, served(job)))?;
        let job = self.waiting.remove(index);
        self.count += 1;
        if self.served.len() > REMEMBERED {
            self.served.clear();
        }
        self.served.insert(job.room.clone(), self.count);
        Some(job)
    }
}

/// Makes this thread give way to all others.
fn lower_priority() {
    // On Linux a thread has its own priority; elsewhere this would slow the whole process down.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!(%error, "thinking cannot be given a low priority");
    }
}

fn think(shared: &Shared) {
    lower_priority();
    let mut queue = shared.queue();
    loop {
        if queue.closed {
            return;
        }
        let Some(job) = queue.next() else {
            queue = shared
                .more
                .wait(queue)
                .expect("nobody panics with the queue");
            continue;
        };
        queue = shared.run(queue, job);
    }
}

/// Stops what thinks for too long.
fn watch(shared: &Shared) {
    let mut queue = shared.queue();
    while !queue.closed {
        if queue.running.is_empty() {
            queue = shared
                .more
                .wait(queue)
                .expect("nobody panics with the queue");
            continue;
        }
        let now = Instant::now();
        for (end, stop) in &queue.running {
            if *end <= now {
                stop.store(true, Ordering::Relaxed);
            }
        }
        drop(queue);
        std::thread::sleep(LOOK);
        queue = shared.queue();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn rooms_take_turns_and_moves_come_first() {
        let pool = AiPool::start(1);
        let (send, ran) = channel();
        let (go, wait) = channel::<()>();
        let submit = |room: &'static str, urgency, first: Option<std::sync::mpsc::Receiver<()>>| {
            let send = send.clone();
            pool.submit(Job {
                room: room.to_owned(),
                urgency,
                stop: Arc::default(),
                time: Duration::from_secs(10),
                program: false,
                run: Box::new(move |_| {
                    first.map(|wait| wait.recv());
                    send.send((room, urgency)).unwrap();
                }),
            });
        };
        submit("a", Urgency::Move, Some(wait));
        std::thread::sleep(Duration::from_millis(50));
        submit("c", Urgency::Analysis, None);
        submit("a", Urgency::Move, None);
        submit("b", Urgency::Move, None);
        go.send(()).unwrap();
        let order: Vec<_> = ran.iter().take(4).map(|(room, _)| room).collect();
        assert_eq!(order, ["a", "b", "a", "c"]);
    }

    #[test]
    fn the_flag_is_set_when_the_time_is_over_and_a_panic_harms_nobody() {
        let pool = AiPool::start(1);
        let (send, ran) = channel();
        let job = |run: Run| Job {
            room: "a".to_owned(),
            urgency: Urgency::Move,
            stop: Arc::default(),
            time: Duration::from_millis(30),
            program: false,
            run,
        };
        pool.submit(job(Box::new(|_| panic!("on purpose"))));
        pool.submit(job(Box::new(move |stop| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            send.send(()).unwrap();
        })));
        // Thinkers give way to everything else on the machine.
        assert!(ran.recv_timeout(Duration::from_secs(60)).is_ok());
    }
}
