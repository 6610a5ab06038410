//! Clocks as GTP describes them, and the time that they allow for a move.

use std::time::Duration;

/// The most that is kept back of a move's time, for the way to the one who keeps the clock; of short
/// times it is a tenth.
const MARGIN: Duration = Duration::from_millis(300);

/// The clocks of a game: seconds of main time, then periods in each of which a number of moves has
/// to be made. Without moves to a period, a period's time is added after every move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GtpClock {
    main: f64,
    period: f64,
    moves: u32,
    /// What each seat has left, and for how many moves: 0 in main time.
    left: [Option<(f64, u32)>; 2],
}

impl GtpClock {
    /// Returns the clocks as `time_settings` sets them. All zeros mean no limit, and so does, by
    /// the letter of the protocol, a period without moves.
    pub(super) fn set(main: f64, period: f64, moves: u32) -> Self {
        Self {
            main,
            period,
            moves,
            left: [None; 2],
        }
    }

    /// Sets what `time_left` reports for a seat.
    pub(super) fn tell(&mut self, seat: usize, seconds: f64, moves: u32) {
        self.left[seat] = Some((seconds, moves));
    }

    /// Returns how long a move may take if the seat still has to make this many; `None` if there is
    /// no limit.
    pub(super) fn budget(&self, seat: usize, to_make: u32) -> Option<Duration> {
        let (seconds, moves) = match self.left[seat] {
            Some(left) => left,
            // A tool that never reports what is left keeps no time.
            None if self.moves == 0 && self.period > 0.0 => return None,
            None if self.main > 0.0 => (self.main, 0),
            None if self.moves > 0 && self.period > 0.0 => (self.period, self.moves),
            None => return None,
        };
        let seconds = match moves {
            // A time for every move.
            0 if self.main == 0.0 && self.period > 0.0 => seconds,
            // Main time: an equal share, and what is added after the move.
            0 => {
                let added = if self.moves == 0 { self.period } else { 0.0 };
                let share = seconds / f64::from(to_make.max(1)) + 0.8 * added;
                share.min(0.9 * seconds)
            }
            moves => seconds / f64::from(moves),
        };
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
        Some(time - (time / 10).min(MARGIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(clock: &GtpClock, seat: usize, to_make: u32) -> Option<f64> {
        clock
            .budget(seat, to_make)
            .map(|time| (time.as_secs_f64() * 1000.0).round() / 1000.0)
    }

    #[test]
    fn a_period_is_shared_by_its_moves() {
        let mut clock = GtpClock::set(0.0, 5.0, 1);
        assert_eq!(seconds(&clock, 0, 30), Some(4.7));
        clock.tell(1, 10.0, 5);
        assert_eq!(seconds(&clock, 1, 30), Some(1.8));
        let per_move = {
            let mut clock = GtpClock::set(0.0, 2.0, 0);
            clock.tell(0, 2.0, 0);
            clock
        };
        assert_eq!(seconds(&per_move, 0, 30), Some(1.8));
    }

    #[test]
    fn main_time_is_shared_by_the_moves_to_come() {
        let mut clock = GtpClock::set(60.0, 0.0, 0);
        assert_eq!(seconds(&clock, 0, 30), Some(1.8));
        clock.tell(0, 1.0, 0);
        assert_eq!(seconds(&clock, 0, 1), Some(0.81), "never all that is left");
        let mut added = GtpClock::set(60.0, 2.0, 0);
        added.tell(0, 30.0, 0);
        assert_eq!(seconds(&added, 0, 30), Some(2.34));
        added.tell(0, 0.0, 0);
        assert_eq!(seconds(&added, 0, 30), Some(0.0));
    }

    #[test]
    fn no_clock_is_no_limit() {
        assert_eq!(GtpClock::default().budget(0, 30), None);
        assert_eq!(GtpClock::set(0.0, 1.0, 0).budget(0, 30), None);
        assert_eq!(GtpClock::set(5.0, 1.0, 0).budget(0, 30), None);
    }
}
