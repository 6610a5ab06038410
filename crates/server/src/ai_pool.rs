//! The threads AIs think on: few, of low priority, and shared fairly among addresses and their rooms.
//!
//! A room has at most one job here at a time. Of those that wait, moves come before advice and advice before
//! analyses; among them the address that has had the least time lately, and of its rooms the one that has.
//! Quick players have a thread besides, so that nobody waits for seconds until a weak level answers.

mod shares;

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use shares::{Effort, QUICK, Shares};

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
    /// Where those who wait for it are, if that is known.
    pub(crate) address: Option<IpAddr>,
    /// Who thinks; how long it usually takes is remembered by this name.
    pub(crate) player: String,
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

struct Queue {
    waiting: Vec<Job>,
    shares: Shares,
    running: Vec<Running>,
    closed: bool,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            shares: Shares::new(),
            running: Vec::new(),
            closed: false,
        }
    }
}

/// What runs, and when it has to stop.
struct Running {
    end: Instant,
    stop: Arc<AtomicBool>,
    player: String,
}

/// Which jobs a thread takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    All,
    /// Those of quick players, and of players of whom nothing is known yet.
    Quick,
}

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(10);

impl AiPool {
    /// Starts this many threads, and one that watches the time.
    pub(crate) fn start(threads: usize) -> Self {
        let shared = Arc::new(Shared::default());
        let start = |name: &str, work: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name(name.to_owned());
            thread.spawn(move || work(&shared)).map(drop)
        };
        for number in 0..threads.clamp(1, MOST_THREADS) {
            let started = start("thinker", |shared| think(shared, Takes::All));
            // A system that allows no more threads has fewer thinkers.
            if let Err(error) = started {
                assert!(number > 0, "a thread can be started");
                tracing::warn!(%error, "only {number} threads for AIs can be started");
                break;
            }
        }
        start("quick thinker", |shared| think(shared, Takes::Quick))
            .and_then(|()| start("watchdog", watch))
            .expect("a thread can be started");
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
        for running in &queue.running {
            running.stop.store(true, Ordering::Relaxed);
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
        queue.running.push(Running {
            end: Instant::now() + job.time,
            stop: Arc::clone(&stop),
            player: job.player.clone(),
        });
        drop(queue);
        self.more.notify_all();
        let effort = Effort::begin();
        // A player that panics must not take a thread from all rooms.
        let run = std::panic::AssertUnwindSafe(|| (job.run)(&job.stop));
        if std::panic::catch_unwind(run).is_err() {
            tracing::error!(room = job.room, "a player has panicked");
        }
        let took = effort.end();
        queue = self.queue();
        queue
            .running
            .retain(|running| !Arc::ptr_eq(&running.stop, &stop));
        if !job.program {
            let shares = &mut queue.shares;
            shares.add(&job.room, job.address, &job.player, took);
        }
        queue
    }
}

impl Queue {
    fn next(&mut self, takes: Takes) -> Option<Job> {
        self.waiting.retain(|job| !job.stop.load(Ordering::Relaxed));
        let (index, _) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, job)| takes == Takes::All || self.is_quick(job))
            .min_by_key(|(_, job)| (job.urgency, self.shares.of(&job.room, job.address)))?;
        Some(self.waiting.remove(index))
    }

    /// Reports whether a job will hardly keep others waiting. A player of whom nothing is known may try once.
    fn is_quick(&self, job: &Job) -> bool {
        match self.shares.usual(&job.player) {
            Some(usual) => usual <= QUICK,
            None => self.running.iter().all(|other| other.player != job.player),
        }
    }
}

/// More threads than this help nobody.
const MOST_THREADS: usize = 256;

/// Makes this thread give way to all others.
fn lower_priority() {
    // On Linux a thread has its own priority; elsewhere this would slow the whole process down.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!(%error, "thinking cannot be given a low priority");
    }
}

