//! Repeated looks at growing results, with an error rate that holds for all of them together.
//!
//! Whoever stops as soon as an interval at 95 % says what was hoped for is wrong far more often than
//! one time in twenty. Here the k-th look may be wrong with chance α / (k (k + 1)) only; these add
//! up to α, so that all looks together, however many, are wrong with chance α at most, whenever and
//! for whatever reason one stops (Bonferroni's bound).

use super::estimate::Level;

/// How often any verdict of a claim may be wrong, over all looks at it.
pub const ALPHA: f64 = 0.05;

/// Returns the share of the error rate that the look with this number, from 1, may spend.
///
/// # Panics
/// Panics if the number is 0.
#[must_use]
pub fn spent(alpha: f64, look: u32) -> f64 {
    assert!(look > 0, "looks are counted from 1");
    let look = f64::from(look);
    alpha / (look * (look + 1.0))
}

/// Returns the level of intervals at a look, if all of `parts` intervals have to be right at once.
///
/// # Panics
/// Panics if the look is 0.
#[must_use]
pub fn level(look: u32, parts: usize) -> Level {
    let wrong = spent(ALPHA, look) / parts.max(1) as f64;
    Level::new(1.0 - wrong).expect("a small chance to be wrong")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_looks_together_spend_what_may_be_spent() {
        let all: f64 = (1..=10_000).map(|look| spent(0.05, look)).sum();
        assert!(all < 0.05 && all > 0.0499);
        assert!((level(1, 1).fraction() - 0.975).abs() < 1e-12);
        assert!((level(1, 5).fraction() - 0.995).abs() < 1e-12);
    }
}
