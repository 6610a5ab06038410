//! What is known of a position, in one word.

use crate::local_table::NO_SQUARE;
use crate::score::ALL;

/// The value lies between `lower` and `upper`, as far as a search of this depth and confidence can
/// tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) depth: u8,
    pub(crate) level: u8,
    /// The best moves of the last searches, the last one first, or [`NO_SQUARE`].
    pub(crate) moves: [u8; 2],
    age: u8,
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) value: i32,
    pub(crate) depth: u32,
    pub(crate) level: u8,
    pub(crate) best: u8,
}

impl Entry {
    pub(super) fn new(found: &Found, age: u8) -> Self {
        let nothing = Self {
            lower: -ALL as i8,
            upper: ALL as i8,
            depth: found.depth as u8,
            level: found.level,
            moves: [NO_SQUARE; 2],
            age,
        };
        nothing.with(found, age)
    }

    /// Returns the entry updated by a later result. Bounds of another depth or confidence are
    /// dropped, unless they are better in both.
    pub(super) fn with(mut self, found: &Found, age: u8) -> Self {
        let same = u32::from(self.depth) == found.depth && self.level == found.level;
        let better = u32::from(self.depth) >= found.depth && self.level >= found.level;
        if !same && !better {
            self.depth = found.depth as u8;
            self.level = found.level;
            self.lower = -ALL as i8;
            self.upper = ALL as i8;
        }
        if same || !better {
            if found.value > found.alpha {
                self.lower = self.lower.max(found.value as i8);
            }
            if found.value < found.beta {
                self.upper = self.upper.min(found.value as i8);
            }
        }
        let [first, second] = self.moves;
        // After a fail low every move is as bad as the others.
        let telling = found.value > found.alpha || first == NO_SQUARE;
        if telling && found.best != first && found.best != NO_SQUARE {
            self.moves = [found.best, if first == NO_SQUARE { second } else { first }];
        }
        self.age = age;
        self
    }

    /// Reports whether the bounds hold for a search of this depth and confidence.
    #[inline(always)]
    pub(crate) fn serves(&self, depth: u32, level: u8) -> bool {
        u32::from(self.depth) >= depth && self.level >= level
    }

    /// Returns the worth of keeping it: the lower, the sooner it is replaced.
    pub(super) fn worth(&self, age: u8) -> u32 {
        let old = u32::from(age.wrapping_sub(self.age).min(7));
        (8 - old) * 4 * (u32::from(self.depth) + 1) + u32::from(self.level)
    }

    /// Returns the word for the entry, written in this era of its table.
    pub(super) fn pack(self, era: u8) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.depth,
            self.level,
            self.moves[0],
            self.moves[1],
            self.age,
            era,
        ])
    }

    /// Returns the era in which a word was written.
    #[inline(always)]
    pub(super) const fn era(word: u64) -> u8 {
        (word >> 56) as u8
    }

    #[inline(always)]
    pub(super) fn unpack(word: u64) -> Self {
        let [lower, upper, depth, level, first, second, age, _] = word.to_le_bytes();
        Self {
            lower: lower as i8,
            upper: upper as i8,
            depth,
            level,
            moves: [first, second],
            age,
        }
    }
}
