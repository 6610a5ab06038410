//! Sets of squares that never change.

/// The corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The four quarters of the board: where an odd number of squares is empty, whoever begins there
/// also ends there.
pub(crate) const QUARTERS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// Returns the quarters with an odd number of these squares.
#[inline(always)]
pub(crate) const fn odd_quarters(empties: u64) -> u64 {
    let mut odd = 0;
    let mut quarter = 0;
    while quarter < 4 {
        let squares = QUARTERS[quarter];
        odd |= squares & ((empties & squares).count_ones() as u64 & 1).wrapping_neg();
        quarter += 1;
    }
    odd
}

/// The squares around each square.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = around(1 << square);
        square += 1;
    }
    neighbours
};

/// Returns the squares beside those of a set.
#[inline(always)]
pub(crate) const fn around(set: u64) -> u64 {
    let left = set & 0xfefe_fefe_fefe_fefe;
    let right = set & 0x7f7f_7f7f_7f7f_7f7f;
    (left >> 1)
        | (right << 1)
        | (set << 8)
        | (set >> 8)
        | (left >> 9)
        | (left << 7)
        | (right >> 7)
        | (right << 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_step_away() {
        for a in 0..64i32 {
            for b in 0..64i32 {
                let (rows, columns) = ((a / 8 - b / 8).abs(), (a % 8 - b % 8).abs());
                let near = rows.max(columns) == 1;
                assert_eq!(NEIGHBOURS[a as usize] >> b & 1 == 1, near, "{a} {b}");
            }
        }
    }

    #[test]
    fn odd_quarters_are_whole() {
        assert_eq!(odd_quarters(0b1), QUARTERS[0]);
        assert_eq!(odd_quarters(0b11_0011), 0);
        assert_eq!(odd_quarters(1 << 63 | 1), QUARTERS[0] | QUARTERS[3]);
    }
}
