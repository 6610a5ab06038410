//! The game solved to its end: [`last`] one to four empty squares, [`shallow`] five and six,
//! [`fastest`] seven to ten, [`ordered`] eleven and twelve. [`crate::deep`] searches positions with more.

pub(crate) mod fastest;
mod flip_count;
pub(crate) mod last;
pub(crate) mod ordered;
pub(crate) mod shallow;

#[cfg(test)]
mod tests;
