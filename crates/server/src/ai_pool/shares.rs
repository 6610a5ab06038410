//! Who has thought for how long: the time that askers and addresses have had, and what players usually need.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::Asker;

/// What was used long ago counts half as much after each such time.
const HALF: Duration = Duration::from_secs(60);

/// Entries are forgotten when there are more than this: fairness needs only the recent past.
const REMEMBERED: usize = 10_000;

/// A player that usually needs no more than this is quick.
pub(super) const QUICK: Duration = Duration::from_millis(150);

/// The time that thinking has taken.
pub(super) struct Shares {
    askers: Used<Asker>,
    addresses: Used<IpAddr>,
    players: HashMap<String, Duration>,
}

impl Shares {
    pub(super) fn new() -> Self {
        Self {
            askers: Used::new(),
            addresses: Used::new(),
            players: HashMap::new(),
        }
    }

    /// Returns how long those at an address have had.
    pub(super) fn of_address(&self, address: Option<IpAddr>) -> Duration {
        address.map_or(Duration::ZERO, |address| self.addresses.of(&address))
    }

    /// Returns how long whoever asks has had.
    pub(super) fn of_asker(&self, asker: &Asker) -> Duration {
        self.askers.of(asker)
    }

    /// Returns how long a player usually needs; `None` if that is not known yet.
    pub(super) fn usual(&self, player: &str) -> Option<Duration> {
        self.players.get(player).copied()
    }

    /// Adds what a job took.
    pub(super) fn add(&mut self, asker: &Asker, address: Option<IpAddr>, player: &str, took: Took) {
        self.askers.add(asker.clone(), took.worked);
        if let Some(address) = address {
            self.addresses.add(address, took.worked);
        }
        let took = took.kept_a_thread();
        if self.players.len() > REMEMBERED {
            self.players.clear();
        }
        let usual = self.players.entry(player.to_owned()).or_insert(took);
        // A move that was quicker than usual makes nobody quick at once.
        *usual = (*usual * 3 + took) / 4;
    }
}

/// Time used by each of many, less and less of it as it passes.
struct Used<K> {
    times: HashMap<K, Duration>,
    since: Instant,
}

impl<K: Hash + Eq> Used<K> {
    fn new() -> Self {
        Self {
            times: HashMap::new(),
            since: Instant::now(),
        }
    }

    fn of(&self, key: &K) -> Duration {
        self.times.get(key).copied().unwrap_or_default()
    }

    fn add(&mut self, key: K, time: Duration) {
        if self.since.elapsed() > HALF {
            self.since = Instant::now();
            self.times.retain(|_, used| {
                *used /= 2;
                *used > Duration::from_millis(1)
            });
        }
        if self.times.len() > REMEMBERED {
            self.times.clear();
        }
        *self.times.entry(key).or_default() += time;
    }
}

/// What a job took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    /// What the thread worked, and not what it waited for others on a busy machine.
    pub(super) worked: Duration,
    /// What passed meanwhile.
    pub(super) passed: Duration,
}

impl Took {
    /// A job that had a processor of its own.
    #[cfg(test)]
    pub(super) fn of(time: Duration) -> Self {
        Self {
            worked: time,
            passed: time,
        }
    }

    /// Returns for how long it would keep a thread from others. Who thinks by the clock keeps it however little of
    /// it is work; who only had to wait for a processor does not.
    fn kept_a_thread(self) -> Duration {
        self.worked.max(self.passed / 4)
    }
}

/// Measures a job.
pub(super) struct Effort {
    begun: Instant,
    worked: Option<Duration>,
}

impl Effort {
    pub(super) fn begin() -> Self {
        Self {
            begun: Instant::now(),
            worked: worked(),
        }
    }

    pub(super) fn end(self) -> Took {
        let passed = self.begun.elapsed();
        let worked = match (self.worked, worked()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => passed,
        };
        Took { worked, passed }
    }
}

/// Returns how long this thread has worked, where the system tells.
fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
