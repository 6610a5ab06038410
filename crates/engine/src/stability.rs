//! Discs that can never be turned again bound what the other side can still reach.

use std::sync::LazyLock;

use crate::compiled::Compiled;

/// For every edge with its discs as two bytes in base three, those discs that stay whatever
/// happens on the edge.
#[derive(Debug)]
pub(crate) struct Edges {
    stable: [u8; 6561],
}

/// A byte read as digits of base three.
static DIGITS: [u16; 256] = {
    let mut digits = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut worth) = (0, 1);
        while place < 8 {
            digits[byte] += (byte as u16 >> place & 1) * worth;
            worth *= 3;
            place += 1;
        }
        byte += 1;
    }
    digits
};

impl Edges {
    /// Returns the table, made once.
    pub(crate) fn shared() -> &'static Self {
        static EDGES: LazyLock<Edges> = LazyLock::new(Edges::new);
        &EDGES
    }

    fn new() -> Self {
        let mut edges = Self { stable: [0; 6561] };
        let mut known = [false; 6561];
        for own in 0..=255u8 {
            for other in 0..=255u8 {
                if own & other == 0 {
                    edges.find(&mut known, own, other);
                }
            }
        }
        edges
    }

    fn index(own: u8, other: u8) -> usize {
        usize::from(DIGITS[usize::from(own)] + 2 * DIGITS[usize::from(other)])
    }

    /// Finds the stable discs: those that keep their colour whoever places a disc on whichever
    /// empty square of the edge, turning something there or not, and so on to the full edge.
    fn find(&mut self, known: &mut [bool; 6561], own: u8, other: u8) -> u8 {
        let index = Self::index(own, other);
        if known[index] {
            return self.stable[index];
        }
        let mut stable = own | other;
        for place in 0..8 {
            if (own | other) >> place & 1 == 1 {
                continue;
            }
            let turned = turned_on_edge(own, other, place);
            let (next_own, next_other) = (own | turned | 1 << place, other & !turned);
            stable &= !turned & self.find(known, next_own, next_other);
            let turned = turned_on_edge(other, own, place);
            let (next_own, next_other) = (own & !turned, other | turned | 1 << place);
            stable &= !turned & self.find(known, next_own, next_other);
        }
        known[index] = true;
        self.stable[index] = stable;
        stable
    }

    #[inline(always)]
    fn of(&self, own: u8, other: u8) -> u8 {
        own & self.stable[Self::index(own, other)]
    }
}

fn turned_on_edge(own: u8, other: u8, place: u32) -> u8 {
    let mut turned = 0;
    for step in [-1, 1] {
        let mut at = place as i32 + step;
        let mut run = 0;
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            turned |= run;
        }
    }
    turned
}

/// The window above which stable discs of the other side are counted, by empty squares from 4:
/// below it they hardly ever cut.
const ASK_FROM: [i32; 21] = [
    6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48,
];

/// Reports whether the stable discs of the other side can bound the value by `alpha`.
#[inline(always)]
pub(crate) fn worth_asking(other: u64, alpha: i32, empties: u32) -> bool {
    let from = ASK_FROM[(empties.saturating_sub(4) as usize).min(ASK_FROM.len() - 1)];
    alpha >= from && 2 * other.count_ones() as i32 >= 64 - alpha
}

/// Returns the squares of each full line in one direction, for all lines that are full.
#[inline(always)]
fn full_lines(taken: u64) -> [u64; 4] {
    let mut rows = taken & taken >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & 0x0101_0101_0101_0101).wrapping_mul(0xff);

    let mut columns = taken & taken.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);

    // On a diagonal an empty square spreads both ways until the edge.
    let empties = !taken;
    let spread = |mut up: u64, step: u32, mask: u64| {
        let mut down = up;
        let mut inside = mask;
        for distance in [1, 2, 4] {
            up |= (up << (step * distance)) & inside;
            down |= (down & inside) >> (step * distance);
            inside &= inside << (step * distance);
        }
        !(up | down)
    };
    let diagonal = spread(empties, 9, 0xfefe_fefe_fefe_fe00);
    let antidiagonal = spread(empties, 7, 0x7f7f_7f7f_7f7f_7f00);
    [rows, columns, diagonal, antidiagonal]
}

/// Returns a lower bound of the number of stable discs of `own`, which can never be turned.
#[inline(always)]
pub(crate) fn stable<K: Compiled>(_: K, edges: &Edges, own: u64, other: u64) -> u32 {
    stable_discs(edges, own, other).count_ones()
}

#[inline(always)]
fn stable_discs(edges: &Edges, own: u64, other: u64) -> u64 {
    // A bit in each row to a byte, and back.
    let column = |discs: u64, column: u32| {
        ((discs >> column & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    };
    let spread =
        |byte: u8| (u64::from(byte).wrapping_mul(0x0002_0408_1020_4081)) & 0x0101_0101_0101_0101;
    let mut stable = u64::from(edges.of(own as u8, other as u8))
        | u64::from(edges.of((own >> 56) as u8, (other >> 56) as u8)) << 56
        | spread_column(edges.of(column(own, 0), column(other, 0)), spread)
        | spread_column(edges.of(column(own, 7), column(other, 7)), spread) << 7;
    let [rows, columns, diagonals, antidiagonals] = full_lines(own | other);
    let inner = own & 0x007e_7e7e_7e7e_7e00;
    stable |= inner & rows & columns & diagonals & antidiagonals;
    if stable == 0 {
        return 0;
    }
    loop {
        let in_row = stable << 1 | stable >> 1 | rows;
        let in_column = stable << 8 | stable >> 8 | columns;
        let in_diagonal = stable << 9 | stable >> 9 | diagonals;
        let in_antidiagonal = stable << 7 | stable >> 7 | antidiagonals;
        let more = stable | inner & in_row & in_column & in_diagonal & in_antidiagonal;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

#[inline(always)]
fn spread_column(byte: u8, spread: impl Fn(u8) -> u64) -> u64 {
    // The multiplication has room for seven bits at a time.
    spread(byte & 0x7f) | u64::from(byte & 0x80) << 49
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::positions::random_games;

    #[test]
    fn full_lines_are_full() {
        for board in random_games(3, 40) {
            let taken = board.own | board.other;
            let lines = full_lines(taken);
            let steps = [(0i32, 1i32), (1, 0), (1, 1), (1, -1)];
            for (full, (down, right)) in lines.into_iter().zip(steps) {
                for square in 0..64 {
                    let mut expected = true;
                    for sign in [-1, 1] {
                        let (mut row, mut column) = (square / 8, square % 8);
                        while (0..8).contains(&row) && (0..8).contains(&column) {
                            expected &= taken >> (8 * row + column) & 1 == 1;
                            row += sign * down;
                            column += sign * right;
                        }
                    }
                    let inside = (1..7).contains(&(square / 8)) && (1..7).contains(&(square % 8));
                    if inside {
                        assert_eq!(full >> square & 1 == 1, expected, "{taken:x} {square}");
                    }
                }
            }
        }
    }

    /// Plays random games on and sees that stable discs are never turned.
    #[test]
    fn stable_discs_are_never_turned() {
        let mut seen = 0;
        for game in 0..300 {
            let positions: Vec<Board> = random_games(game, 1).collect();
            for (at, board) in positions.iter().enumerate() {
                let discs = stable_discs(Edges::shared(), board.own, board.other);
                seen += discs.count_ones();
                for later in &positions[at..] {
                    let kept = discs & later.own == discs || discs & later.other == discs;
                    assert!(kept, "{board:x?} {later:x?} {discs:x}");
                }
            }
        }
        assert!(seen > 1000);
    }
}
