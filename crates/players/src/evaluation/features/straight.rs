//! P1's feature ST: the squares of the lengths of straight runs.

/// The four lines through a square as steps through the bits, with the squares from which the step
/// does not run over the edge.
const STEPS: [(u32, u64); 4] = [
    (1, 0x7f7f_7f7f_7f7f_7f7f),
    (7, 0xfefe_fefe_fefe_fefe),
    (8, !0),
    (9, 0x7f7f_7f7f_7f7f_7f7f),
];

/// Returns the sum of the squared lengths of all maximal straight runs of three discs or more,
/// along rows, columns and diagonals.
///
/// Let P(k) be the number of runs of k discs that begin somewhere, inside longer ones or not: a
/// maximal run of length n holds n - k + 1 of them. Then P(k) - P(k + 1) maximal runs have length k
/// or more, and the squares add up to 9 P(3) - 2 P(4) + 2 P(5) + 2 P(6) + 2 P(7) + 2 P(8).
#[inline]
#[must_use]
pub fn straight(discs: u64) -> i32 {
    let mut sum = 0;
    for (step, inside) in STEPS {
        let next = |run: u64| discs & (run & inside) << step;
        let mut run = next(next(discs));
        let mut factor = 9;
        while run != 0 {
            sum += factor * run.count_ones() as i32;
            factor = if factor == 9 { -2 } else { 2 };
            run = next(run);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_known_length() {
        assert_eq!(straight(0b11), 0);
        for length in 3..=8_u32 {
            let row = (1_u64 << length) - 1;
            assert_eq!(straight(row << 16), (length * length) as i32);
        }
        // All rows and columns, and both diagonals with their neighbours.
        assert_eq!(
            straight(!0),
            16 * 64 + 2 * (64 + 2 * (49 + 36 + 25 + 16 + 9))
        );
        // A run does not go on in the next row.
        assert_eq!(straight(0b111 << 6), 0);
        assert_eq!(straight(0b1111_0111), 9 + 16);
    }
}
