//! From where to where an axis goes, and what stands at its ticks.

use crate::table::rounded;

/// Returns a range that shows all these values with a little room around them; what is not finite
/// does not count.
pub(super) fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let finite = values.into_iter().filter(|value| value.is_finite());
    let ends = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    match ends {
        (low, high) if low > high => (0.0, 1.0),
        (low, high) if low == high => (low - 1.0, high + 1.0),
        (low, high) => {
            let room = (high - low) * 0.04;
            (low - room, high + room)
        }
    }
}

/// Returns the same for a logarithmic axis, as whole powers of ten; what is not positive does not
/// count.
pub(super) fn decades(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let positive = values.into_iter().filter(|value| *value > 0.0);
    let (low, high) = range(positive.map(f64::log10));
    (low.floor(), high.ceil())
}

/// Returns a short name of a number at a tick.
pub(super) fn tick(value: f64) -> String {
    let size = value.abs();
    let (value, unit) = match size {
        _ if size >= 1e9 => (value / 1e9, "G"),
        _ if size >= 1e6 => (value / 1e6, "M"),
        _ if size >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = rounded(value, 3, false);
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    format!("{}{unit}", text.replace('-', "−"))
}

/// Returns the label of a tick on an axis of whole numbers; empty between them.
pub(super) fn whole_tick(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 {
        tick(value.round())
    } else {
        String::new()
    }
}

/// Returns a tick of an axis of shares.
pub(super) fn percent_tick(value: f64) -> String {
    format!("{} %", tick(100.0 * value))
}