fn think(shared: &Shared, takes: Takes) {
    lower_priority();
    let mut queue = shared.queue();
    loop {
        if queue.closed {
            return;
        }
        let Some(job) = queue.next(takes) else {
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
        for running in &queue.running {
            if running.end <= now {
                running.stop.store(true, Ordering::Relaxed);
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

    fn job(room: &str, player: &str, address: u8, urgency: Urgency, run: Run) -> Job {
        Job {
            room: room.to_owned(),
            address: Some([192, 0, 2, address].into()),
            player: player.to_owned(),
            urgency,
            stop: Arc::default(),
            time: Duration::from_secs(60),
            program: false,
            run,
        }
    }

    /// Jobs that wait, in the order in which a thread takes them.
    fn order(queue: &mut Queue, takes: Takes) -> Vec<String> {
        std::iter::from_fn(|| queue.next(takes))
            .map(|job| job.room)
            .collect()
    }

    fn nothing() -> Run {
        Box::new(|_| ())
    }

    #[test]
    fn moves_come_first_and_then_who_has_had_the_least_time() {
        let mut queue = Queue::default();
        let second = Duration::from_secs(1);
        // One address has had much in many rooms, another little in one.
        for room in ["a", "b", "c"] {
            queue
                .shares
                .add(room, Some([192, 0, 2, 1].into()), "slow", 10 * second);
        }
        queue
            .shares
            .add("c", Some([192, 0, 2, 1].into()), "slow", second);
        queue
            .shares
            .add("d", Some([192, 0, 2, 2].into()), "slow", 20 * second);
        for (room, address, urgency) in [
            ("look", 3, Urgency::Analysis),
            ("c", 1, Urgency::Move),
            ("a", 1, Urgency::Move),
            ("d", 2, Urgency::Move),
            ("hint", 3, Urgency::Advice),
        ] {
            queue
                .waiting
                .push(job(room, "slow", address, urgency, nothing()));
        }
        assert_eq!(
            order(&mut queue, Takes::All),
            ["d", "a", "c", "hint", "look"]
        );
    }

    #[test]
    fn who_is_quick_is_learned() {
        let mut queue = Queue::default();
        let push = |queue: &mut Queue, room: &str, player: &str| {
            queue
                .waiting
                .push(job(room, player, 1, Urgency::Move, nothing()));
        };
        queue.shares.add("a", None, "slow", Duration::from_secs(5));
        queue
            .shares
            .add("b", None, "quick", Duration::from_millis(5));
        for (room, player) in [("a", "slow"), ("b", "quick"), ("c", "unknown")] {
            push(&mut queue, room, player);
        }
        let mut quick = order(&mut queue, Takes::Quick);
        quick.sort();
        assert_eq!(quick, ["b", "c"]);
        // Of an unknown player one at a time is tried.
        queue.running.push(Running {
            end: Instant::now(),
            stop: Arc::default(),
            player: "unknown".to_owned(),
        });
        push(&mut queue, "d", "unknown");
        assert_eq!(order(&mut queue, Takes::Quick), [""; 0]);
        // One quick move makes no quick player.
        queue.shares.add("a", None, "slow", Duration::ZERO);
        assert!(queue.shares.usual("slow") > Some(QUICK));
    }

    #[test]
    fn a_quick_answer_does_not_wait_for_slow_ones() {
        let pool = AiPool::start(1);
        let (send, ran) = channel();
        let end = Arc::new(AtomicBool::new(false));
        let slow = |room: &str| {
            let (send, end) = (send.clone(), Arc::clone(&end));
            let run: Run = Box::new(move |_| {
                while !end.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                send.send("slow").unwrap();
            });
            pool.submit(job(room, "slow", 1, Urgency::Move, run));
        };
        // Its thinking is known to be long, and its jobs keep all common threads busy.
        pool.shared
            .queue()
            .shares
            .add("a", None, "slow", Duration::from_secs(5));
        for room in ["a", "b", "c"] {
            slow(room);
        }
        let quick = send.clone();
        let run: Run = Box::new(move |_| quick.send("quick").unwrap());
        pool.submit(job("q", "quick", 1, Urgency::Move, run));
        let first = ran.recv_timeout(Duration::from_secs(60)).unwrap();
        end.store(true, Ordering::Relaxed);
        assert_eq!(first, "quick");
    }

    #[test]
    fn the_flag_is_set_when_the_time_is_over_and_a_panic_harms_nobody() {
        let pool = AiPool::start(1);
        let (send, ran) = channel();
        let short = |run: Run| Job {
            time: Duration::from_millis(30),
            ..job("a", "player", 1, Urgency::Move, run)
        };
        pool.submit(short(Box::new(|_| panic!("on purpose"))));
        pool.submit(short(Box::new(move |stop| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            send.send(()).unwrap();
        })));
        // Thinkers give way to everything else on the machine.
        assert!(ran.recv_timeout(Duration::from_secs(60)).is_ok());
    }
}
