//! What all threads know of large positions.
//!
//! A position is kept whole beside its data, so that there is never a false hit, and a slot has a
//! count of its changes, so that what two threads wrote at once is never believed. Two slots share
//! a cache line.

mod entry;
mod slot;

pub(crate) use entry::{Entry, Found};

use std::sync::atomic::{AtomicU8, Ordering};

use crate::board::Board;
use crate::large_memory;
use crate::prefetch::prefetch;
use slot::Slot;

/// The atomics that [`slot`] is built of; the tests put others in their place.
mod atomic {
    pub(super) use std::sync::atomic::{AtomicU64, Ordering, fence};
}

#[derive(Debug, Default)]
#[repr(C, align(64))]
struct Line([Slot; 2]);

/// An engine with its weights, table and threads.
#[derive(Debug)]
pub(crate) struct Table {
    lines: Box<[Line]>,
    shift: u32,
    age: AtomicU8,
    /// Counts how often everything was forgotten; places that were never used have 0.
    era: u8,
}

impl Table {
    /// Creates a table of at most this many megabytes, a power of two, at least a small one.
    pub(crate) fn new(megabytes: usize) -> Self {
        let lines = (megabytes << 20) / size_of::<Line>();
        Self::with_lines(lines.max(1 << 10))
    }

    fn with_lines(lines: usize) -> Self {
        let bits = lines.ilog2();
        Self {
            lines: large_memory::filled(1 << bits, Line::default),
            shift: 64 - bits,
            age: AtomicU8::new(0),
            era: 1,
        }
    }

    /// Forgets everything. Entries of another era are as good as empty places, so that hundreds of
    /// megabytes have to be written only once in 255 times.
    pub(crate) fn clear(&mut self) {
        if self.era == u8::MAX {
            self.lines.fill_with(Line::default);
            self.era = 0;
        }
        self.era += 1;
        *self.age.get_mut() = 0;
    }

    /// Starts a new generation: older entries are replaced first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn line(&self, hash: u64) -> &Line {
        &self.lines[(hash >> self.shift) as usize]
    }

    /// Prefetches the cache line of a position that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(self.line(hash));
    }

    /// Returns what is known of a position.
    #[inline(always)]
    pub(crate) fn get(&self, board: Board, hash: u64) -> Option<Entry> {
        let line = self.line(hash);
        for slot in &line.0 {
            if let Some(known) = slot.read(board.own, board.other)
                && Entry::era(known) == self.era
            {
                return Some(Entry::unpack(known));
            }
        }
        None
    }

    /// Stores what was found of a position, unless another thread is writing there.
    pub(crate) fn put(&self, board: Board, hash: u64, found: &Found) {
        let age = self.age.load(Ordering::Relaxed);
        let line = self.line(hash);
        for slot in &line.0 {
            if let Some(known) = slot.read(board.own, board.other)
                && Entry::era(known) == self.era
            {
                let entry = Entry::unpack(known).with(found, age);
                slot.write(board.own, board.other, entry.pack(self.era));
                return;
            }
        }
        let worth = |slot: &&Slot| match slot.glance() {
            data if Entry::era(data) == self.era => Entry::unpack(data).worth(age),
            _ => 0,
        };
        let slot = line.0.iter().min_by_key(worth).expect("a line has slots");
        slot.write(
            board.own,
            board.other,
            Entry::new(found, age).pack(self.era),
        );
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod under_loom;
