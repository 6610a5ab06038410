//! The AVX2 twin of the scalar kernel for the 8 × 8 grid.
//!
//! One position: four directions in the four lanes of a register. Many positions, when counting:
//! four positions in the four lanes, one direction after the other, which needs no reduction.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::bits::Bits;
use super::{AVX2, Kernel, found};

/// Proof that this processor has what the functions below need: only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the proof, on a processor that has AVX2 and the bit instructions that came with it,
    /// unless `KAESU_KERNEL` asks for less.
    #[inline]
    #[must_use]
    pub fn detect() -> Option<Self> {
        (found() >= AVX2).then_some(Self(()))
    }

    pub(super) fn is_here() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
}

// The methods are `inline(always)` so that inside a function with these target features they
// melt into it; called from elsewhere they cost one call.
impl Kernel for Avx2 {
    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { moves(own, other) }
    }

    #[inline(always)]
    fn flips(self, own: u64, other: u64, square: u32) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { flips(own, other, square) }
    }

    #[inline(always)]
    fn moves_of_four(self, own: [u64; 4], other: [u64; 4]) -> [u64; 4] {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { moves_of_four(own, other) }
    }

    #[inline(always)]
    fn replies(self, own: u64, other: u64, placements: u64, allowed: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { replies(own, other, placements, allowed) }
    }
}

const INNER: i64 = <u64 as Bits>::INNER as i64;

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn or_of_lanes(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    let one = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(one) as u64
}

/// Returns the moves. Each lane is an axis; runs are filled in steps of one, one, two and two
/// squares.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let step = _mm256_set_epi64x(7, 9, 8, 1);
    let two = _mm256_add_epi64(step, step);
    let mine = _mm256_set1_epi64x(own as i64);
    let theirs = _mm256_and_si256(
        _mm256_set1_epi64x(other as i64),
        _mm256_set_epi64x(INNER, INNER, -1, INNER),
    );

    let mut up = _mm256_and_si256(theirs, _mm256_sllv_epi64(mine, step));
    let mut down = _mm256_and_si256(theirs, _mm256_srlv_epi64(mine, step));
    up = _mm256_or_si256(up, _mm256_and_si256(theirs, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(theirs, _mm256_srlv_epi64(down, step)),
    );
    let pairs_up = _mm256_and_si256(theirs, _mm256_sllv_epi64(theirs, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    or_of_lanes(reached) & !(own | other)
}

/// The squares beyond a square: four rays towards higher bits, and four rays towards lower bits
/// written on the grid with its rows in reverse order, where three of them go up as well. The
/// fourth, along the row, is handled separately.
#[repr(C, align(32))]
#[derive(Clone, Copy)]
struct Rays {
    up: [u64; 4],
    down_reversed: [u64; 4],
    back_in_row: u64,
}

static RAYS: [Rays; 64] = {
    let mut rays = [Rays {
        up: [0; 4],
        down_reversed: [0; 4],
        back_in_row: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = ((square / 8) as i32, (square % 8) as i32);
        rays[square].up = [
            ray(row, column, 0, 1),
            ray(row, column, 1, -1),
            ray(row, column, 1, 0),
            ray(row, column, 1, 1),
        ];
        rays[square].down_reversed = [
            0,
            ray(row, column, -1, -1).swap_bytes(),
            ray(row, column, -1, 0).swap_bytes(),
            ray(row, column, -1, 1).swap_bytes(),
        ];
        rays[square].back_in_row = ray(row, column, 0, -1);
        square += 1;
    }
    rays
};

pub(super) const fn ray(mut row: i32, mut column: i32, down: i32, right: i32) -> u64 {
    let mut ray = 0;
    loop {
        row += down;
        column += right;
        if row < 0 || row > 7 || column < 0 || column > 7 {
            return ray;
        }
        ray |= 1 << (8 * row + column);
    }
}

/// On rays towards higher bits the nearest square that is not the other's is the lowest bit; if
/// it is ours, everything on the ray below it turns.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips_upwards(own: __m256i, other: __m256i, rays: __m256i) -> __m256i {
    let open = _mm256_andnot_si256(other, rays);
    let zero = _mm256_setzero_si256();
    let nearest = _mm256_and_si256(open, _mm256_sub_epi64(zero, open));
    let end = _mm256_and_si256(nearest, own);
    let none = _mm256_cmpeq_epi64(end, zero);
    // One less than `end`, and zero where there is no end.
    let below = _mm256_sub_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), none);
    _mm256_and_si256(rays, below)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[square as usize & 63];
    // SAFETY: both arrays are 32 bytes long and aligned, as the struct is and as they come first.
    let (rays_up, rays_down) = unsafe {
        (
            _mm256_load_si256(rays.up.as_ptr().cast()),
            _mm256_load_si256(rays.down_reversed.as_ptr().cast()),
        )
    };
    let up = flips_upwards(
        _mm256_set1_epi64x(own as i64),
        _mm256_set1_epi64x(other as i64),
        rays_up,
    );
    let down = flips_upwards(
        _mm256_set1_epi64x(own.swap_bytes() as i64),
        _mm256_set1_epi64x(other.swap_bytes() as i64),
        rays_down,
    );
    let rows_reversed = _mm256_set_epi8(
        8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, //
        8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
    );
    let both = _mm256_or_si256(up, _mm256_shuffle_epi8(down, rows_reversed));

    // The ray back along the row: the nearest open square is the highest bit. The bit 0 that
    // stands in for "none" is on the ray only in the first row, where it is no disc of ours then.
    let back = rays.back_in_row;
    let nearest = (1 << 63) >> ((back & !other) | 1).leading_zeros();
    let end = nearest & own & back;
    or_of_lanes(both) | (back & (end << 1).wrapping_neg())
}

