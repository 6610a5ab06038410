//! Wrong codes: whoever guesses is slowed down, by address and all together. Who is in already goes on:
//! a class room shares one address, and one who guesses there must not stop the others.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use study::Code;
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncGuard};

/// Wrong codes are forgotten after this long.
const MEMORY: Duration = Duration::from_secs(60);
/// As many addresses as this together may be wrong as often as one.
const ADDRESSES: u32 = 20;

/// How often codes were wrong lately.
pub(super) struct Guesses {
    most: u32,
    lately: Mutex<HashMap<IpAddr, (u32, Instant)>>,
    /// Codes that were right, with where they came from.
    known: Mutex<HashSet<(IpAddr, Code)>>,
    turn: AsyncMutex<()>,
}

impl Guesses {
    /// Allows so many wrong codes a minute from one address; 0 for no limit.
    pub(super) fn new(most: u32) -> Self {
        Self {
            most,
            lately: Mutex::default(),
            known: Mutex::default(),
            turn: AsyncMutex::default(),
        }
    }

    fn lately(&self) -> MutexGuard<'_, HashMap<IpAddr, (u32, Instant)>> {
        let mut lately = self.lately.lock().expect("nobody panics with the list");
        lately.retain(|_, (_, since)| since.elapsed() < MEMORY);
        lately
    }

    fn known(&self) -> MutexGuard<'_, HashSet<(IpAddr, Code)>> {
        self.known.lock().expect("nobody panics with the list")
    }

    /// Notes that a code was right.
    pub(super) fn right(&self, from: IpAddr, code: &Code) {
        self.known().insert((from, code.clone()));
    }

    /// Reports whether this code was right from there before.
    pub(super) fn knows(&self, from: IpAddr, code: &Code) -> bool {
        self.known().contains(&(from, code.clone()))
    }

    /// Waits until nobody else's code is looked up. Whoever guesses many at once is told of each before
    /// the next is looked at.
    pub(super) async fn turn(&self) -> AsyncGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Reports whether no code from there is even looked at for now.
    pub(super) fn is_spent(&self, from: IpAddr) -> bool {
        let lately = self.lately();
        let here = lately.get(&from).map_or(0, |(count, _)| *count);
        let all: u32 = lately.values().map(|(count, _)| count).sum();
        self.most > 0 && (here >= self.most || all >= self.most * ADDRESSES)
    }

    /// Notes a wrong code.
    pub(super) fn wrong(&self, from: IpAddr) {
        self.lately().entry(from).or_insert((0, Instant::now())).0 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_ends_soon() {
        let guesses = Guesses::new(3);
        let address = |last: u8| IpAddr::from([192, 0, 2, last]);
        for _ in 0..3 {
            assert!(!guesses.is_spent(address(1)));
            guesses.wrong(address(1));
        }
        assert!(guesses.is_spent(address(1)));
        assert!(!guesses.is_spent(address(2)));
        let (own, other) = (Code::of(1), Code::of(2));
        guesses.right(address(1), &own);
        assert!(guesses.knows(address(1), &own), "who is in goes on");
        assert!(!guesses.knows(address(1), &other) && !guesses.knows(address(2), &own));
        for other in 2..=20 {
            (0..3).for_each(|_| guesses.wrong(address(other)));
        }
        assert!(guesses.is_spent(address(99)), "from many addresses, too");
        assert!(!Guesses::new(0).is_spent(address(1)));
    }
}
