//! The last ply, where most nodes are: children are valued one by one as they come, without an
//! order, and nothing is kept of them.

use rules::{Game, PerSeat};

use super::worker::{Best, Worker};
use crate::evaluation::Evaluation;
use crate::limits::Stopped;

/// The result of a last ply.
pub(super) enum LastPly<T> {
    /// All children were valued.
    Best(Best),
    /// A better move made the rest superfluous.
    Enough(T),
    /// The game is over.
    Over(PerSeat<i32>),
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Reports whether a position is on the last ply, where no order and no choice of moves is
    /// wanted. The root is not: it reports its moves one by one.
    #[inline]
    pub(super) fn is_last_ply(&self, level: usize, remaining: u32) -> bool {
        remaining == 1 && level > 0 && self.options.width.is_none()
    }

    /// Values the children; `better` is called for every better move and may end the loop.
    #[inline]
    pub(super) fn last_ply<T>(
        &mut self,
        position: &G,
        level: usize,
        mut better: impl FnMut(&mut Self, &Best) -> Option<T>,
    ) -> Result<LastPly<T>, Stopped> {
        let mut moves = G::Moves::default();
        position.generate(&mut moves);
        if moves.is_empty() {
            return self.result(position).map(LastPly::Over);
        }
        let mover = position.turn();
        let mut best = None;
        for (index, &m) in moves.iter().enumerate() {
            self.budget.node()?;
            let values = self.leaf(&position.after(m))?;
            if Best::improve(&mut best, mover, values, index as u16)
                && let Some(enough) = best.and_then(|best| better(self, &best))
            {
                self.work.set_line(level, m);
                return Ok(LastPly::Enough(enough));
            }
        }
        let best = best.expect("there is a move");
        self.work.set_line(level, moves[best.index as usize]);
        Ok(LastPly::Best(best))
    }
}
