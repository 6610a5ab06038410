//! Figures in tables on the terminal.

/// Returns a figure with so many digits; what cannot be computed is a dash, as in reports.
pub(crate) fn figure(value: f64, digits: usize) -> String {
    if value.is_finite() {
        format!("{value:.digits$}")
    } else {
        "–".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_computed_is_a_dash() {
        assert_eq!(figure(-0.25, 1), "-0.2");
        for value in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(figure(value, 3), "–");
        }
    }
}
