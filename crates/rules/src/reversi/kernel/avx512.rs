//! The AVX-512 twin: what a disc turns, with masks and with a count of leading zeros in each lane,
//! on registers of 256 bits. Moves are those of [`super::avx2`], compiled for these instructions.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{AVX512, Avx2, Kernel, avx2, found};

/// Proof that this processor has what the functions below need: only [`Avx512::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The proof, on a processor that has AVX-512 with the parts named here, unless `KAESU_KERNEL`
    /// asks for less.
    #[inline]
    #[must_use]
    pub fn detect() -> Option<Self> {
        (found() >= AVX512).then_some(Self(()))
    }

    pub(super) fn is_here() -> bool {
        Avx2::is_here()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
    }
}

// Always inlined, as in `avx2`.
impl Kernel for Avx512 {
    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features, AVX2 among them.
        unsafe { avx2::moves(own, other) }
    }

    #[inline(always)]
    fn flips(self, own: u64, other: u64, square: u32) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { flips(own, other, square) }
    }

    #[inline(always)]
    fn moves_of_four(self, own: [u64; 4], other: [u64; 4]) -> [u64; 4] {
        // SAFETY: `self` proves that the processor has the features, AVX2 among them.
        unsafe { avx2::moves_of_four(own, other) }
    }

    #[inline(always)]
    fn replies(self, own: u64, other: u64, placements: u64, allowed: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the features, AVX2 among them.
        unsafe { avx2::replies(own, other, placements, allowed) }
    }
}

/// The squares beyond a square: four rays towards higher bits, four towards lower ones.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut rays = [Rays {
        up: [0; 4],
        down: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = ((square / 8) as i32, (square % 8) as i32);
        let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
        let mut at = 0;
        while at < 4 {
            let (down, right) = steps[at];
            rays[square].up[at] = avx2::ray(row, column, down, right);
            rays[square].down[at] = avx2::ray(row, column, -down, -right);
            at += 1;
        }
        square += 1;
    }
    rays
};

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[square as usize & 63];
    // SAFETY: both arrays are 32 bytes long and aligned, as the struct is and as they come first.
    let (rays_up, rays_down) = unsafe {
        (
            _mm256_load_si256(rays.up.as_ptr().cast()),
            _mm256_load_si256(rays.down.as_ptr().cast()),
        )
    };
    let own = _mm256_set1_epi64x(own as i64);
    let other = _mm256_set1_epi64x(other as i64);

    // Upwards the nearest square that is not the other's is the lowest bit of `open`. One less has
    // all bits below it, and above it only squares that are open themselves.
    let open = _mm256_andnot_si256(other, rays_up);
    let less = _mm256_add_epi64(open, _mm256_set1_epi64x(-1));
    let ends = _mm256_test_epi64_mask(_mm256_andnot_si256(less, open), own);
    let between = _mm256_andnot_si256(open, less);
    let up = _mm256_maskz_and_epi64(ends, rays_up, between);

    // Downwards it is the highest bit, and shifting by 64, if there is none, leaves nothing.
    let open = _mm256_andnot_si256(other, rays_down);
    let nearest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
    let end = _mm256_and_si256(nearest, own);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    let down = _mm256_and_si256(rays_down, above);

    avx2::or_of_lanes(_mm256_or_si256(up, down))
}

#[cfg(test)]
mod tests {
    use super::super::tests::agrees_with_scalar;
    use super::*;

    #[test]
    fn the_twins_agree() {
        if let Some(avx512) = Avx512::detect() {
            agrees_with_scalar(avx512, 3);
        }
    }
}
