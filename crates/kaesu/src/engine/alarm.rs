//! What ends a search when its time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Raises a flag after some time, unless it is dropped before.
pub(super) struct Alarm {
    _waited_for: Sender<()>,
}

impl Alarm {
    pub(super) fn set(after: Duration, flag: Arc<AtomicBool>) -> Self {
        let (waited_for, dropped) = channel::<()>();
        std::thread::spawn(move || {
            if dropped.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        Self {
            _waited_for: waited_for,
        }
    }
}
