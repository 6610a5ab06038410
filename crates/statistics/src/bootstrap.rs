//! Intervals for anything that can be computed from blocks: draw as many blocks again from those
//! seen, compute again, many times, and leave out the tails (Efron 1979, percentile intervals).
//!
//! The generator is fixed, so that the same seed always gives the same interval.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::estimate::{Estimate, Interval, Level};

/// How often and with which numbers to draw again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bootstrap {
    /// How often; 2000 give two digits of a 95 % interval.
    pub resamples: usize,
    /// The seed of the generator.
    pub seed: u64,
}

impl Bootstrap {
    /// Returns a statistic of blocks with its interval; `None` without blocks.
    pub fn estimate<T>(
        &self,
        blocks: &[T],
        level: Level,
        mut statistic: impl FnMut(&[&T]) -> f64,
    ) -> Option<Estimate> {
        if blocks.is_empty() || self.resamples == 0 {
            return None;
        }
        let value = statistic(&blocks.iter().collect::<Vec<_>>());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut drawn = Vec::with_capacity(blocks.len());
        let mut values: Vec<f64> = (0..self.resamples)
            .map(|_| {
                drawn.clear();
                let again = || &blocks[random.random_range(0..blocks.len())];
                drawn.extend(std::iter::repeat_with(again).take(blocks.len()));
                statistic(&drawn)
            })
            .collect();
        values.sort_by(f64::total_cmp);
        Some(Estimate {
            value,
            interval: Interval {
                low: quantile(&values, level.tail()),
                high: quantile(&values, 1.0 - level.tail()),
            },
        })
    }
}

/// Returns the value below which this share of sorted values lies, between neighbours in
/// proportion.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    sorted[below] + (sorted[above] - sorted[below]) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[&f64]) -> f64 {
        values.iter().copied().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn of_means_it_is_near_the_normal_interval() {
        let values: Vec<f64> = (0..200).map(|i| f64::from(i * 37 % 100)).collect();
        let bootstrap = Bootstrap {
            resamples: 4000,
            seed: 1,
        };
        let found = bootstrap.estimate(&values, Level::P95, mean).unwrap();
        let expected = Estimate::mean(&values, Level::P95).unwrap();
        assert!((found.value - expected.value).abs() < 1e-9);
        let (f, e) = (found.interval.half_width(), expected.interval.half_width());
        assert!((f / e - 1.0).abs() < 0.05, "{f} {e}");
    }

    #[test]
    fn the_seed_decides() {
        let values = [1.0, 5.0, 2.0, 8.0];
        let of = |seed| {
            let resamples = 50;
            let bootstrap = Bootstrap { resamples, seed };
            bootstrap.estimate(&values, Level::P95, mean).unwrap()
        };
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert_eq!(quantile(&[1.0], 0.3), 1.0);
    }
}
