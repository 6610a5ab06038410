//! What cells have in common: coarser cells that many share.
//!
//! A cell that was seen seldom knows little of itself. Its parts are seen often: they are learned
//! beside the cells and folded into them when the fit is done, so that weights know what the like of a
//! rare cell is worth, and cost a program no more than before.

/// The parts of each cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Where the parts of each cell end.
    ends: Vec<u32>,
    parts: Vec<u32>,
    count: usize,
}

impl Parts {
    /// Parts from a list for each cell; cells beyond the list have none.
    #[must_use]
    pub fn new<'a>(lists: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let mut all = Self {
            ends: vec![0],
            ..Self::default()
        };
        for list in lists {
            all.parts.extend(list);
            all.ends.push(all.parts.len() as u32);
        }
        all.count = all.parts.iter().max().map_or(0, |&part| part as usize + 1);
        all
    }

    /// How many parts there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The parts of a cell; one may come more than once.
    #[inline]
    #[must_use]
    pub fn of(&self, cell: u32) -> &[u32] {
        match self.ends.get(cell as usize..cell as usize + 2) {
            Some(&[from, to]) => &self.parts[from as usize..to as usize],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_has_its_list() {
        let parts = Parts::new([&[2, 0][..], &[], &[5, 5, 1]]);
        assert_eq!(parts.of(0), [2, 0]);
        assert!(parts.of(1).is_empty() && parts.of(3).is_empty() && parts.of(9).is_empty());
        assert_eq!(parts.of(2), [5, 5, 1]);
        assert_eq!((parts.count(), Parts::default().count()), (6, 0));
        assert!(Parts::default().of(0).is_empty());
    }
}
