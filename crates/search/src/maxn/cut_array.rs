//! P3's pruning by an array of cut values. **Not sound** for three and more seats.
//!
//! Every seat has a cut value: the most that the path above guarantees it. When a move is adopted
//! and every *other* seat gets less than its cut value, the rest of the position is left out. What
//! is left out is indeed never played in the end, but between the seat that rejects it and the
//! place where it arises it can displace another move, and so change the result.
//!
//! Seats that are out do not count among the others: they choose nothing any more, so their cut
//! values never rise, and with them nothing would be left out for the rest of the game.

use rules::{Game, PerSeat, Seat};

use super::worker::{Best, Worker};
use crate::children::{Child, Children};
use crate::evaluation::Evaluation;
use crate::limits::Stopped;

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Returns the value by cut arrays. It is not remembered, since it depends on the path.
    pub(super) fn cut_array(
        &mut self,
        child: &Child<'_, G>,
        level: usize,
        remaining: u32,
        cuts: PerSeat<i32>,
    ) -> Result<PerSeat<i32>, Stopped> {
        self.budget.node()?;
        self.work.end_line(level);
        if remaining == 0 {
            return self.leaf_child(child);
        }
        let position = child.position();
        let mut children = self.work.take_children(level);
        let found = self.cut_children(&mut children, position, level, remaining, cuts);
        self.work.give_back(level, children);
        found
    }

    fn cut_children(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        level: usize,
        remaining: u32,
        mut cuts: PerSeat<i32>,
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
            let values = self.cut_array(&child, level + 1, remaining - 1, cuts)?;
            if Best::improve(&mut best, mover, values, index) {
                let m = children.moves[index as usize];
                self.work.adopt(level, m);
                if level == 0 && self.root_move(values, m, values[mover]) {
                    break;
                }
                // The maximum along the path: with the latest value alone P3's tables do not
                // come out.
                cuts[mover] = cuts[mover].max(values[mover]);
                let rejects =
                    |seat| seat == mover || values[seat] < cuts[seat] || position.is_out(seat);
                if Seat::all(values.len()).all(rejects) {
                    break;
                }
            }
        }
        Ok(best.expect("there is a move").values)
    }
}
