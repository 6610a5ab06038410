//! The clocks of a game: pure arithmetic on milliseconds, so that tests own the time.

use records::TimeControl;
use serde::{Deserialize, Serialize};

use crate::protocol::room::Clocks;

/// Milliseconds on a monotonic clock.
pub(crate) type Ms = u64;

/// All seats' clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    setup: TimeControl,
    times: Vec<Time>,
    running: Option<(u8, Ms)>,
}

/// What a seat has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Time {
    left: Ms,
    periods: u8,
}

impl Clock {
    /// Returns the clocks as they are before the first move, or `None` if time is not counted.
    pub(crate) fn new(setup: Option<TimeControl>, seats: usize) -> Option<Self> {
        let setup = setup?;
        let (main, periods) = match setup {
            // Without time for the game, the first move has the time of an increment.
            TimeControl::Increment { main: 0, increment } => (increment, 0),
            TimeControl::Increment { main, .. } => (main, 0),
            TimeControl::Byoyomi { main, periods, .. } => (main, periods),
        };
        let time = Time {
            left: Ms::from(main) * 1000,
            periods,
        };
        Some(Self {
            setup,
            times: vec![time; seats],
            running: None,
        })
    }

    /// Returns what has to be saved to resume after a restart.
    pub(crate) fn times(&self) -> &[Time] {
        &self.times
    }

    /// Resumes with saved times, if they are for as many seats.
    pub(crate) fn restore(&mut self, times: Vec<Time>) {
        if times.len() == self.times.len() {
            self.times = times;
        }
    }

    fn period(&self) -> Ms {
        match self.setup {
            TimeControl::Byoyomi { period, .. } => Ms::from(period) * 1000,
            TimeControl::Increment { .. } => 0,
        }
    }

    /// Returns what a seat has left after thinking for this long: periods are used up one by one,
    /// and the current one is renewed with the next move.
    fn after(&self, time: Time, spent: Ms) -> Option<Time> {
        if spent < time.left {
            return Some(Time {
                left: time.left - spent,
                ..time
            });
        }
        let over = spent - time.left;
        let used = over.checked_div(self.period())?;
        let periods = Ms::from(time.periods).checked_sub(used)?;
        (periods > 0).then_some(Time {
            left: 0,
            periods: periods as u8,
        })
    }

    /// Reports whether this seat's clock is running.
    pub(crate) fn runs(&self, seat: u8) -> bool {
        self.running.is_some_and(|(running, _)| running == seat)
    }

    /// Lets this seat's clock run, or none.
    pub(crate) fn run(&mut self, seat: Option<u8>, now: Ms) {
        self.running = seat.map(|seat| (seat, now));
    }

    /// Stops the running clock without a move; the time is used up.
    pub(crate) fn stop(&mut self, now: Ms) {
        if let Some((seat, since)) = self.running.take() {
            let time = self.times[usize::from(seat)];
            let spent = now.saturating_sub(since);
            self.times[usize::from(seat)] = self.after(time, spent).unwrap_or(Time {
                left: 0,
                periods: 0,
            });
        }
    }

    /// Stops the running clock because its seat has moved.
    pub(crate) fn moved(&mut self, now: Ms) {
        let Some((seat, _)) = self.running else {
            return;
        };
        self.stop(now);
        if let TimeControl::Increment { increment, .. } = self.setup {
            self.times[usize::from(seat)].left += Ms::from(increment) * 1000;
        }
    }

    /// Returns when the running clock will run out, and whose it is.
    pub(crate) fn flag(&self) -> Option<(u8, Ms)> {
        let (seat, since) = self.running?;
        let time = self.times[usize::from(seat)];
        let all = time.left + Ms::from(time.periods) * self.period();
        Some((seat, since + all))
    }

    /// Returns how long the seat may think about this move without harm.
    pub(crate) fn allowance(&self, seat: u8) -> Ms {
        let time = self.times[usize::from(seat)];
        let each = match self.setup {
            TimeControl::Increment { increment, .. } => Ms::from(increment) * 1000,
            _ if time.periods > 0 => self.period(),
            _ => 0,
        };
        let spare = time.left / 30 + each * 8 / 10;
        spare.min((time.left + self.period()) * 8 / 10).max(20)
    }

    /// Returns what the clocks show.
    pub(crate) fn view(&self, now: Ms) -> Clocks {
        let mut times = self.times.clone();
        if let Some((seat, since)) = self.running {
            let time = &mut times[usize::from(seat)];
            let spent = now.saturating_sub(since);
            if spent < time.left {
                time.left -= spent;
            } else {
                let over = spent - time.left;
                let used = over.checked_div(self.period()).unwrap_or(0);
                time.left = 0;
                time.periods = time.periods.saturating_sub(used.min(255) as u8);
            }
        }
        Clocks {
            left: times.iter().map(|time| time.left as u32).collect(),
            periods: times.iter().map(|time| time.periods).collect(),
            running: self.running.map(|(seat, _)| seat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_increment_comes_after_the_move() {
        let setup = TimeControl::Increment {
            main: 10,
            increment: 2,
        };
        let mut clock = Clock::new(Some(setup), 2).unwrap();
        clock.run(Some(1), 100);
        assert_eq!(clock.flag(), Some((1, 10_100)));
        clock.moved(4_100);
        assert_eq!(clock.view(9_999).left, [10_000, 8_000]);
        assert_eq!(clock.flag(), None);
    }

    #[test]
    fn a_period_that_is_not_used_up_is_there_again() {
        let setup = TimeControl::Byoyomi {
            main: 1,
            period: 5,
            periods: 2,
        };
        let mut clock = Clock::new(Some(setup), 4).unwrap();
        clock.run(Some(0), 0);
        assert_eq!(clock.flag(), Some((0, 11_000)));
        clock.moved(3_000);
        assert_eq!((clock.view(0).left[0], clock.view(0).periods[0]), (0, 2));
        clock.run(Some(0), 0);
        clock.moved(7_000);
        assert_eq!(clock.view(0).periods[0], 1);
        clock.run(Some(0), 0);
        assert_eq!(clock.flag(), Some((0, 5_000)));
    }
}
