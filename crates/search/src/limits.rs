//! When a search has to stop. Counts of nodes and evaluations are exact and the same on every
//! machine; the clock and the stop flag are honoured within about a millisecond.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest time between two looks at the clock, if steps keep their length.
const LOOK_EVERY: Duration = Duration::from_micros(200);

/// The most steps between two looks. One look costs about 25 ns: more steps would not make a search
/// faster, only overrun its limit when steps suddenly become slow.
const MOST_STEPS: u32 = 64;

/// What a search may use; `None` means no limit of that kind.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies from the root.
    pub depth: Option<u32>,
    /// Positions visited, the root and repeated visits included.
    pub nodes: Option<u64>,
    /// Positions evaluated.
    pub evaluations: Option<u64>,
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// Stops the search from outside as soon as it is set.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Returns a limit of depth alone.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            ..Self::default()
        }
    }

    /// Returns a limit of nodes alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Returns a limit of time alone.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// Reports whether there is a limit of depth, nodes, evaluations or time.
    #[must_use]
    pub const fn is_set(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.evaluations.is_some()
            || self.time.is_some()
    }

    /// Reports whether only the end of the game would stop a search.
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        !self.is_set() && self.stop.is_none()
    }
}

/// The search has used up one of its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What a running search has used. The search asks before every step and unwinds when the answer is
/// [`Stopped`].
#[derive(Debug)]
pub struct Budget {
    nodes: u64,
    evaluations: u64,
    most_nodes: u64,
    most_evaluations: u64,
    start: Instant,
    clock: Clock,
}

/// The part of a budget that is not the same on every machine.
#[derive(Debug)]
struct Clock {
    end: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    /// Steps until the next look, steps from look to look, and when the last look was.
    left: u32,
    steps: u32,
    looked: Instant,
}

impl Budget {
    /// Creates a fresh budget; its clock starts now.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let start = Instant::now();
        let watched = limits.time.is_some() || limits.stop.is_some();
        Self {
            nodes: 0,
            evaluations: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            most_evaluations: limits.evaluations.unwrap_or(u64::MAX),
            start,
            clock: Clock {
                end: limits.time.and_then(|time| start.checked_add(time)),
                stop: limits.stop.clone(),
                left: if watched { 1 } else { u32::MAX },
                steps: 1,
                looked: start,
            },
        }
    }

    /// Counts a visited position.
    ///
    /// # Errors
    /// Returns an error if the limit is used up; then nothing is counted.
    #[inline]
    pub fn node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.most_nodes {
            return Err(Stopped);
        }
        self.clock.step()?;
        self.nodes += 1;
        Ok(())
    }

    /// Counts an evaluation about to be made.
    ///
    /// # Errors
    /// Returns an error if the limit is used up; then nothing is counted.
    #[inline]
    pub fn evaluation(&mut self) -> Result<(), Stopped> {
        if self.evaluations >= self.most_evaluations {
            return Err(Stopped);
        }
        self.clock.step()?;
        self.evaluations += 1;
        Ok(())
    }

    /// Returns the number of positions visited so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of evaluations made so far.
    #[must_use]
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Returns the time since the search started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Clock {
    #[inline]
    fn step(&mut self) -> Result<(), Stopped> {
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        self.look()
    }

    /// Looks at the clock and chooses the number of steps until the next look.
    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.left = self.steps;
        if self
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            // Every later step has to fail as well.
            self.left = 1;
            return Err(Stopped);
        }
        let now = Instant::now();
        if self.end.is_some_and(|end| now >= end) {
            self.left = 1;
            return Err(Stopped);
        }
        let passed = now - self.looked;
        self.looked = now;
        if passed > LOOK_EVERY {
            self.steps = (self.steps / 4).max(1);
        } else if passed < LOOK_EVERY / 2 {
            self.steps = (self.steps * 2).min(MOST_STEPS);
        }
        self.left = self.steps;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact() {
        let limits = Limits {
            nodes: Some(10),
            evaluations: Some(3),
            ..Limits::default()
        };
        let mut budget = Budget::new(&limits);
        assert_eq!((0..100).filter(|_| budget.node().is_ok()).count(), 10);
        assert_eq!((0..100).filter(|_| budget.evaluation().is_ok()).count(), 3);
        assert_eq!((budget.nodes(), budget.evaluations()), (10, 3));
    }

    /// Runs steps of this length until stopped, and returns how late it stopped.
    fn late(limits: &Limits, due: Duration, step: &dyn Fn(u64)) -> Duration {
        let mut budget = Budget::new(limits);
        while budget.node().is_ok() {
            step(budget.nodes());
        }
        assert!(budget.node().is_err() && budget.evaluation().is_err());
        budget
            .elapsed()
            .checked_sub(due)
            .expect("it never stops early")
    }

    #[test]
    fn time_is_honoured_by_fast_and_slow_steps() {
        let due = Duration::from_millis(20);
        let limits = Limits::time(due);
        let pause = Duration::from_micros(700);
        // On a loaded machine any single try may be late; all of them are only if the clock is
        // not looked at.
        let on_time = |step: &dyn Fn(u64)| {
            (0..20).any(|_| late(&limits, due, step) < Duration::from_millis(5))
        };
        assert!(on_time(&|_| ()));
        assert!(on_time(&|_| std::thread::sleep(pause)));
    }

    #[test]
    fn the_flag_stops_at_once() {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        let mut budget = Budget::new(&limits);
        for _ in 0..1000 {
            assert_eq!(budget.node(), Ok(()));
        }
        stop.store(true, Ordering::Relaxed);
        let more = (0..1000).filter(|_| budget.node().is_ok()).count();
        assert!(more < MOST_STEPS as usize);
    }
}
