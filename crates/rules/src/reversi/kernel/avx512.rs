//! The AVX-512 twin: what a disc turns, with masks and with a count of leading zeros in each lane,
//! on registers of 256 bits; moves in all eight directions at once, or of eight positions at once.

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
            && is_x86_feature_detected!("avx512vpopcntdq")
    }
}

// Always inlined, as in `avx2`.
impl Kernel for Avx512 {
    const NAME: &'static str = "avx512";

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
        // SAFETY: `self` proves that the processor has the features, AVX2 among them.
        unsafe { avx2::moves_of_four(own, other) }
    }

    #[inline(always)]
    fn moves_of_eight(self, own: &[u64; 8], other: &[u64; 8]) -> [u64; 8] {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { moves_of_eight(own, other) }
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
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
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

/// Returns the moves. Each lane is a direction, and a step towards lower bits is a turn by what is
/// left of 64: whatever runs over an edge lands where no disc can be turned in that direction.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves(own: u64, other: u64) -> u64 {
    let step = _mm512_setr_epi64(1, 7, 8, 9, 63, 57, 56, 55);
    let two = _mm512_setr_epi64(2, 14, 16, 18, 62, 50, 48, 46);
    let mine = _mm512_set1_epi64(own as i64);
    let theirs = _mm512_and_si512(
        _mm512_set1_epi64(other as i64),
        _mm512_setr_epi64(ROWS, BOTH, COLUMNS, BOTH, ROWS, BOTH, COLUMNS, BOTH),
    );
    let pairs = _mm512_and_si512(theirs, _mm512_rolv_epi64(theirs, step));
    let mut run = _mm512_and_si512(theirs, _mm512_rolv_epi64(mine, step));
    run = or_and(run, theirs, _mm512_rolv_epi64(run, step));
    run = or_and(run, pairs, _mm512_rolv_epi64(run, two));
    run = or_and(run, pairs, _mm512_rolv_epi64(run, two));
    let reached = _mm512_rolv_epi64(run, step);
    let half = _mm256_or_si256(
        _mm512_castsi512_si256(reached),
        _mm512_extracti64x4_epi64::<1>(reached),
    );
    avx2::or_of_lanes(half) & !(own | other)
}

/// Discs that can be turned along rows, along columns and along diagonals: none at the ends of lines.
const ROWS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
const COLUMNS: i64 = 0x00ff_ffff_ffff_ff00;
const BOTH: i64 = ROWS & COLUMNS;

/// Returns `a | (b & c)`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0b1111_1000>(a, b, c)
}

/// Returns the moves of eight positions, one in each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves_of_eight(own: &[u64; 8], other: &[u64; 8]) -> [u64; 8] {
    // SAFETY: the arrays are 64 bytes long.
    let (own, other) = unsafe {
        (
            _mm512_loadu_si512(own.as_ptr().cast()),
            _mm512_loadu_si512(other.as_ptr().cast()),
        )
    };
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(ROWS));
    let reached = _mm512_or_si512(
        or_of_three(
            moves_along::<1, 2>(own, inner),
            moves_along::<7, 14>(own, inner),
            moves_along::<8, 16>(own, other),
        ),
        moves_along::<9, 18>(own, inner),
    );
    let moves = _mm512_andnot_si512(_mm512_or_si512(own, other), reached);
    let mut lanes = [0; 8];
    // SAFETY: the array is 64 bytes long.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), moves) };
    lanes
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn or_of_three(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0b1111_1110>(a, b, c)
}

/// Along one axis both ways, as in [`super::avx2`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves_along<const STEP: u32, const TWO: u32>(own: __m512i, other: __m512i) -> __m512i {
    let pairs_up = _mm512_and_si512(other, _mm512_slli_epi64::<STEP>(other));
    let pairs_down = _mm512_srli_epi64::<STEP>(pairs_up);
    let mut up = _mm512_and_si512(other, _mm512_slli_epi64::<STEP>(own));
    let mut down = _mm512_and_si512(other, _mm512_srli_epi64::<STEP>(own));
    up = or_and(up, other, _mm512_slli_epi64::<STEP>(up));
    down = or_and(down, other, _mm512_srli_epi64::<STEP>(down));
    up = or_and(up, pairs_up, _mm512_slli_epi64::<TWO>(up));
    down = or_and(down, pairs_down, _mm512_srli_epi64::<TWO>(down));
    up = or_and(up, pairs_up, _mm512_slli_epi64::<TWO>(up));
    down = or_and(down, pairs_down, _mm512_srli_epi64::<TWO>(down));
    _mm512_or_si512(
        _mm512_slli_epi64::<STEP>(up),
        _mm512_srli_epi64::<STEP>(down),
    )
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
