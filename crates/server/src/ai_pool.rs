//! The threads AIs think on: few, of low priority, and shared fairly among addresses and their rooms.
//!
//! A room has at most one job here at a time. Of those that wait, that of the address comes first that has had the least
//! time lately, and of its rooms that of the one that has. Time for advice counts twice, time for analyses four times and
//! for those that nobody looks at sixteen times, so that moves come sooner and nothing waits for ever. Quick players have
//! threads besides, so that nobody waits for seconds until a weak level answers.

mod shares;

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use shares::{Effort, QUICK, Shares};
use store::{GameId, RoomId};

/// How urgent a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// People wait for a move.
    Move,
    /// Somebody asks about the current position.
    Advice,
    /// Somebody looks at a past game.
    Analysis,
    /// A past game is judged that nobody looks at now.
    Unseen,
}

impl Urgency {
    /// How much the time counts that somebody has had who waits for this.
    fn weight(self) -> u32 {
        match self {
            Self::Move => 1,
            Self::Advice => 2,
            Self::Analysis => 4,
            Self::Unseen => 16,
        }
    }
}

/// What a thinker does; it stops as soon as the flag is set.
pub(crate) type Run = Box<dyn FnOnce(&Arc<AtomicBool>) + Send>;

/// Who waits for a job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Asker {
    /// A room.
    Room(RoomId),
    /// Somebody who looks at a past game.
    Review(GameId),
    /// A table of a study, by its name there.
    StudyTable(String),
}

/// A job for a thinker.
pub(crate) struct Job {
    /// Who waits for it.
    pub(crate) asker: Asker,
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
    /// Moves of quick players.
    Quick,
    /// The same, and of players of whom nothing is known yet. They have a thread of their own for it, for they may
    /// turn out to be slow.
    Untried,
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
            .and_then(|()| start("quick thinker", |shared| think(shared, Takes::Untried)))
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
            tracing::error!(asker = ?job.asker, "a player has panicked");
        }
        let took = effort.end();
        queue = self.queue();
        queue
            .running
            .retain(|running| !Arc::ptr_eq(&running.stop, &stop));
        if !job.program {
            let shares = &mut queue.shares;
            shares.add(&job.asker, job.address, &job.player, took);
        }
        queue
    }
}

impl Queue {
    fn next(&mut self, takes: Takes) -> Option<Job> {
        self.waiting.retain(|job| !job.stop.load(Ordering::Relaxed));
        let index = self.first(takes)?;
        Some(self.waiting.remove(index))
    }

    /// Returns which of the waiting jobs comes next: whose address it is decides first.
    fn first(&self, takes: Takes) -> Option<usize> {
        let jobs = || {
            let jobs = self.waiting.iter().enumerate();
            jobs.filter(|(_, job)| self.may_take(takes, job))
        };
        let (_, job) = jobs().min_by_key(|(_, job)| {
            let had = self.shares.of_address(job.address);
            (had * job.urgency.weight(), job.urgency)
        })?;
        let address = job.address;
        let of_address = jobs().filter(|(_, job)| job.address == address);
        let first = of_address.min_by_key(|(_, job)| {
            let had = self.shares.of_asker(&job.asker);
            (had * job.urgency.weight(), job.urgency)
        });
        first.map(|(index, _)| index)
    }

    /// Reports whether such a thread takes a job. Of a player of whom nothing is known one job at a time is tried.
    fn may_take(&self, takes: Takes, job: &Job) -> bool {
        if takes == Takes::All {
            return true;
        }
        // What else is asked for takes the time that it is given.
        job.urgency == Urgency::Move
            && match self.shares.usual(&job.player) {
                Some(usual) => usual <= QUICK,
                None => {
                    let others = &self.running;
                    takes == Takes::Untried && others.iter().all(|other| other.player != job.player)
                }
            }
    }
}

/// More threads than this help nobody.
const MOST_THREADS: usize = 256;

