//! The zero of a monotone function by bisection, which always finds it.

/// Returns the place in `low..=high` where `f`, which falls from positive to negative, crosses
/// zero; an end if it does not. Exact to the last few bits.
pub(super) fn falling(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    // 200 halvings leave nothing between any two finite ends; it stops long before.
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

/// Returns the same for a function that rises from negative to positive.
pub(super) fn rising(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    falling(low, high, |x| -f(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_found_to_the_last_bits() {
        assert!((rising(0.0, 2.0, |x| x * x - 2.0) - 2f64.sqrt()).abs() < 1e-15);
        assert!((falling(0.0, 10.0, |x| 3.0 - x) - 3.0).abs() < 1e-14);
        assert!(falling(0.0, 1.0, |_| 1.0) > 1.0 - 1e-15);
    }
}
