//! The numbered list of what happened in a room, for those who were away for a moment.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;

use crate::protocol::room::Event;
use crate::protocol::socket::{Message, Seen};
use crate::token;

/// The most events that are kept, and the most bytes: whoever missed more gets a snapshot.
const KEPT: usize = 64;
const KEPT_BYTES: usize = 96 * 1024;

/// Events with their numbers, as they were sent.
pub(super) struct Log {
    epoch: String,
    seq: u32,
    kept: VecDeque<Utf8Bytes>,
    bytes: usize,
}

impl Log {
    pub(super) fn new() -> Self {
        Self {
            epoch: token::random(),
            seq: 0,
            kept: VecDeque::new(),
            bytes: 0,
        }
    }

    pub(super) fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Returns the number of the last event.
    pub(super) fn seq(&self) -> u32 {
        self.seq
    }

    /// Numbers an event, and returns the text that everybody is sent.
    pub(super) fn add(&mut self, event: Event) -> Utf8Bytes {
        self.seq += 1;
        let message = Message::Event {
            seq: self.seq,
            event: Box::new(event),
        };
        let text = text(&message);
        self.bytes += text.len();
        self.kept.push_back(text.clone());
        while self.kept.len() > KEPT || self.bytes > KEPT_BYTES {
            self.bytes -= self.kept.pop_front().map_or(0, |old| old.len());
        }
        text
    }

    /// Returns the events after this one; `None` if they are no longer kept.
    pub(super) fn missed(&self, seen: &Seen) -> Option<Vec<Utf8Bytes>> {
        let missed = self.seq.checked_sub(seen.seq)? as usize;
        let known = seen.epoch == self.epoch && missed <= self.kept.len();
        known.then(|| {
            self.kept
                .iter()
                .skip(self.kept.len() - missed)
                .cloned()
                .collect()
        })
    }
}

/// Returns a message as it is sent.
pub(crate) fn text(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("numbers and texts can be written as JSON")
        .into()
}
