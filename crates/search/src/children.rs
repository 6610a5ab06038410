//! The moves of a position that a search looks at, in the order it looks at them.

use std::cmp::Reverse;

use rules::{Game, MoveList, PerSeat};

use crate::evaluation::Evaluation;
use crate::limits::{Budget, Stopped};

/// A move that will be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Its place among the legal moves: of equals the least wins.
    pub(crate) index: u16,
    /// How promising it looks; 0 if that was not computed.
    promise: i64,
}

/// The children of a position, in reusable memory.
pub(crate) struct Children<G: Game> {
    pub(crate) moves: G::Moves,
    pub(crate) order: Vec<Choice>,
    /// Moves that were put off, by index, with the level that may not choose them.
    pub(crate) uncertain: Vec<(u16, usize)>,
    /// The positions after all moves, by index, and their static values; empty if they were not
    /// computed.
    played: Vec<(G, PerSeat<i32>)>,
}

impl<G: Game> Default for Children<G> {
    fn default() -> Self {
        Self {
            moves: G::Moves::default(),
            order: Vec::new(),
            uncertain: Vec::new(),
            played: Vec::new(),
        }
    }
}

/// A position after a move, with its static value where it is known already.
pub(crate) enum Child<'a, G> {
    /// Already played, for its static value.
    Known(&'a G, &'a PerSeat<i32>),
    /// Played now.
    Fresh(G),
}

impl<G> Child<'_, G> {
    #[inline]
    pub(crate) const fn position(&self) -> &G {
        match self {
            Self::Known(position, _) => position,
            Self::Fresh(position) => position,
        }
    }
}

impl<G: Game> Children<G> {
    /// Returns the position after the move with this index.
    #[inline]
    pub(crate) fn child(&self, position: &G, index: u16) -> Child<'_, G> {
        match self.played.get(index as usize) {
            Some((child, values)) => Child::Known(child, values),
            None => Child::Fresh(position.after(self.moves[index as usize])),
        }
    }

    /// Generates all legal moves in the game's order; none if the game is over.
    #[inline]
    pub(crate) fn generate(&mut self, position: &G) {
        self.moves.clear();
        self.order.clear();
        self.uncertain.clear();
        self.played.clear();
        position.generate(&mut self.moves);
        let count = self.moves.len() as u16;
        self.order
            .extend((0..count).map(|index| Choice { index, promise: 0 }));
    }

    /// Plays every move and sorts by static value, best first. Returns whether the game goes on
    /// after any of them.
    pub(crate) fn sort<E: Evaluation<G>>(
        &mut self,
        position: &G,
        evaluation: &E,
        budget: &mut Budget,
        promise: impl Fn(&PerSeat<i32>) -> i64,
    ) -> Result<bool, Stopped> {
        let mut running = false;
        for (choice, &m) in self.order.iter_mut().zip(self.moves.iter()) {
            let child = position.after(m);
            budget.evaluation()?;
            let values = if child.is_finished() {
                evaluation.result(&child)
            } else {
                running = true;
                evaluation.values(&child)
            };
            choice.promise = promise(&values);
            self.played.push((child, values));
        }
        self.order
            .sort_unstable_by_key(|choice| (Reverse(choice.promise), choice.index));
        Ok(running)
    }

    /// Puts the moves that are left back into the game's order.
    pub(crate) fn unsort(&mut self) {
        self.order.sort_unstable_by_key(|choice| choice.index);
    }

    /// Puts the move with this index first.
    pub(crate) fn put_first(&mut self, index: u16) {
        if let Some(place) = self.order.iter().position(|choice| choice.index == index) {
            self.order[..=place].rotate_right(1);
        }
    }
}
