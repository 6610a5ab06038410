//! Many tests at once: Holm's correction keeps the chance of any false verdict at what one test
//! promises, whatever the tests have to do with each other (Holm 1979).

/// Returns the p-values as they count among all of them, in the same order.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut most: f64 = 0.0;
    for (place, &index) in order.iter().enumerate() {
        let left = (p_values.len() - place) as f64;
        most = most.max((p_values[index] * left).min(1.0));
        adjusted[index] = most;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_example() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[0.8, 0.7]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