/// How far threads of AIs give way to what serves people: among twice as many busy programs as there are cores they still get a
/// twentieth of the time, where the lowest priority left them a hundredth, and a hint came after a minute.
#[cfg(target_os = "linux")]
const GIVE_WAY: i32 = 10;

/// Makes this thread give way to others.
fn lower_priority() {
    // On Linux a thread has its own priority; elsewhere this would slow the whole process down.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, GIVE_WAY) {
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

    use super::shares::Took;
    use super::*;

    fn room(name: &str) -> Asker {
        Asker::Room(RoomId::new(name))
    }

    fn job(name: &str, player: &str, address: u8, urgency: Urgency, run: Run) -> Job {
        Job {
            asker: room(name),
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
            .map(|job| name(&job))
            .collect()
    }

    fn name(job: &Job) -> String {
        match &job.asker {
            Asker::Room(id) => id.to_string(),
            other => panic!("{other:?} is no room"),
        }
    }

    fn nothing() -> Run {
        Box::new(|_| ())
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some([192, 0, 2, last].into())
    }

    fn used(queue: &mut Queue, name: &str, last: u8, seconds: u64) {
        let took = Took::of(Duration::from_secs(seconds));
        queue.shares.add(&room(name), address(last), "slow", took);
    }

    fn push(queue: &mut Queue, room: &str, last: u8, urgency: Urgency) {
        let job = job(room, "slow", last, urgency, nothing());
        queue.waiting.push(job);
    }

    #[test]
    fn who_has_had_the_least_time_comes_first_and_then_the_room_that_has() {
        let mut queue = Queue::default();
        // One address has had much in many rooms, another little in one.
        for (room, last, seconds) in [("a", 1, 10), ("b", 1, 10), ("c", 1, 11), ("d", 2, 20)] {
            used(&mut queue, room, last, seconds);
        }
        for (room, last) in [("c", 1), ("a", 1), ("d", 2)] {
            push(&mut queue, room, last, Urgency::Move);
        }
        assert_eq!(order(&mut queue, Takes::All), ["d", "a", "c"]);
        // Among equals moves come first, then advice.
        for (room, last, urgency) in [
            ("look", 3, Urgency::Analysis),
            ("hint", 3, Urgency::Advice),
            ("move", 3, Urgency::Move),
        ] {
            push(&mut queue, room, last, urgency);
        }
        assert_eq!(order(&mut queue, Takes::All), ["move", "hint", "look"]);
    }

    /// Runs jobs of a second each, of which every room and review has another at once, and counts those of each.
    fn shared(queue: &mut Queue, asking: &[(&str, u8, Urgency)], jobs: usize) -> Vec<usize> {
        let mut counts = vec![0; asking.len()];
        for &(room, last, urgency) in asking {
            push(queue, room, last, urgency);
        }
        for _ in 0..jobs {
            let job = queue.next(Takes::All).unwrap();
            let index = asking.iter().position(|(room, ..)| *room == name(&job));
            let (room, last, urgency) = asking[index.unwrap()];
            counts[index.unwrap()] += 1;
            used(queue, room, last, 1);
            push(queue, room, last, urgency);
        }
        queue.waiting.clear();
        counts
    }

    #[test]
    fn values_hints_and_reviews_have_their_share_beside_moves_without_end() {
        use Urgency::{Advice, Analysis, Move};
        // Sixty rooms of one address in which AIs play on and on, and what two others ask for.
        let names: Vec<String> = (0..60).map(|number| format!("room {number}")).collect();
        let rooms = names.iter().map(|name| (name.as_str(), 1, Move));
        for (urgency, least) in [(Move, 40), (Advice, 25), (Analysis, 12)] {
            let mut asking: Vec<_> = rooms.clone().collect();
            asking.extend([("asked", 2, urgency), ("alike", 3, urgency)]);
            let counts = shared(&mut Queue::default(), &asking, 120);
            let (moves, [one, two]) = (&counts[..60], [counts[60], counts[61]]);
            assert!(
                one >= least && one.abs_diff(two) <= 1,
                "{urgency:?}: {counts:?}"
            );
            // The rooms share what is left.
            let (most, fewest) = (moves.iter().max(), moves.iter().min());
            assert!(most.unwrap() - fewest.unwrap() <= 1, "{counts:?}");
            // From the same address it gets its turn like a room.
            let mut asking: Vec<_> = rooms.clone().collect();
            asking.push(("asked", 1, urgency));
            let counts = shared(&mut Queue::default(), &asking, 600);
            assert!(counts[60] >= 2, "{urgency:?}: {counts:?}");
        }
    }

    #[test]
    fn who_is_quick_is_learned() {
        let mut queue = Queue::default();
        let push = |queue: &mut Queue, room: &str, player: &str, urgency| {
            queue.waiting.push(job(room, player, 1, urgency, nothing()));
        };
        let took = |milliseconds| Took::of(Duration::from_millis(milliseconds));
        queue.shares.add(&room("a"), None, "slow", took(5000));
        queue.shares.add(&room("b"), None, "quick", took(5));
        for (room, player) in [("a", "slow"), ("b", "quick"), ("c", "unknown")] {
            push(&mut queue, room, player, Urgency::Move);
        }
        // What is no move takes the time it is given, however little of it was work.
        push(&mut queue, "d", "quick", Urgency::Advice);
        assert_eq!(order(&mut queue, Takes::Quick), ["b"]);
        assert_eq!(order(&mut queue, Takes::Untried), ["c"]);
        // Of an unknown player one at a time is tried.
        queue.running.push(Running {
            end: Instant::now(),
            stop: Arc::default(),
            player: "unknown".to_owned(),
        });
        push(&mut queue, "e", "unknown", Urgency::Move);
        assert_eq!(order(&mut queue, Takes::Untried), [""; 0]);
        // One quick move makes no quick player.
        queue.shares.add(&room("a"), None, "slow", took(0));
        assert!(queue.shares.usual("slow") > Some(QUICK));
        // Who thinks by the clock is slow, also while others leave little of the machine.
        let clock = Took {
            worked: Duration::from_millis(20),
            passed: Duration::from_secs(2),
        };
        queue.shares.add(&room("f"), None, "by the clock", clock);
        assert!(queue.shares.usual("by the clock") > Some(QUICK));
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
        used(&mut pool.shared.queue(), "a", 1, 5);
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
    fn sixty_rooms_delay_nobody_by_more_than_what_runs() {
        let mut queue = Queue::default();
        // Nobody knows yet how long anything takes, and everything comes from one address.
        for number in 0..60 {
            push(&mut queue, &format!("room {number}"), 1, Urgency::Move);
        }
        let run = nothing();
        queue
            .waiting
            .push(job("pupil", "level 1", 1, Urgency::Move, run));
        let mut taken = Vec::new();
        for takes in [Takes::All, Takes::Untried, Takes::Quick] {
            if let Some(job) = queue.next(takes) {
                taken.push(name(&job));
                queue.running.push(Running {
                    end: Instant::now(),
                    stop: Arc::default(),
                    player: job.player,
                });
            }
        }
        assert_eq!(taken, ["room 0", "pupil"]);
        queue.running.clear();
        // Once it is known, another answer never waits.
        let took = Took::of(Duration::from_millis(5));
        queue
            .shares
            .add(&room("pupil"), address(1), "level 1", took);
        used(&mut queue, "room 0", 1, 5);
        let run = nothing();
        queue
            .waiting
            .push(job("pupil", "level 1", 1, Urgency::Move, run));
        assert_eq!(order(&mut queue, Takes::Quick), ["pupil"]);
        // From another address it is the next of all, even if it is slow.
        push(&mut queue, "guest", 2, Urgency::Move);
        assert_eq!(name(&queue.next(Takes::All).unwrap()), "guest");
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
