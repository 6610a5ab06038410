//! The best lines, one from each ply on: no allocation once they have their length.

/// Lines by the ply at which they start.
#[derive(Debug)]
pub(crate) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Clears the line from this ply on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.0.len() <= ply {
            self.0.resize_with(ply + 1, Vec::new);
        }
        self.0[ply].clear();
    }

    /// Sets the line from this ply on to this move followed by the line from the next ply on,
    /// unless that ply is a leaf, which has none.
    #[inline]
    pub(crate) fn adopt(&mut self, ply: u32, m: M, then_leaf: bool) {
        let (upper, lower) = self.0.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(m);
        if !then_leaf {
            line.extend_from_slice(&lower[0]);
        }
    }

    /// Returns the line from this ply on.
    pub(crate) fn get(&self, ply: u32) -> &[M] {
        &self.0[ply as usize]
    }
}
