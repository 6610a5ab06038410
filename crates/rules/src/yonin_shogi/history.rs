//! The keys of all positions of a game so far: cheap to clone, cheap to ask how often one occurred.
//!
//! The last few keys lie inline; older ones lie in a chain of chunks that clones share. Each chunk
//! carries a filter over itself and all before it, so that a position that never occurred is
//! recognised without walking the chain.

use std::sync::Arc;

/// Keys per chunk.
const CHUNK: usize = 16;
/// Words of a filter: 4096 bits for at most 1000 keys.
const FILTER: usize = 64;

#[derive(Clone, Default)]
pub(super) struct History {
    tail: [u64; CHUNK],
    in_tail: u8,
    earlier: Option<Arc<Chunk>>,
}

struct Chunk {
    keys: [u64; CHUNK],
    filter: [u64; FILTER],
    earlier: Option<Arc<Chunk>>,
}

/// Returns the word and the bit of a key in a filter.
#[inline]
const fn place(key: u64) -> (usize, u64) {
    (key as usize % FILTER, 1 << (key >> 58))
}

impl History {
    /// Adds the present position and says how often it has occurred by now.
    #[inline]
    pub(super) fn push(&mut self, key: u64) -> usize {
        let mut seen = 1 + occurrences(&self.tail[..self.in_tail.into()], key);
        if let Some(chunk) = &self.earlier {
            let (word, bit) = place(key);
            if chunk.filter[word] & bit != 0 {
                seen += chunk.count(key);
            }
        }
        if usize::from(self.in_tail) == CHUNK {
            self.close_tail();
        }
        self.tail[usize::from(self.in_tail) % CHUNK] = key;
        self.in_tail += 1;
        seen
    }

    #[cold]
    fn close_tail(&mut self) {
        let earlier = self.earlier.take();
        let mut filter = earlier.as_ref().map_or([0; FILTER], |chunk| chunk.filter);
        for (word, bit) in self.tail.map(place) {
            filter[word] |= bit;
        }
        self.earlier = Some(Arc::new(Chunk {
            keys: self.tail,
            filter,
            earlier,
        }));
        self.in_tail = 0;
    }
}

impl Chunk {
    fn count(&self, key: u64) -> usize {
        let mut found = 0;
        let mut chunk = Some(self);
        while let Some(Self { keys, earlier, .. }) = chunk {
            found += occurrences(keys, key);
            chunk = earlier.as_deref();
        }
        found
    }
}

#[inline]
fn occurrences(keys: &[u64], key: u64) -> usize {
    keys.iter().filter(|&&other| other == key).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_counted_over_the_whole_game() {
        let mut history = History::default();
        for ply in 0..1001_u64 {
            // Spread over all bits, as keys are.
            let key = (ply % 300).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let before = history.clone();
            assert_eq!(history.push(key), ply as usize / 300 + 1);
            assert_eq!(before.clone().push(key), ply as usize / 300 + 1);
        }
    }
}
