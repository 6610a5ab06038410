//! Where a disc may go and what it turns: one scalar version for every grid, and for 8 × 8 an
//! AVX2 and an AVX-512 version of the same functions, chosen when the program runs.
//!
//! A kernel is a small value that proves what the processor can do; its functions are methods.
//! [`with_kernel!`](crate::with_kernel) finds the best one, once; [`per_kernel!`](crate::per_kernel)
//! compiles functions for each, so that a whole search runs without asking again:
//!
//! ```
//! use kaesu_rules::reversi::kernel::Kernel;
//!
//! kaesu_rules::per_kernel! {
//!     /// What is compiled for each kernel.
//!     pub trait Counting {
//!         /// The longest line of moves without a pass.
//!         fn longest(own: u64, other: u64, most: u32) -> u32 => longest;
//!     }
//! }
//!
//! // The body takes the kernel first. It has to melt into what the macro makes of it.
//! #[inline(always)]
//! fn longest<K: Counting>(kernel: K, own: u64, other: u64, most: u32) -> u32 {
//!     let mut best = 0;
//!     let mut moves = kernel.moves(own, other);
//!     while moves != 0 && best < most {
//!         let square = moves.trailing_zeros();
//!         moves &= moves - 1;
//!         let flips = kernel.flips(own, other, square);
//!         let (own, other) = (own | flips | 1 << square, other & !flips);
//!         best = best.max(1 + kernel.longest(other, own, most - 1));
//!     }
//!     best
//! }
//!
//! let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
//! let line = kaesu_rules::with_kernel!(kernel => kernel.longest(black, white, 6));
//! assert_eq!(line, 6);
//! ```
//!
//! The environment variable `KAESU_KERNEL` (`scalar`, `avx2` or `avx512`), read once, keeps to a kernel
//! that asks no more of the processor: the tests run with the scalar twin as well. Another value is
//! a mistake, which [`check_option`] finds early.

use std::ffi::OsString;
use std::sync::atomic::{AtomicU8, Ordering};

use thiserror::Error;

use super::bits::Bits;

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod per_kernel;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;

/// Returns the eight directions as four steps through the bits, each taken up and down. A step that
/// changes the column must not run over the edge, so `INNER` discs alone may be turned along it: a
/// disc in an edge column has no neighbour behind it.
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

/// Returns the empty squares of the 8 × 8 grid where a disc of `own` turns something, by the best
/// kernel.
#[inline]
#[must_use]
pub fn moves(own: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return avx2.moves(own, other);
    }
    scalar_moves(own, other)
}

/// Returns the discs of the 8 × 8 grid that a disc of `own` on this empty square turns, by the best
/// kernel.
#[inline]
#[must_use]
pub fn flips(own: u64, other: u64, square: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return avx2.flips(own, other, square);
    }
    scalar_flips(own, other, square)
}

/// What a search or a count on the 8 × 8 grid needs of the processor.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// What `KAESU_KERNEL` calls it.
    const NAME: &'static str;

    /// Returns the empty squares where a disc of `own` turns something.
    fn moves(self, own: u64, other: u64) -> u64;

    /// Returns the discs that a disc of `own` on this empty square turns.
    fn flips(self, own: u64, other: u64, square: u32) -> u64;

    /// On how many squares a disc of `own` turns something.
    #[inline(always)]
    fn mobility(self, own: u64, other: u64) -> u32 {
        self.moves(own, other).count_ones()
    }

    /// Returns the moves of four positions.
    fn moves_of_four(self, own: [u64; 4], other: [u64; 4]) -> [u64; 4];

    /// Returns the moves of eight positions.
    #[inline(always)]
    fn moves_of_eight(self, own: &[u64; 8], other: &[u64; 8]) -> [u64; 8] {
        let mut moves = [0; 8];
        for (at, moves) in moves.chunks_exact_mut(4).enumerate() {
            let four = |all: &[u64; 8]| [0, 1, 2, 3].map(|lane| all[4 * at + lane]);
            moves.copy_from_slice(&self.moves_of_four(four(own), four(other)));
        }
        moves
    }

    /// After each of these placements, how many of the `allowed` squares the other side can
    /// answer on, at least one for the pass or the end; summed.
    fn replies(self, own: u64, other: u64, placements: u64, allowed: u64) -> u64;
}

/// What the processor has and the option allows, or 0 before it was asked: a search over other
/// boards asks at every node, and five questions to the standard library took 5 % of its time.
static FOUND: AtomicU8 = AtomicU8::new(0);
const SCALAR: u8 = 1;
const AVX2: u8 = 2;
const AVX512: u8 = 3;

