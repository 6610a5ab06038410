//! Where a disc may go and what it turns: one scalar version for every grid, and for 8 × 8 an
//! AVX2 version of the same functions, chosen when the program runs.

use super::bits::Bits;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;

/// The eight directions as four steps through the bits, each taken up and down. A step that
/// changes the column must not run over the edge, so `INNER` discs alone may be turned along it:
/// a disc in an edge column has no neighbour behind it.
#[inline]
fn steps<B: Bits>() -> [(u32, B); 4] {
    let all = !B::EMPTY;
    [
        (1, B::INNER),
        (B::STRIDE - 1, B::INNER),
        (B::STRIDE, all),
        (B::STRIDE + 1, B::INNER),
    ]
}

/// Fills along runs of the other colour, all squares at once.
#[inline]
pub(crate) fn scalar_moves<B: Bits>(own: B, other: B) -> B {
    let mut moves = B::EMPTY;
    for (step, inside) in steps::<B>() {
        let other = other & inside;
        let mut up = other & (own << step);
        let mut down = other & (own >> step);
        // A run is at most two discs shorter than the grid.
        for _ in 0..B::STRIDE - 3 {
            up |= other & (up << step);
            down |= other & (down >> step);
        }
        moves |= (up << step) | (down >> step);
    }
    moves & !(own | other)
}

/// Walks from the square in each direction.
#[inline]
pub(crate) fn scalar_flips<B: Bits>(own: B, other: B, square: u32) -> B {
    let start = B::only(square);
    let mut flips = B::EMPTY;
    for (step, inside) in steps::<B>() {
        let other = other & inside;
        let mut run = B::EMPTY;
        let mut next = start << step;
        while !(next & other).is_empty() {
            run |= next;
            next = next << step;
        }
        if !(next & own).is_empty() {
            flips |= run;
        }
        let mut run = B::EMPTY;
        let mut next = start >> step;
        while !(next & other).is_empty() {
            run |= next;
            next = next >> step;
        }
        if !(next & own).is_empty() {
            flips |= run;
        }
    }
    flips
}

/// The empty squares of the 8 × 8 grid where a disc of `own` turns something.
#[inline]
pub(crate) fn moves(own: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = avx2::Avx2::detect() {
        return avx2.moves(own, other);
    }
    scalar_moves(own, other)
}

/// The discs of the 8 × 8 grid that a disc of `own` on this empty square turns.
#[inline]
pub(crate) fn flips(own: u64, other: u64, square: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = avx2::Avx2::detect() {
        return avx2.flips(own, other, square);
    }
    scalar_flips(own, other, square)
}

/// What counting positions needs of a kernel.
pub(crate) trait Kernel: Copy {
    /// See [`moves`].
    fn moves(self, own: u64, other: u64) -> u64;
    /// See [`flips`].
    fn flips(self, own: u64, other: u64, square: u32) -> u64;
    /// After each of these placements, how many of the `allowed` squares the other side can
    /// answer on, at least one for the pass or the end; summed.
    fn replies(self, own: u64, other: u64, placements: u64, allowed: u64) -> u64;
}

/// The twin that runs everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar;

impl Kernel for Scalar {
    #[inline]
    fn moves(self, own: u64, other: u64) -> u64 {
        scalar_moves(own, other)
    }

    #[inline]
    fn flips(self, own: u64, other: u64, square: u32) -> u64 {
        scalar_flips(own, other, square)
    }

    #[inline]
    fn replies(self, own: u64, other: u64, placements: u64, allowed: u64) -> u64 {
        placements
            .squares()
            .map(|square| {
                let flips = scalar_flips(own, other, square);
                let replies = scalar_moves(other & !flips, own | flips | u64::only(square));
                u64::from((replies & allowed).len().max(1))
            })
            .sum()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Positions of no particular game: random discs of random density on the 8 × 8 grid.
    pub(crate) fn random_discs(seed: u64) -> impl Iterator<Item = (u64, u64)> {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        std::iter::repeat_with(move || {
            let mut taken: u64 = random.random();
            if random.random() {
                taken |= random.random::<u64>();
            }
            let own = taken & random.random::<u64>();
            (own, taken & !own)
        })
    }

    #[test]
    fn a_square_is_a_move_exactly_when_it_turns_something() {
        for (own, other) in random_discs(1).take(2_000) {
            let moves = scalar_moves(own, other);
            for square in (!(own | other)).squares() {
                let flips = scalar_flips(own, other, square);
                assert_eq!(moves.has(square), !flips.is_empty());
                assert!((flips & !other).is_empty());
            }
        }
    }
}
