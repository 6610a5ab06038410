//! How one move changes the values of a tree: at random, and so that their sum stays.
//!
//! P3 does not say how it drew its changes; these two ways reproduce its tables.

use super::stream::Stream;
use crate::seat::PerSeat;

/// A way to draw changes, with A the largest single draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generator {
    /// All but the last change are uniform in [−A, A], the last is minus their sum; drawn again
    /// until it too lies in [−A, A].
    Rejection,
    /// All changes are uniform in [−A, A], less their mean; what does not divide is spread from a
    /// random seat on.
    Mean,
}

impl Generator {
    /// Returns one change per seat; they add up to 0.
    #[inline]
    pub(super) fn draw(self, players: usize, unit: i32, stream: &mut Stream) -> PerSeat<i32> {
        match self {
            Self::Rejection => loop {
                let mut changes = PerSeat::all(players, 0);
                let mut rest = 0;
                let (last, others) = changes.split_last_mut().expect("a tree has seats");
                for change in others {
                    *change = stream.within(unit);
                    rest -= *change;
                }
                if rest.abs() <= unit {
                    *last = rest;
                    return changes;
                }
            },
            Self::Mean => {
                let mut changes = PerSeat::from_fn(players, |_| stream.within(unit));
                let sum: i32 = changes.iter().sum();
                let mean = sum.div_euclid(players as i32);
                let rest = sum.rem_euclid(players as i32) as usize;
                let start = stream.below(players as u32) as usize;
                for (index, change) in changes.iter_mut().enumerate() {
                    let place = (index + players - start) % players;
                    *change -= mean + i32::from(place < rest);
                }
                changes
            }
        }
    }

    /// Returns the most that a draw can change a value.
    #[inline]
    pub(super) const fn largest(self, players: usize, unit: i32) -> i32 {
        match self {
            Self::Rejection => unit,
            // Against the mean when all others are at the far end, and one of what is spread.
            Self::Mean => 2 * (players as i32 - 1) * unit / players as i32 + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_add_up_to_nothing_and_stay_small() {
        let mut stream = Stream::new(5);
        for generator in [Generator::Rejection, Generator::Mean] {
            for players in 2..=6 {
                for unit in [1, 2, 100] {
                    for _ in 0..200 {
                        let changes = generator.draw(players, unit, &mut stream);
                        let largest = generator.largest(players, unit);
                        assert_eq!(changes.iter().sum::<i32>(), 0);
                        assert!(changes.iter().all(|change| change.abs() <= largest));
                    }
                }
            }
        }
    }
}