/// Returns one of the constants above.
#[inline]
fn found() -> u8 {
    match FOUND.load(Ordering::Relaxed) {
        0 => find(),
        found => found,
    }
}

/// A value of `KAESU_KERNEL` that is no kernel.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("KAESU_KERNEL has to be scalar, avx2 or avx512, or not set, and is {0:?}")]
pub struct UnknownKernel(OsString);

/// Checks `KAESU_KERNEL`, so that a program can report a mistake in it before the first board
/// needs a kernel.
///
/// # Errors
/// Returns an error if it is set to something that is no kernel.
pub fn check_option() -> Result<(), UnknownKernel> {
    option(std::env::var_os("KAESU_KERNEL")).map(|_| ())
}

/// Returns the most that this value of `KAESU_KERNEL` allows.
fn option(value: Option<OsString>) -> Result<u8, UnknownKernel> {
    let value = value.unwrap_or_default();
    match value.to_str() {
        Some("" | "avx512") => Ok(AVX512),
        Some("avx2") => Ok(AVX2),
        Some("scalar") => Ok(SCALAR),
        _ => Err(UnknownKernel(value)),
    }
}

#[cold]
fn find() -> u8 {
    let most = option(std::env::var_os("KAESU_KERNEL")).unwrap_or_else(|error| panic!("{error}"));
    #[cfg(target_arch = "x86_64")]
    let here = match () {
        () if Avx512::is_here() => AVX512,
        () if Avx2::is_here() => AVX2,
        () => SCALAR,
    };
    #[cfg(not(target_arch = "x86_64"))]
    let here = SCALAR;
    let found = most.min(here);
    FOUND.store(found, Ordering::Relaxed);
    found
}

/// The twin that runs everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

impl Kernel for Scalar {
    const NAME: &'static str = "scalar";

    #[inline]
    fn moves(self, own: u64, other: u64) -> u64 {
        scalar_moves(own, other)
    }

    #[inline]
    fn flips(self, own: u64, other: u64, square: u32) -> u64 {
        scalar_flips(own, other, square)
    }

    #[inline]
    fn moves_of_four(self, own: [u64; 4], other: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|lane| scalar_moves(own[lane], other[lane]))
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

    /// Returns positions of no particular game: random discs of random density on the 8 × 8 grid.
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

    /// Compares everything a kernel finds with what the scalar one finds.
    pub(crate) fn agrees_with_scalar(kernel: impl Kernel, seed: u64) {
        for (own, other) in random_discs(seed).take(20_000) {
            let moves = Scalar.moves(own, other);
            assert_eq!(kernel.moves(own, other), moves);
            for square in (!(own | other)).squares() {
                assert_eq!(
                    kernel.flips(own, other, square),
                    Scalar.flips(own, other, square),
                    "{own:x} {other:x} {square}"
                );
            }
            let (owns, others) = (
                [own, other, !other & own.rotate_left(9), 0],
                [other, own, other, own],
            );
            assert_eq!(
                kernel.moves_of_four(owns, others),
                Scalar.moves_of_four(owns, others)
            );
            let (owns, others) = (
                [own, other, own & moves, 0, other, own, !other, own & !moves],
                [
                    other,
                    own,
                    other,
                    own,
                    own & !moves,
                    other & moves,
                    other,
                    0,
                ],
            );
            assert_eq!(
                kernel.moves_of_eight(&owns, &others),
                Scalar.moves_of_eight(&owns, &others)
            );
            let allowed = own.rotate_left(17) | other;
            assert_eq!(
                kernel.replies(own, other, moves, !allowed),
                Scalar.replies(own, other, moves, !allowed)
            );
        }
    }

    #[test]
    fn the_option_decides_which_kernel_is_taken() {
        let name = crate::with_kernel!(kernel => name(kernel));
        match std::env::var("KAESU_KERNEL") {
            Ok(wanted) if wanted == "scalar" => assert_eq!(name, "scalar"),
            Ok(wanted) if wanted == "avx2" => assert_ne!(name, "avx512"),
            _ => {
                #[cfg(target_arch = "x86_64")]
                assert_eq!(
                    (name == "avx512", name == "scalar"),
                    (Avx512::is_here(), !Avx2::is_here())
                );
            }
        }
    }

    #[test]
    fn the_option_is_a_kernel_or_empty() {
        for value in [None, Some(""), Some("scalar"), Some("avx2"), Some("avx512")] {
            assert!(option(value.map(OsString::from)).is_ok(), "{value:?}");
        }
        let error = option(Some("fast".into())).unwrap_err().to_string();
        assert!(error.contains("scalar, avx2 or avx512") && error.contains("\"fast\""));
    }

    fn name<K: Kernel>(_: K) -> &'static str {
        K::NAME
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
