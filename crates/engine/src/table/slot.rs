//! One position and its data, written and read by many threads without a lock (a seqlock).
//!
//! The count is odd while a thread writes. A reader believes what it read only if the count was even
//! before and the same afterwards.

use super::atomic::{AtomicU64, Ordering, fence};

#[derive(Debug)]
pub(super) struct Slot {
    count: AtomicU64,
    own: AtomicU64,
    other: AtomicU64,
    data: AtomicU64,
}

impl Default for Slot {
    fn default() -> Self {
        Self {
            count: AtomicU64::new(0),
            // No position has all discs twice.
            own: AtomicU64::new(!0),
            other: AtomicU64::new(!0),
            data: AtomicU64::new(0),
        }
    }
}

impl Slot {
    /// Returns the data of this position, if they are here and whole.
    #[inline(always)]
    pub(super) fn read(&self, own: u64, other: u64) -> Option<u64> {
        let before = self.count.load(Ordering::Acquire);
        if self.own.load(Ordering::Relaxed) != own || self.other.load(Ordering::Relaxed) != other {
            return None;
        }
        let data = self.data.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        let after = self.count.load(Ordering::Relaxed);
        (before == after && before & 1 == 0).then_some(data)
    }

    /// Returns the data of whatever position is here, perhaps changing: enough to judge what they
    /// are worth.
    pub(super) fn glance(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    /// Puts a position here, unless another thread is doing so.
    pub(super) fn write(&self, own: u64, other: u64, data: u64) {
        let count = self.count.load(Ordering::Relaxed);
        if count & 1 == 1 {
            return;
        }
        let claimed =
            self.count
                .compare_exchange(count, count + 1, Ordering::Acquire, Ordering::Relaxed);
        if claimed.is_err() {
            return;
        }
        // Whoever sees one of the stores below also sees the odd count.
        fence(Ordering::Release);
        self.own.store(own, Ordering::Relaxed);
        self.other.store(other, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
        self.count.store(count + 2, Ordering::Release);
    }
}
