//! A text as a QR code (ISO/IEC 18004): bytes, the lowest level of correction, versions 1 to 9. Enough for
//! a link on a screen, which nothing soils.

#[cfg(test)]
mod tests;

use std::fmt::Write;

/// Code words of each version in all, those of them in each block that only correct, and the blocks.
const VERSIONS: [(usize, usize, usize); 9] = [
    (26, 7, 1),
    (44, 10, 1),
    (70, 15, 1),
    (100, 20, 1),
    (134, 26, 1),
    (172, 18, 2),
    (196, 20, 2),
    (242, 24, 2),
    (292, 30, 2),
];
/// Light around the code that readers need, in modules.
const QUIET: i32 = 4;

/// A square of dark and light modules.
pub(crate) struct QrCode {
    size: usize,
    dark: Vec<bool>,
    /// Modules that are the same whatever is said.
    fixed: Vec<bool>,
}

impl QrCode {
    /// Returns the code of a text; `None` if it is too long.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let fits = |&(all, correcting, blocks): &(usize, usize, usize)| {
            // Twelve bits say that bytes follow, and how many.
            bytes.len() + 2 <= all - correcting * blocks
        };
        let place = VERSIONS.iter().position(fits)?;
        let words = code_words(bytes, VERSIONS[place]);
        let masked = (0..8).map(|mask| {
            let mut code = Self::empty(place + 1);
            code.format(mask);
            code.fill(&words, mask);
            code
        });
        masked.min_by_key(Self::penalty)
    }

    /// Returns lines of half blocks for a terminal, dark on light whatever its colours are.
    pub(crate) fn lines(&self) -> String {
        let mut text = String::new();
        let at = |x: i32, y: i32| {
            let inside = |v: i32| usize::try_from(v).ok().filter(|&v| v < self.size);
            inside(x).is_some_and(|x| inside(y).is_some_and(|y| self.is_dark(x, y)))
        };
        let range = -QUIET..self.size as i32 + QUIET;
        for y in range.clone().step_by(2) {
            text.push_str("\x1b[38;5;16;48;5;231m");
            for x in range.clone() {
                text.push(match (at(x, y), at(x, y + 1)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                });
            }
            writeln!(text, "\x1b[0m").expect("a text can always grow");
        }
        text
    }

    fn is_dark(&self, x: usize, y: usize) -> bool {
        self.dark[y * self.size + x]
    }

    fn set(&mut self, x: usize, y: usize, dark: bool) {
        self.dark[y * self.size + x] = dark;
        self.fixed[y * self.size + x] = true;
    }

    /// The patterns by which readers find a code of a version.
    fn empty(version: usize) -> Self {
        let size = 17 + 4 * version;
        let mut code = Self {
            size,
            dark: vec![false; size * size],
            fixed: vec![false; size * size],
        };
        for along in 0..size {
            code.set(along, 6, along.is_multiple_of(2));
            code.set(6, along, along.is_multiple_of(2));
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            code.square(x, y, 4, &[0, 1, 3]);
        }
        let places: &[usize] = match version {
            1 => &[],
            2..=6 => &[6, size - 7],
            _ => &[6, size / 2, size - 7],
        };
        for (&x, &y) in places
            .iter()
            .flat_map(|x| places.iter().map(move |y| (x, y)))
        {
            let in_a_corner = [(6, 6), (6, size - 7), (size - 7, 6)].contains(&(x, y));
            if !in_a_corner {
                code.square(x, y, 2, &[0, 2]);
            }
        }
        if version >= 7 {
            let bits = version << 12 | remainder(version << 12, 0x1f25);
            for bit in 0..18 {
                let (along, across) = (bit / 3, size - 11 + bit % 3);
                code.set(along, across, bits >> bit & 1 == 1);
                code.set(across, along, bits >> bit & 1 == 1);
            }
        }
        code
    }

    /// Rings about a centre: those at these distances are dark, the others light.
    fn square(&mut self, x: usize, y: usize, reach: i32, dark: &[i32]) {
        for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
            let place = |centre: usize, by: i32| {
                let place = usize::try_from(centre as i32 + by).ok();
                place.filter(|&place| place < self.size)
            };
            if let (Some(x), Some(y)) = (place(x, dx), place(y, dy)) {
                self.set(x, y, dark.contains(&dx.abs().max(dy.abs())));
            }
        }
    }

    /// Says, twice, how much is corrected and which mask is used.
    fn format(&mut self, mask: usize) {
        let said = 0b01 << 3 | mask;
        let bits = (said << 10 | remainder(said << 10, 0x537)) ^ 0x5412;
        let last = self.size - 1;
        for bit in 0..15 {
            let dark = bits >> bit & 1 == 1;
            // The pattern of every other module is left out.
            let (x, y) = match bit {
                0..6 => (8, bit),
                6 | 7 => (8, bit + 1),
                8 => (7, 8),
                _ => (14 - bit, 8),
            };
            self.set(x, y, dark);
            let (x, y) = if bit < 8 {
                (last - bit, 8)
            } else {
                (8, last - 14 + bit)
            };
            self.set(x, y, dark);
        }
        self.set(8, self.size - 8, true);
    }

    /// Puts bits up and down in columns of two, from the right, and masks them.
    fn fill(&mut self, words: &[u8], mask: usize) {
        for (place, (x, y)) in self.path().into_iter().enumerate() {
            let word = words.get(place / 8).copied().unwrap_or(0);
            let bit = word >> (7 - place % 8) & 1 == 1;
            self.dark[y * self.size + x] = bit != masks(mask, x, y);
        }
    }

    /// Returns where the bits are, in their order.
    fn path(&self) -> Vec<(usize, usize)> {
        let mut path = Vec::new();
        let right = (1..self.size).rev().step_by(2);
        for (column, right) in right.enumerate() {
            // The pattern of every other module takes a column.
            let right = if right <= 6 { right - 1 } else { right };
            for step in 0..self.size {
                let y = if column.is_multiple_of(2) {
                    self.size - 1 - step
                } else {
                    step
                };
                path.extend([(right, y), (right - 1, y)]);
            }
        }
        path.retain(|&(x, y)| !self.fixed[y * self.size + x]);
        path
    }

    /// How hard a code is to read, as the standard counts it.
    fn penalty(&self) -> usize {
        let all = || (0..self.size).flat_map(|one| (0..self.size).map(move |other| (one, other)));
        let mut penalty = 0;
        for upright in [false, true] {
            for line in 0..self.size {
                let at = |along: usize| match upright {
                    false => self.is_dark(along, line),
                    true => self.is_dark(line, along),
                };
                let modules: Vec<bool> = (0..self.size).map(at).collect();
                let runs = modules
                    .chunk_by(|one, other| one == other)
                    .map(<[bool]>::len);
                penalty += runs
                    .filter(|&run| run >= 5)
                    .map(|run| run - 2)
                    .sum::<usize>();
                // What looks like the pattern of a corner, with light on one side.
                let finder = [true, false, true, true, true, false, true];
                let light = [false; 4];
                let like = [
                    [&finder[..], &light].concat(),
                    [&light[..], &finder].concat(),
                ];
                let windows = modules.windows(11);
                penalty += 40
                    * windows
                        .filter(|&part| like.iter().any(|l| l == part))
                        .count();
            }
        }
        let inner = all().filter(|&(x, y)| x + 1 < self.size && y + 1 < self.size);
        let even = inner.filter(|&(x, y)| {
            let others = [(x + 1, y), (x, y + 1), (x + 1, y + 1)];
            others
                .iter()
                .all(|&(a, b)| self.is_dark(a, b) == self.is_dark(x, y))
        });
        let dark = self.dark.iter().filter(|dark| **dark).count();
        let percent = 100 * dark / self.dark.len();
        penalty + 3 * even.count() + 10 * (percent.abs_diff(50) / 5)
    }
}

