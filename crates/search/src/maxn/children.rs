//! The moves of a position that are searched, in the order they are searched in.

use std::cmp::Reverse;

use rules::{Game, MoveList, PerSeat, Seat};

use super::Pruning;
use super::worker::Worker;
use crate::evaluation::Evaluation;
use crate::limits::Stopped;

/// Ordering costs an evaluation per child. At the last ply that is what the children cost anyway,
/// so they are taken as they come.
const ORDER_FROM: u32 = 2;

/// A move that will be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// Its place among the legal moves: of equals the least wins.
    pub(super) index: u16,
    /// What it seems to be worth to the mover; 0 if nobody asked.
    value: i32,
}

/// The children of a position, in memory that is used again and again.
pub(super) struct Children<G: Game> {
    pub(super) moves: G::Moves,
    pub(super) order: Vec<Choice>,
    /// Moves that were put off, by index, with the level that may not choose them.
    pub(super) uncertain: Vec<(u16, usize)>,
    /// The positions after all moves, by index, and their static values; nothing if nobody asked.
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
pub(super) enum Child<'a, G> {
    /// Played before, for its static value.
    Known(&'a G, &'a PerSeat<i32>),
    /// Played now.
    Fresh(G),
}

impl<G> Child<'_, G> {
    #[inline]
    pub(super) const fn position(&self) -> &G {
        match self {
            Self::Known(position, _) => position,
            Self::Fresh(position) => position,
        }
    }
}

impl<G: Game> Children<G> {
    /// The position after the move with this index.
    #[inline]
    pub(super) fn child(&self, position: &G, index: u16) -> Child<'_, G> {
        match self.played.get(index as usize) {
            Some((child, values)) => Child::Known(child, values),
            None => Child::Fresh(position.after(self.moves[index as usize])),
        }
    }
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Finds the moves to search; none if the game is over. `hint` is the index of a move that was
    /// best at another depth.
    pub(super) fn choose(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        remaining: u32,
        hint: Option<u16>,
    ) -> Result<(), Stopped> {
        children.moves.clear();
        children.order.clear();
        children.uncertain.clear();
        children.played.clear();
        position.generate(&mut children.moves);
        let count = children.moves.len();
        let width = self.options.width.unwrap_or(usize::MAX);
        let ordering = self.orders() && remaining >= ORDER_FROM;
        if count > width || ordering && count > 1 {
            self.look_at_all(children, position, position.turn(), remaining == 1)?;
            children
                .order
                .sort_unstable_by_key(|choice| (Reverse(choice.value), choice.index));
            children.order.truncate(width);
            if !self.orders() {
                children.order.sort_unstable_by_key(|choice| choice.index);
            }
        } else {
            let in_order = (0..count as u16).map(|index| Choice { index, value: 0 });
            children.order.extend(in_order);
        }
        if let Some(hint) = hint.filter(|_| self.orders())
            && let Some(place) = children.order.iter().position(|c| c.index == hint)
        {
            children.order[..=place].rotate_right(1);
        }
        Ok(())
    }

    /// The full search gains nothing by an order.
    #[inline]
    fn orders(&self) -> bool {
        self.options.ordering && self.options.pruning != Pruning::None
    }

    /// Plays every move and asks for its static value.
    fn look_at_all(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        mover: Seat,
        last_ply: bool,
    ) -> Result<(), Stopped> {
        for (index, &m) in children.moves.iter().enumerate() {
            let child = position.after(m);
            self.budget.evaluation()?;
            let finished = child.is_finished();
            let values = if finished {
                self.evaluation.result(&child)
            } else {
                self.evaluation.values(&child)
            };
            self.cut_off |= last_ply && !finished;
            children.order.push(Choice {
                index: index as u16,
                value: values[mover],
            });
            children.played.push((child, values));
        }
        Ok(())
    }
}
