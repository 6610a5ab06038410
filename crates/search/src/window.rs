//! The values that a search has to tell apart.

/// A range of values; anything at or beyond an end is as good as the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Window {
    /// Every value counts. The ends can change sign.
    pub(crate) const OPEN: Self = Self {
        low: -i64::MAX,
        high: i64::MAX,
    };

    /// Returns the same window for a seat that wants the value to be large (1) or small (-1), in
    /// its own units; done twice, it is the window again.
    #[inline]
    pub(crate) const fn seen_by(self, sign: i64) -> Self {
        if sign > 0 {
            self
        } else {
            Self {
                low: -self.high,
                high: -self.low,
            }
        }
    }
}