/// Whether a mask turns a module over.
fn masks(mask: usize, x: usize, y: usize) -> bool {
    let turned = match mask {
        0 => (x + y) % 2,
        1 => y % 2,
        2 => x % 3,
        3 => (x + y) % 3,
        4 => (x / 3 + y / 2) % 2,
        5 => x * y % 2 + x * y % 3,
        6 => (x * y % 2 + x * y % 3) % 2,
        _ => ((x + y) % 2 + x * y % 3) % 2,
    };
    turned == 0
}

/// What is left of a polynomial over two elements.
fn remainder(mut bits: usize, by: usize) -> usize {
    while bits.checked_ilog2() >= by.checked_ilog2() {
        bits ^= by << (bits.ilog2() - by.ilog2());
    }
    bits
}

/// The bytes in blocks with what corrects them, one word of each block after the other.
fn code_words(bytes: &[u8], (all, correcting, blocks): (usize, usize, usize)) -> Vec<u8> {
    let count = all - correcting * blocks;
    // Four bits for bytes, eight for how many, and four for the end: all else is shifted by half a byte.
    let length = bytes.len() as u8;
    let mut data = vec![0x40 | length >> 4];
    let shifted = [&[length], bytes].concat();
    let next = shifted[1..].iter().chain([&0]);
    data.extend(
        shifted
            .iter()
            .zip(next)
            .map(|(one, next)| one << 4 | next >> 4),
    );
    data.extend([0xec, 0x11].iter().cycle().take(count - data.len()));
    let blocks: Vec<&[u8]> = data.chunks(count / blocks).collect();
    let corrections: Vec<Vec<u8>> = blocks.iter().map(|b| correction(b, correcting)).collect();
    let data = (0..blocks[0].len()).flat_map(|place| blocks.iter().map(move |b| b[place]));
    let corrected = (0..correcting).flat_map(|place| corrections.iter().map(move |c| c[place]));
    data.chain(corrected).collect()
}

/// Multiplies in the field of 256 elements.
fn times(one: u8, other: u8) -> u8 {
    (0..8).rev().fold(0, |product: u8, bit| {
        let carried = if product & 0x80 == 0 { 0 } else { 0x1d };
        product << 1 ^ carried ^ if other >> bit & 1 == 1 { one } else { 0 }
    })
}

/// What corrects a block (Reed and Solomon): the rest after the polynomial with these roots.
fn correction(block: &[u8], words: usize) -> Vec<u8> {
    let mut by = vec![0; words];
    by[words - 1] = 1;
    let mut root = 1;
    for _ in 0..words {
        for place in 0..words {
            let next = by.get(place + 1).copied().unwrap_or(0);
            by[place] = times(by[place], root) ^ next;
        }
        root = times(root, 2);
    }
    let mut rest = vec![0; words];
    for byte in block {
        let factor = byte ^ rest.remove(0);
        rest.push(0);
        for (rest, by) in rest.iter_mut().zip(&by) {
            *rest ^= times(*by, factor);
        }
    }
    rest
}
