//! Values become utilities from 0 to 1, as the theory of UCB wants them, and back.

use rules::{Game, PerSeat, Seat};

use crate::evaluation::{Bounds, Evaluation};

/// How values become utilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Squash {
    /// From the least value an evaluation can give to the most. Where values have no bounds, or
    /// only wide ones, everything would look alike.
    Linear,
    /// By the logistic function around an even share: a value this much above it is worth 0.73.
    Logistic(f64),
}

/// A [`Squash`] for one evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squasher {
    /// A value of this is worth one half.
    centre: f64,
    scale: f64,
    logistic: bool,
}

impl Squasher {
    pub(super) fn new<G: Game>(
        squash: Squash,
        evaluation: &impl Evaluation<G>,
        seats: usize,
    ) -> Self {
        match squash {
            Squash::Linear => {
                let Bounds { low, high } = Bounds::anywhere(evaluation, seats);
                let (low, high) = (f64::from(low[Seat::new(0)]), f64::from(high[Seat::new(0)]));
                Self {
                    centre: f64::midpoint(low, high),
                    scale: (high - low).max(1.0),
                    logistic: false,
                }
            }
            Squash::Logistic(scale) => Self {
                centre: evaluation
                    .sum()
                    .map_or(0.0, |sum| f64::from(sum) / seats as f64),
                scale,
                logistic: true,
            },
        }
    }

    pub(super) fn utilities(&self, values: &PerSeat<i32>) -> PerSeat<f64> {
        values.map(|value| {
            let x = (f64::from(value) - self.centre) / self.scale;
            if self.logistic {
                1.0 / (1.0 + (-x).exp())
            } else {
                0.5 + x
            }
        })
    }

    pub(super) fn value(&self, utility: f64) -> i32 {
        let x = if self.logistic {
            // A mean at the very end of the scale has no finite value.
            let utility = utility.clamp(1e-9, 1.0 - 1e-9);
            (utility / (1.0 - utility)).ln()
        } else {
            utility - 0.5
        };
        (self.centre + x * self.scale).round() as i32
    }
}
