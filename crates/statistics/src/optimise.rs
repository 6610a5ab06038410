//! Looking for the best numbers by comparing points with noise: ask for points, let them play, tell
//! how they scored, again and again.
//!
//! An optimiser is a pure function of its seed and of what it was told, so a search that was broken
//! off goes on by telling it the same once more. All numbers are counted in steps of their own, from
//! where the search began: 1 is a change that should be felt.
//!
//! ```
//! use kaesu_statistics::optimise::{Method, Optimiser, Range};
//!
//! // The best is at 4: whoever is nearer to it scores more.
//! let worth = |point: &[f64]| 0.5 - 0.01 * (point[0] - 4.0).powi(2);
//! let range = Range { low: -10.0, high: 10.0 };
//! let mut optimiser = Optimiser::new(Method::Model, vec![range], 40, 0.05, 7);
//! for _ in 0..40 {
//!     let scores: Vec<f64> = optimiser.ask().iter().map(|point| worth(point)).collect();
//!     optimiser.tell(&scores);
//! }
//! assert!((optimiser.best()[0] - 4.0).abs() < 0.5);
//! ```

mod model;
mod spsa;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use self::model::Model;
use self::spsa::Spsa;

/// How to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Simultaneous perturbation (Spall 1992): two points on either side, all numbers moved at once.
    Spsa,
    /// A quadratic model of all comparisons so far, which says where to look next.
    Model,
}

impl Method {
    /// All methods with their names in files.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Spsa, "spsa"), (Self::Model, "model")];

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(method, _)| *method == self);
        named.expect("all are listed").1
    }
}

/// How far a number may go from where it began, in its steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Down to this, at most 0.
    pub low: f64,
    /// Up to this, at least 0.
    pub high: f64,
}

impl Range {
    fn clamp(self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }
}

/// A search for the best numbers under way.
#[derive(Clone, Debug)]
pub struct Optimiser {
    ranges: Vec<Range>,
    random: Xoshiro256PlusPlus,
    state: State,
    /// Where it stood after each time it was told.
    path: Vec<Vec<f64>>,
}

#[derive(Clone, Debug)]
enum State {
    Spsa(Spsa),
    Model(Model),
}

impl Optimiser {
    /// A search that begins at 0 and is told `steps` times; `noise` is the standard error of the
    /// difference of two scores.
    ///
    /// # Panics
    /// If there is no number.
    #[must_use]
    pub fn new(method: Method, ranges: Vec<Range>, steps: u32, noise: f64, seed: u64) -> Self {
        assert!(!ranges.is_empty(), "there is a number to look for");
        let state = match method {
            Method::Spsa => State::Spsa(Spsa::new(ranges.len(), steps, noise)),
            Method::Model => State::Model(Model::new(&ranges, noise)),
        };
        Self {
            ranges,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            state,
            path: Vec::new(),
        }
    }

    /// The two points to compare next.
    pub fn ask(&mut self) -> Vec<Vec<f64>> {
        let mut points = match &mut self.state {
            State::Spsa(spsa) => spsa.ask(&mut self.random),
            State::Model(model) => model.ask(&mut self.random),
        };
        for point in &mut points {
            for (value, range) in point.iter_mut().zip(&self.ranges) {
                *value = range.clamp(*value);
            }
        }
        points
    }

    /// Takes the scores of the points asked for last, in their order; more is better.
    ///
    /// # Panics
    /// If there are not two.
    pub fn tell(&mut self, scores: &[f64]) {
        match &mut self.state {
            State::Spsa(spsa) => spsa.tell(scores),
            State::Model(model) => model.tell(scores),
        }
        let ranges = &self.ranges;
        let here = self.state.here_mut();
        for (value, range) in here.iter_mut().zip(ranges) {
            *value = range.clamp(*value);
        }
        self.path.push(here.to_vec());
    }

    /// Where the search stands.
    #[must_use]
    pub fn here(&self) -> &[f64] {
        match &self.state {
            State::Spsa(spsa) => &spsa.here,
            State::Model(model) => &model.here,
        }
    }

    /// Where it stood after each time it was told.
    #[must_use]
    pub fn path(&self) -> &[Vec<f64>] {
        &self.path
    }

    /// The best numbers: the mean of the second half of the path, in which chance averages out
    /// (Polyak and Juditsky 1992).
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        let half = &self.path[self.path.len() / 2..];
        if half.is_empty() {
            return self.here().to_vec();
        }
        let mean = |number: usize| {
            let sum: f64 = half.iter().map(|point| point[number]).sum();
            sum / half.len() as f64
        };
        (0..self.ranges.len()).map(mean).collect()
    }
}

impl State {
    fn here_mut(&mut self) -> &mut [f64] {
        match self {
            Self::Spsa(spsa) => &mut spsa.here,
            Self::Model(model) => &mut model.here,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(numbers: usize) -> Vec<Range> {
        vec![
            Range {
                low: -20.0,
                high: 20.0,
            };
            numbers
        ]
    }

    /// Tells the same scores to two searches, one of which is broken off and begun again.
    #[test]
    fn a_search_told_the_same_is_the_same() {
        for (method, _) in Method::ALL {
            let new = || Optimiser::new(method, wide(3), 30, 0.2, 5);
            let score = |point: &[f64]| -point.iter().map(|x| (x - 2.0).powi(2)).sum::<f64>();
            let mut whole = new();
            let mut told = Vec::new();
            for _ in 0..30 {
                let scores: Vec<f64> = whole.ask().iter().map(|point| score(point)).collect();
                whole.tell(&scores);
                told.push(scores);
            }
            let mut again = new();
            for scores in &told {
                again.ask();
                again.tell(scores);
            }
            assert_eq!(whole.path(), again.path(), "{method:?}");
            assert_eq!(whole.best(), again.best());
        }
    }

    #[test]
    fn no_point_leaves_its_range() {
        let ranges = vec![
            Range {
                low: 0.0,
                high: 3.0,
            },
            Range {
                low: -1.0,
                high: 0.0,
            },
        ];
        for (method, _) in Method::ALL {
            let mut optimiser = Optimiser::new(method, ranges.clone(), 60, 0.1, 3);
            for _ in 0..60 {
                let points = optimiser.ask();
                assert_eq!(points.len(), 2);
                for point in points.iter().chain([&optimiser.here().to_vec()]) {
                    assert!((0.0..=3.0).contains(&point[0]), "{point:?}");
                    assert!((-1.0..=0.0).contains(&point[1]), "{point:?}");
                }
                // The best lies beyond the range.
                let scores: Vec<f64> = points.iter().map(|p| p[0] - p[1]).collect();
                optimiser.tell(&scores);
            }
            let best = optimiser.best();
            assert!(best[0] > 2.0 && best[1] < -0.5, "{method:?} {best:?}");
        }
    }
}
