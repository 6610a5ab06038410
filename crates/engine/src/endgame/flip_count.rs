//! How many discs the last empty square turns: every other square is taken, so the discs of one
//! side on the four lines through it say all.

/// The lines through a square but its row, and its place on all four.
#[derive(Clone, Copy)]
struct Lines {
    column: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines {
        column: 0,
        diagonal: 0,
        antidiagonal: 0,
    }; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (row_a, row_b) = (a / 8, b / 8);
            let (column_a, column_b) = (a % 8, b % 8);
            if column_a == column_b {
                lines[a].column |= 1 << b;
            }
            if row_a + column_b == row_b + column_a {
                lines[a].diagonal |= 1 << b;
            }
            if row_a + column_a == row_b + column_b {
                lines[a].antidiagonal |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    lines
};

/// Twice the number of discs turned on a full line by a disc at this place, from the discs of its
/// side on the line.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut count = 0;
            let mut step = -1;
            while step <= 1 {
                let mut at = place as i32 + step;
                let mut run = 0;
                while at >= 0 && at < 8 && own >> at & 1 == 0 {
                    run += 1;
                    at += step;
                }
                if at >= 0 && at < 8 {
                    count += 2 * run;
                }
                step += 2;
            }
            turned[place][own] = count;
            own += 1;
        }
        place += 1;
    }
    turned
};

/// Returns one bit from each row, gathered in a byte.
#[inline(always)]
const fn by_column(line: u64) -> usize {
    (line.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

/// Returns twice the number of discs that the side with these discs turns on the only empty square.
#[inline(always)]
pub(super) fn turned_by_last(own: u64, square: u32) -> i32 {
    let square = square as usize & 63;
    let (row, column) = (square / 8, square % 8);
    let lines = &LINES[square];
    let in_row = &TURNED[column];
    let row_discs = (own >> (8 * row)) as usize & 0xff;
    // The column becomes a row when it is multiplied onto the highest one.
    let column_discs = ((own & lines.column) >> column).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let turned = u32::from(in_row[row_discs])
        + u32::from(TURNED[row][column_discs as usize & 0xff])
        + u32::from(in_row[by_column(own & lines.diagonal)])
        + u32::from(in_row[by_column(own & lines.antidiagonal)]);
    turned as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_the_rules_turn() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        for square in 0..64 {
            for _ in 0..300 {
                let own = random.random::<u64>() & !(1 << square);
                let other = !own & !(1 << square);
                for (own, other) in [(own, other), (other, own)] {
                    let flips = rules::reversi::kernel::flips(own, other, square);
                    assert_eq!(turned_by_last(own, square), 2 * flips.count_ones() as i32);
                    // The empty square itself may be counted with either side.
                    assert_eq!(turned_by_last(!other, square), turned_by_last(own, square));
                }
            }
        }
    }
}