/// Returns the children of a position, four at a time, and the popcount of what can be answered.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn replies(own: u64, other: u64, placements: u64, allowed: u64) -> u64 {
    let mut total = 0;
    let mut rest = placements;
    while rest != 0 {
        // Lanes that stay empty have no discs, so no replies.
        let mut mover = [0u64; 4];
        let mut waiting = [0u64; 4];
        let lanes = (rest.count_ones() as usize).min(4);
        for lane in 0..lanes {
            let square = rest.first();
            rest = rest.rest();
            let flips = flips(own, other, square);
            mover[lane] = other ^ flips;
            waiting[lane] = own | flips | u64::only(square);
        }
        for replies in moves_of_four(mover, waiting).into_iter().take(lanes) {
            total += u64::from((replies & allowed).count_ones().max(1));
        }
    }
    total
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn moves_of_four(own: [u64; 4], other: [u64; 4]) -> [u64; 4] {
    let own = _mm256_set_epi64x(own[3] as i64, own[2] as i64, own[1] as i64, own[0] as i64);
    let other = _mm256_set_epi64x(
        other[3] as i64,
        other[2] as i64,
        other[1] as i64,
        other[0] as i64,
    );
    let inner = _mm256_and_si256(other, _mm256_set1_epi64x(INNER));
    let reached = _mm256_or_si256(
        _mm256_or_si256(
            moves_along::<1, 2>(own, inner),
            moves_along::<7, 14>(own, inner),
        ),
        _mm256_or_si256(
            moves_along::<8, 16>(own, other),
            moves_along::<9, 18>(own, inner),
        ),
    );
    let moves = _mm256_andnot_si256(_mm256_or_si256(own, other), reached);
    [
        _mm256_extract_epi64::<0>(moves) as u64,
        _mm256_extract_epi64::<1>(moves) as u64,
        _mm256_extract_epi64::<2>(moves) as u64,
        _mm256_extract_epi64::<3>(moves) as u64,
    ]
}

/// Along one axis both ways: the squares behind runs of the other colour that begin at a disc of
/// `own`, taken or not.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves_along<const STEP: i32, const TWO: i32>(own: __m256i, other: __m256i) -> __m256i {
    let pairs_up = _mm256_and_si256(other, _mm256_slli_epi64::<STEP>(other));
    let pairs_down = _mm256_srli_epi64::<STEP>(pairs_up);
    let mut up = _mm256_and_si256(other, _mm256_slli_epi64::<STEP>(own));
    let mut down = _mm256_and_si256(other, _mm256_srli_epi64::<STEP>(own));
    up = _mm256_or_si256(up, _mm256_and_si256(other, _mm256_slli_epi64::<STEP>(up)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(other, _mm256_srli_epi64::<STEP>(down)),
    );
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_slli_epi64::<TWO>(up)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srli_epi64::<TWO>(down)),
    );
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_slli_epi64::<TWO>(up)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srli_epi64::<TWO>(down)),
    );
    _mm256_or_si256(
        _mm256_slli_epi64::<STEP>(up),
        _mm256_srli_epi64::<STEP>(down),
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::agrees_with_scalar;
    use super::*;

    #[test]
    fn the_twins_agree() {
        if let Some(avx2) = Avx2::detect() {
            agrees_with_scalar(avx2, 2);
        }
    }
}
