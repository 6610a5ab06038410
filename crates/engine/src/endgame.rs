//! The game solved to its end: [`last`] one to four empty squares, [`shallow`] five and six,
//! [`fastest`] seven to twelve. More is the business of [`crate::deep`].

pub(crate) mod fastest;
mod flip_count;
pub(crate) mod last;
pub(crate) mod shallow;

#[cfg(test)]
mod tests;
