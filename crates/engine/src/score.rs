//! Values are differences of discs at the end, for the side to move.

/// Above every value.
pub(crate) const INFINITE: i32 = 66;

/// The value of having all discs.
pub(crate) const ALL: i32 = 64;
