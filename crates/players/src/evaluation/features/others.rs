//! Features beyond P1's five, for its question ③: what else could count? Each is one's own less the
//! other side's, or the other way round where less is better, so that more is good in all of them.

use rules::reversi::Bits;

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const TOP: u64 = 0xff;
const BOTTOM: u64 = TOP << 56;

/// Each corner with the square diagonal to it and the two beside it.
const CORNERS: [(u64, u64, u64); 4] = [
    (1, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];

/// The four lines through a square: how far the next square of a line is, what a step up or down the
/// line must not begin from, and the squares at which a line ends.
const LINES: [(u32, u64, u64, u64); 4] = [
    (1, RIGHT, LEFT, LEFT | RIGHT),
    (8, BOTTOM, TOP, TOP | BOTTOM),
    (9, RIGHT | BOTTOM, LEFT | TOP, LEFT | RIGHT | TOP | BOTTOM),
    (7, LEFT | BOTTOM, RIGHT | TOP, LEFT | RIGHT | TOP | BOTTOM),
];

/// The squares one step from these along a line, either way.
fn beside(squares: u64, (step, end, start, _): (u32, u64, u64, u64)) -> u64 {
    (squares & !end) << step | (squares & !start) >> step
}

/// Discs of a side that are seen to be stable: along each of the four lines through the disc the line
/// is full, or ends there, or goes on with a disc of the same side that is stable itself.
#[must_use]
pub fn stable(own: u64, other: u64) -> u64 {
    let empty = !(own | other);
    let safe = LINES.map(|line| {
        let mut open = empty;
        for _ in 0..7 {
            open |= beside(open, line);
        }
        !open | line.3
    });
    let mut stable = 0;
    loop {
        let mut next = own;
        for (line, safe) in LINES.into_iter().zip(safe) {
            next &= safe | beside(stable, line);
        }
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// Discs of a side beside an empty square.
#[must_use]
pub fn frontier(own: u64, other: u64) -> u64 {
    let empty = !(own | other);
    LINES.iter().fold(0, |all, line| all | beside(empty, *line)) & own
}

/// Regions of an odd number of empty squares less those of an even number; squares belong together
/// along rows and columns. Whoever is to move can have the last word in the odd ones.
#[must_use]
pub fn parity(own: u64, other: u64) -> i32 {
    let mut left = !(own | other);
    let mut difference = 0;
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        loop {
            let grown = (region | beside(region, LINES[0]) | beside(region, LINES[1])) & left;
            if grown == region {
                break;
            }
            region = grown;
        }
        difference += if region.len() % 2 == 1 { 1 } else { -1 };
        left &= !region;
    }
    difference
}

/// The squares diagonal to empty corners, and those beside empty corners.
#[must_use]
pub fn near_empty_corners(own: u64, other: u64) -> (u64, u64) {
    let empty = !(own | other);
    let near = CORNERS.iter().filter(|corner| empty & corner.0 != 0);
    near.fold((0, 0), |(diagonal, beside), corner| {
        (diagonal | corner.1, beside | corner.2)
    })
}
