//! The slot again, built of atomics that try every order of what threads do.

#[allow(clippy::duplicate_mod)] // Once with real atomics, once with loom's.
#[path = "slot.rs"]
mod slot;

mod atomic {
    pub(super) use loom::sync::atomic::{AtomicU64, Ordering, fence};
}

use loom::sync::Arc;
use loom::thread;

/// Two threads write different positions while a third reads: whatever order the machine may
/// choose, data are only read with the position they were written with.
#[test]
fn no_torn_entry_is_believed() {
    let mut model = loom::model::Builder::new();
    // With more switches the orders are too many to try them all.
    model.preemption_bound = Some(2);
    model.check(|| {
        let slot = Arc::new(slot::Slot::default());
        let writers: Vec<_> = [1u64, 2]
            .into_iter()
            .map(|n| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.write(n, 10 * n, 100 * n))
            })
            .collect();
        for (own, other) in [(1, 10), (2, 20), (1, 20)] {
            if let Some(data) = slot.read(own, other) {
                assert_eq!((other, data), (10 * own, 100 * own));
            }
        }
        for writer in writers {
            writer.join().expect("a writer ends");
        }
        assert!([100, 200].contains(&slot.glance()));
    });
}
