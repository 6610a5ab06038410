//! How time is counted: the same in rooms, records, the store and on the page.

use serde::{Deserialize, Serialize};

/// How time is counted, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged, deny_unknown_fields)]
pub enum TimeControl {
    /// Time for the game, plus an increment after every move.
    Increment {
        /// Seconds for the game.
        main: u32,
        /// Seconds added after every move.
        increment: u32,
    },
    /// Time for the game, followed by periods.
    Byoyomi {
        /// Seconds for the game.
        main: u32,
        /// Seconds of a period.
        period: u32,
        /// The number of periods.
        periods: u8,
    },
}

impl TimeControl {
    /// Reports whether the figures make sense: more than no time, and at most a day.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        const DAY: u32 = 86_400;
        match self {
            Self::Increment { main, increment } => {
                main <= DAY && increment <= DAY && main + increment > 0
            }
            Self::Byoyomi {
                main,
                period,
                periods,
            } => main <= DAY && period <= DAY && (main > 0 || (period > 0 && periods > 0)),
        }
    }

    /// Returns the least time after which a seat can have run out of it, in milliseconds.
    #[must_use]
    pub fn shortest(self) -> u64 {
        let seconds = match self {
            // Without time for the game, the first move has the time of an increment.
            Self::Increment { main: 0, increment } => increment.into(),
            Self::Increment { main, .. } => main.into(),
            Self::Byoyomi {
                main,
                period,
                periods,
            } => u64::from(main) + u64::from(period) * u64::from(periods),
        };
        seconds * 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_that_make_no_sense_are_refused() {
        let increment = |main, increment| TimeControl::Increment { main, increment };
        assert!(!increment(0, 0).is_sound());
        assert!(!increment(86_401, 0).is_sound());
        assert!(increment(0, 1).is_sound());
        let byoyomi = |period, periods| TimeControl::Byoyomi {
            main: 0,
            period,
            periods,
        };
        assert!(!byoyomi(30, 0).is_sound() && !byoyomi(0, 3).is_sound());
        assert!(byoyomi(30, 1).is_sound());
    }
}
