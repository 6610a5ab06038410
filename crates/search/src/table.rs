//! A transposition table of fixed size. It never returns an entry under a different key, and is
//! cleared in constant time when a search starts.

/// Slots that share one place: the first keeps the deepest, the second the newest entry.
const WAYS: usize = 2;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Slot<T> {
    key: u64,
    era: u32,
    /// Plies that were looked ahead for it.
    pub depth: u32,
    /// The entry itself.
    pub data: T,
}

/// A transposition table with its keys in full.
#[derive(Clone, Debug)]
pub struct TranspositionTable<T> {
    slots: Vec<Option<Slot<T>>>,
    era: u32,
}

impl<T: Copy> TranspositionTable<T> {
    /// Creates a table of 2 to the power of `bits` slots, at least two.
    #[must_use]
    pub fn new(bits: u8) -> Self {
        Self {
            slots: vec![None; WAYS << bits.max(1) >> 1],
            era: 0,
        }
    }

    /// Returns how many slots there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Reports whether the table has no slots, which is never the case.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.era += 1;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1) & !(WAYS - 1)
    }

    /// Returns what is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&Slot<T>> {
        let place = self.place(key);
        self.slots[place..place + WAYS]
            .iter()
            .flatten()
            .find(|slot| slot.key == key && slot.era == self.era)
    }

    /// Stores what was found by looking ahead `depth` plies, possibly replacing another entry.
    #[inline]
    pub fn put(&mut self, key: u64, depth: u32, data: T) {
        let place = self.place(key);
        let era = self.era;
        let ways = &mut self.slots[place..place + WAYS];
        let same = |slot: &Option<Slot<T>>| slot.is_some_and(|s| s.key == key && s.era == era);
        let way = if let Some(way) = ways.iter().position(same) {
            way
        } else if ways[0].is_none_or(|slot| slot.era != era || slot.depth <= depth) {
            // The deepest so far is still worth more than the newest.
            ways[1] = ways[0];
            0
        } else {
            1
        };
        ways[way] = Some(Slot {
            key,
            era,
            depth,
            data,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_belongs_to_its_key_and_era() {
        let mut table = TranspositionTable::new(4);
        assert_eq!(table.len(), 16);
        table.put(3, 5, 'a');
        assert_eq!(
            table.get(3).map(|slot| (slot.depth, slot.data)),
            Some((5, 'a'))
        );
        assert!(table.get(3 + 16).is_none());
        table.put(3, 2, 'b');
        assert_eq!(
            table.get(3).map(|slot| (slot.depth, slot.data)),
            Some((2, 'b'))
        );
        table.forget();
        assert!(table.get(3).is_none());
    }

    #[test]
    fn the_deepest_and_the_newest_survive() {
        let mut table = TranspositionTable::new(4);
        for (key, depth) in [(0, 3), (16, 9), (32, 4), (48, 1)] {
            table.put(key, depth, key);
        }
        let kept: Vec<_> = [0, 16, 32, 48]
            .into_iter()
            .filter(|&key| table.get(key).is_some())
            .collect();
        assert_eq!(kept, [16, 48]);
    }
}
