//! The full search: what every pruning is measured against, and sound ones agree with.

use std::convert::Infallible;

use rules::{Game, PerSeat};

use super::last_ply::LastPly;
use super::memo::Value;
use super::worker::{Best, Worker};
use crate::children::{Child, Children};
use crate::evaluation::Evaluation;
use crate::limits::Stopped;

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Returns the maxⁿ value of a position.
    pub(super) fn plain(
        &mut self,
        child: &Child<'_, G>,
        level: usize,
        remaining: u32,
    ) -> Result<PerSeat<i32>, Stopped> {
        self.budget.node()?;
        self.work.end_line(level);
        if remaining == 0 {
            return self.leaf_child(child);
        }
        let position = child.position();
        let known = self.recall(position, level, remaining);
        if let Some(Value::Exact(values)) = known.value {
            return Ok(values);
        }
        if self.is_last_ply(level, remaining) {
            let found = self.last_ply(position, level, |_, _| None::<Infallible>)?;
            return Ok(match found {
                LastPly::Best(Best { values, .. }) | LastPly::Over(values) => values,
            });
        }
        let mut children = self.work.take_children(level);
        let found = self.plain_children(&mut children, position, level, remaining);
        self.work.give_back(level, children);
        found
    }

    fn plain_children(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        level: usize,
        remaining: u32,
    ) -> Result<PerSeat<i32>, Stopped> {
        self.choose(children, position, remaining, None)?;
        if children.order.is_empty() {
            return self.result(position);
        }
        let mover = position.turn();
        let mut best = None;
        for &choice in &children.order {
            let index = choice.index;
            let child = children.child(position, index);
            let values = self.plain(&child, level + 1, remaining - 1)?;
            if Best::improve(&mut best, mover, values, index) {
                let m = children.moves[index as usize];
                self.work.adopt(level, m);
                if level == 0 && self.root_move(values, m, values[mover]) {
                    break;
                }
            }
        }
        let Best { values, index } = best.expect("there is a move");
        self.remember(position, remaining, index, Value::Exact(values));
        Ok(values)
    }
}
