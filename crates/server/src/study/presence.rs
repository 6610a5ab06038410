//! Who is there: whoever has a page connected, and where sockets are blocked whoever keeps asking.

use std::collections::{BTreeSet, HashMap};

use study::Code;

/// Who never had a socket is there for so long after asking, in milliseconds; their pages ask every two
/// seconds.
const SILENCE: u64 = 7000;

/// Everybody's pages.
#[derive(Debug, Default)]
pub(super) struct Presence {
    /// Open sockets of everybody who ever had one: of these it is known when they go.
    sockets: HashMap<Code, u32>,
    /// When the others last asked for something.
    asked: HashMap<Code, u64>,
}

impl Presence {
    /// A page is connected, or no more.
    pub(super) fn connected(&mut self, code: Code, here: bool) {
        self.asked.remove(&code);
        let count = self.sockets.entry(code).or_default();
        *count = if here {
            *count + 1
        } else {
            count.saturating_sub(1)
        };
    }

    /// Somebody asked for something.
    pub(super) fn asked(&mut self, code: &Code, now: u64) {
        if !self.sockets.contains_key(code) {
            self.asked.insert(code.clone(), now);
        }
    }

    /// Returns everybody who is there.
    pub(super) fn here(&self, now: u64) -> BTreeSet<&Code> {
        let connected = self.sockets.iter().filter(|(_, count)| **count > 0);
        let asking = self.asked.iter();
        let asking = asking.filter(|(_, at)| now.saturating_sub(**at) < SILENCE);
        let asking = asking.map(|(code, _)| code);
        connected.map(|(code, _)| code).chain(asking).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_never_had_a_socket_is_there_by_asking() {
        let (one, other) = (Code::of(1), Code::of(2));
        let mut presence = Presence::default();
        presence.asked(&one, 1000);
        presence.connected(other.clone(), true);
        assert_eq!(presence.here(2000), [&one, &other].into());
        assert_eq!(presence.here(1000 + SILENCE), [&other].into());
        // Whoever had one is gone with it, whatever was asked before or after.
        presence.asked(&other, 3000);
        presence.connected(other.clone(), false);
        presence.asked(&other, 4000);
        presence.asked(&one, 4000);
        assert_eq!(presence.here(4000), [&one].into());
        // A page that opens before the last is closed.
        presence.connected(one.clone(), true);
        presence.connected(one.clone(), true);
        presence.connected(one.clone(), false);
        assert_eq!(presence.here(100_000), [&one].into());
    }
}
