//! The time of a study: that of the machine, or for simulated people the time that they tell.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A clock in milliseconds since 1970.
#[derive(Debug)]
pub(crate) enum Clock {
    /// The machine's.
    Real,
    /// The latest that somebody told.
    Told(AtomicU64),
}

impl Clock {
    pub(crate) fn now(&self) -> u64 {
        match self {
            Self::Real => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH);
                since.map_or(0, |since| since.as_millis() as u64)
            }
            Self::Told(now) => now.load(Ordering::SeqCst),
        }
    }

    /// A simulated person says what time it is.
    pub(crate) fn tell(&self, time: u64) {
        if let Self::Told(now) = self {
            now.fetch_max(time, Ordering::SeqCst);
        }
    }

    pub(crate) fn is_told(&self) -> bool {
        matches!(self, Self::Told(_))
    }
}
