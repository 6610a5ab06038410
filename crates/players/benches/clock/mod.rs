//! A clock that counts processor time where the system tells it.

use std::time::{Duration, Instant};

/// What a thread has used of the processor, or the time of day where nobody knows.
pub(crate) struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    pub(crate) fn now() -> Self {
        Self {
            processor: Self::processor(),
            wall: Instant::now(),
        }
    }

    fn processor() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let nanoseconds = text.split(' ').next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match (self.processor, Self::processor()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}
