//! The time of a study: that of the machine, or for simulated people the time that they tell.

use std::time::{SystemTime, UNIX_EPOCH};

/// A clock in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clock {
    /// The machine's.
    Real,
    /// The latest that somebody told.
    Told(u64),
}

impl Clock {
    pub(super) fn now(self) -> u64 {
        match self {
            Self::Real => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH);
                since.map_or(0, |since| since.as_millis() as u64)
            }
            Self::Told(now) => now,
        }
    }

    /// A simulated person says what time it is. It is told with what they do, so that nothing else
    /// happens at a time that depends on how fast the machine is.
    pub(super) fn tell(&mut self, time: u64) {
        if let Self::Told(now) = self {
            *now = time.max(*now);
        }
    }

    pub(super) fn is_told(self) -> bool {
        matches!(self, Self::Told(_))
    }
}
