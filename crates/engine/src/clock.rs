//! How long to think about a move when the time for a game is limited.

use std::time::Duration;

/// What may be lost between two parties for each move still to come.
const DELAY: Duration = Duration::from_millis(10);

/// With so many empty squares and fewer the end of the game is solved in no time.
const SOLVED: u32 = 16;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left on it.
    pub left: Duration,
    /// What it gains with every move.
    pub increment: Duration,
}

/// How long one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What to aim at: see [`Question::target`](crate::Question::target).
    pub target: Duration,
    /// When to stop whatever happens: a limit of time.
    pub most: Duration,
}

impl Clock {
    /// The share of a move with so many empty squares. It never takes all that is left, not even
    /// if every move of the game takes the most it may.
    #[must_use]
    pub fn share(self, empties: u32) -> Share {
        let reserve = DELAY * (empties / 2 + 1);
        let usable = self.left.saturating_sub(reserve);
        // Moves before the end is solved, and the one that solves it.
        let thinking = empties.saturating_sub(SOLVED) / 2 + 2;
        // Half of the increment is always there: the clock grows nevertheless.
        let most = (usable / 2).max(self.increment.min(self.left) / 2);
        let target = (usable / thinking + self.increment * 4 / 5).min(most);
        Share {
            target,
            most: most.min(3 * target),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_is_lost_on_time() {
        for (left, increment) in [(60_000, 0), (1_000, 0), (700, 0), (100, 100)] {
            let mut clock = Clock {
                left: Duration::from_millis(left),
                increment: Duration::from_millis(increment),
            };
            for empties in (1..=60).rev().step_by(2) {
                let share = clock.share(empties);
                assert!(share.target <= share.most && share.most <= clock.left);
                // The rest of the reserve is for those who are slower still.
                let taken = share.most + DELAY / 2;
                clock.left = clock.left.saturating_sub(taken) + clock.increment;
                assert!(!clock.left.is_zero(), "{left} {increment} {empties}");
            }
        }
    }

    #[test]
    fn most_of_the_clock_is_used_before_the_end_is_solved() {
        let mut clock = Clock {
            left: Duration::from_secs(300),
            increment: Duration::ZERO,
        };
        for empties in (16..=60).rev().step_by(2) {
            clock.left -= clock.share(empties).target;
        }
        let left = clock.left.as_secs_f64();
        assert!((10.0..120.0).contains(&left), "{left} seconds are left");
    }
}
