//! What the test of ratings finds: drawn on the claim's own scale, on which ratings tie.

use rand_xoshiro::Xoshiro256PlusPlus;
use statistics::wilcoxon;

use super::{Chance, DEMAND, DRAWN, normal, share_of_studies};

/// How people rate two games of theirs.
#[derive(Clone, Copy)]
pub(super) struct Ratings {
    steps: f64,
    /// Of the differences, before they are rounded.
    pub(super) deviation: f64,
    /// Those of one table feel the same difference, each on a level of their own.
    people: usize,
}

impl Ratings {
    pub(super) fn of(steps: u8, people: usize) -> Self {
        let steps = f64::from(steps);
        Self {
            steps,
            deviation: steps / 6.0,
            people,
        }
    }

    /// Draws the difference of one person, or the mean of one table.
    fn difference(self, shift: f64, random: &mut Xoshiro256PlusPlus) -> f64 {
        let felt = self.deviation * (shift + normal(random));
        let differences = (0..self.people).map(|_| {
            let middle = (self.steps + 1.0) / 2.0 + self.deviation * normal(random);
            let rating = |felt: f64| (middle + felt).round().clamp(1.0, self.steps);
            rating(felt / 2.0) - rating(-felt / 2.0)
        });
        differences.sum::<f64>() / self.people as f64
    }
}

/// Returns the chance that so many people, or tables, show such a shift.
pub(super) fn of_wilcoxon(n: u64, ratings: Ratings, shift: f64, seed: u64) -> Chance {
    share_of_studies(DRAWN, seed, |random| {
        let differences: Vec<f64> = (0..n).map(|_| ratings.difference(shift, random)).collect();
        wilcoxon::p_value(&differences) <= DEMAND.alpha
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings tie, and power is that of the test of the report.
    #[test]
    fn drawn_power_is_of_ratings_and_says_how_near() {
        // By a program of another's, with a deviation of 1.8: 61 % with 24 people, 82 % with 40.
        let ratings = Ratings::of(11, 1);
        let power = of_wilcoxon(24, ratings, 0.5, 1);
        let interval = power.interval().expect("it is drawn");
        assert!((power.value() - 0.61).abs() < 0.04, "{}", power.value());
        assert!(interval.half_width() < 0.03, "{interval:?}");
        let power = of_wilcoxon(40, ratings, 0.5, 1);
        assert!((power.value() - 0.82).abs() < 0.04, "{}", power.value());
        assert!(of_wilcoxon(36, ratings, 0.0, 1).value() < 0.06);
        // A table is the mean of its people, who tie less.
        let tables = of_wilcoxon(24, Ratings::of(11, 4), 0.5, 1).value();
        assert!(tables > 0.55, "{tables}");
    }
}
