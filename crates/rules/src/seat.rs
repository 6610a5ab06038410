//! Seats, and one value for each of them.

use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// The most seats a game may have.
pub const MAX_SEATS: usize = 6;

/// A place at the board, counted from 0 in the order the game names its seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Returns the seat with this index.
    ///
    /// # Panics
    /// Panics if `index` is not below [`MAX_SEATS`].
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a game has at most six seats");
        Self(index as u8)
    }

    /// Returns the seat's index, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the first `seats` seats in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..seats).map(Self::new)
    }

    /// Returns the seat `steps` places further round a table of `seats`.
    #[inline]
    #[must_use]
    pub const fn next(self, steps: usize, seats: usize) -> Self {
        Self::new((self.index() + steps) % seats)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// One value per seat; it knows how many seats there are and acts as a slice.
#[derive(Clone, Copy)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// Returns the same value for each of `seats` seats.
    #[inline]
    #[must_use]
    pub fn all(seats: usize, value: T) -> Self {
        Self::from_fn(seats, |_| value)
    }

    /// Returns what `value` says for each of `seats` seats.
    ///
    /// # Panics
    /// Panics if there are more than [`MAX_SEATS`].
    #[inline]
    #[must_use]
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        let mut values = [T::default(); MAX_SEATS];
        for (index, slot) in values[..seats].iter_mut().enumerate() {
            *slot = value(Seat::new(index));
        }
        Self {
            values,
            seats: seats as u8,
        }
    }

    /// Another value made from each value.
    #[inline]
    #[must_use]
    pub fn map<U: Copy + Default>(&self, mut f: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat::from_fn(self.len(), |seat| f(self[seat]))
    }
}

impl<T: Copy + Default, const N: usize> From<[T; N]> for PerSeat<T> {
    #[inline]
    fn from(values: [T; N]) -> Self {
        Self::from_fn(N, |seat| values[seat.index()])
    }
}

impl<T> Deref for PerSeat<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.values[..self.seats as usize]
    }
}

impl<T> DerefMut for PerSeat<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..self.seats as usize]
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat.index()]
    }
}

impl<T: PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for PerSeat<T> {}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        assert_eq!(Seat::new(3).next(1, 4), Seat::new(0));
        assert_eq!(Seat::new(1).next(6, 4), Seat::new(3));
        assert_eq!(Seat::all(3).count(), 3);
    }

    #[test]
    fn one_value_per_seat_and_no_more() {
        let mut values = PerSeat::from([10, 20, 30]);
        values[Seat::new(1)] += 5;
        assert_eq!(*values, [10, 25, 30]);
        assert_eq!(*values.map(|v| v > 20), [false, true, true]);
        assert_ne!(values, PerSeat::from([10, 25, 30, 0]));
    }
}
