//! Memory that a search uses again from node to node and from search to search, so that nothing is
//! allocated on the way.

use rules::Game;

use crate::children::Children;
use crate::line::Lines;

/// Room for children and lines, by level.
pub(crate) struct Workspace<G: Game> {
    children: Vec<Option<Box<Children<G>>>>,
    lines: Lines<G::Move>,
}

impl<G: Game> Workspace<G> {
    pub(crate) const fn new() -> Self {
        Self {
            children: Vec::new(),
            lines: Lines::new(),
        }
    }

    /// Room for the children at this level; a box, since the moves may take kilobytes.
    #[inline]
    pub(crate) fn take_children(&mut self, level: usize) -> Box<Children<G>> {
        if self.children.len() <= level {
            self.children.resize_with(level + 1, || None);
        }
        self.children[level].take().unwrap_or_default()
    }

    /// Gives the room back.
    #[inline]
    pub(crate) fn give_back(&mut self, level: usize, children: Box<Children<G>>) {
        self.children[level] = Some(children);
    }

    /// Clears the line at this level.
    #[inline]
    pub(crate) fn end_line(&mut self, level: usize) {
        self.lines.clear(level as u32);
    }

    /// Sets the line at this level to this move alone.
    #[inline]
    pub(crate) fn set_line(&mut self, level: usize, m: G::Move) {
        self.lines.adopt(level as u32, m, true);
    }

    /// Sets the line at this level to this move followed by the line below.
    #[inline]
    pub(crate) fn adopt(&mut self, level: usize, m: G::Move) {
        self.lines.adopt(level as u32, m, false);
    }

    /// Returns the best line from the root, once it was searched.
    pub(crate) fn line(&self) -> &[G::Move] {
        self.lines.get(0)
    }
}
