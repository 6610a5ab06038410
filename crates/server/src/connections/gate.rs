//! How many connections there are, in all and from each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// It is logged at most so often that somebody had to be refused, or could not be accepted.
pub(super) const QUIET: Duration = Duration::from_secs(60);

/// Lets connections in while there is room.
pub(super) struct Gate {
    most: usize,
    most_each: usize,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    all: usize,
    each: HashMap<IpAddr, usize>,
    /// How many were refused since it was logged last, and when that was.
    refused: u64,
    logged: Option<Instant>,
}

/// A connection's place, free again when it is dropped.
pub(super) struct Place {
    gate: Arc<Gate>,
    address: IpAddr,
}

impl Gate {
    /// Creates a gate for this many in all, and this many from one address.
    pub(super) fn new(most: usize, most_each: usize) -> Self {
        Self {
            most,
            most_each,
            inside: Mutex::default(),
        }
    }

    /// Returns a place if there is one for this address.
    pub(super) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut inside = self.inside();
        let own = inside.each.get(&address).copied().unwrap_or_default();
        if inside.all >= self.most || own >= self.most_each {
            let why = if own >= self.most_each {
                "from one address"
            } else {
                "in all"
            };
            inside.refuse(address, why);
            return None;
        }
        inside.all += 1;
        inside.each.insert(address, own + 1);
        Some(Place {
            gate: Arc::clone(self),
            address,
        })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().expect("nobody panics while counting")
    }
}

impl Inside {
    fn refuse(&mut self, address: IpAddr, why: &str) {
        self.refused += 1;
        if self.logged.is_some_and(|at| at.elapsed() < QUIET) {
            return;
        }
        self.logged = Some(Instant::now());
        let refused = std::mem::take(&mut self.refused);
        tracing::warn!(%address, refused, "as many connections {why} as are allowed; more are refused");
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.gate.inside();
        inside.all -= 1;
        if let Some(own) = inside.each.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                inside.each.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_and_come_back() {
        let gate = Arc::new(Gate::new(3, 2));
        let [a, b]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        let one = gate.enter(a).unwrap();
        let two = gate.enter(a).unwrap();
        assert!(gate.enter(a).is_none(), "one address does not hold all");
        let three = gate.enter(b).unwrap();
        assert!(gate.enter(b).is_none(), "all places are taken");
        drop(one);
        let again = gate.enter(b).unwrap();
        drop((two, three, again));
        let inside = gate.inside();
        assert_eq!(inside.all, 0);
        assert!(inside.each.is_empty(), "addresses are forgotten");
    }
}
