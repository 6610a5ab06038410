//! Sound deep pruning: exactly the value and move of the full search, with fewer nodes.
//!
//! All it needs is an upper bound on the sum of the values, and lower bounds of each; the order of
//! turns and the number of seats do not matter. Every position on the path has a demand: what its
//! mover must get to prefer the child that is being searched. When the demands of the levels
//! `l..k`, the lower bounds of the position at level `k` and what its own mover has found already
//! add up to more than there is, then some seat in `l..k` will not choose the position: it is
//! *blocked from* `l`, and nothing more of it needs to be known, provided that is all that matters.
//!
//! With `l = k − 1` the parent itself rejects it: the classical shallow pruning (Korf 1991). With
//! a smaller `l` the position may still displace another one on the way up, which is where the cut
//! array of P3 errs. So it is put off as *uncertain*, and searched again unless its parent turns
//! out to be rejected above whichever of its children wins. Speculation of this kind is allowed
//! only below a position whose best move so far is itself rejected above; without that condition
//! most of it has to be searched again.
//!
//! Why it is sound: a contradiction means that acceptance at every level would exceed the sum; an
//! uncertain child that would become the value is rejected above; demands only grow while a child
//! is searched; and nothing lies above the root. The proof is a sketch, so soundness is tested
//! against the full search.

use rules::{Game, PerSeat};

use super::Pruning;
use super::last_ply::LastPly;
use super::memo::Value;
use super::path::NO_DEMAND;
use super::worker::{Best, Entered, Node, Verdict, Worker};
use crate::children::{Child, Children};
use crate::evaluation::Evaluation;
use crate::limits::Stopped;

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Searches a position under the demands of the levels `from..level`.
    pub(super) fn sdp(
        &mut self,
        child: &Child<'_, G>,
        level: usize,
        from: usize,
        remaining: u32,
    ) -> Result<Verdict, Stopped> {
        let node = match self.enter(child, level, from, remaining)? {
            Entered::Known(values) => return Ok(Verdict::Exact(values)),
            Entered::Open(node) => node,
        };
        if let Some(blocked) = self.contradiction(&node, node.low) {
            return Ok(blocked);
        }
        if let Some(pair) = self.two_left(&node) {
            return self.two(&node, pair);
        }
        if self.is_last_ply(level, remaining) {
            return self.sdp_last_ply(&node);
        }
        let mut children = self.work.take_children(level);
        let found = self.sdp_children(&mut children, &node);
        self.work.give_back(level, children);
        found
    }

    /// Reports whether a value of at least `low` is rejected above.
    #[inline]
    fn contradiction(&mut self, node: &Node<'_, G>, low: PerSeat<i32>) -> Option<Verdict> {
        let level =
            self.path
                .contradiction(node.from, node.level, low, &node.bounds.high, self.sum)?;
        // Bounds over a few plies do not hold for the whole game.
        self.cut_off |= self.options.bounds;
        Some(Verdict::Blocked(level))
    }

    /// Returns the level from which the demands may be used below a position with this best move.
    #[inline]
    fn speculation(&self, node: &Node<'_, G>, best_is_rejected: bool) -> usize {
        match self.options.pruning {
            Pruning::Sdp if best_is_rejected => node.from,
            Pruning::Sdp | Pruning::Shallow => node.level,
            _ => node.level + 1,
        }
    }

    fn sdp_children(
        &mut self,
        children: &mut Children<G>,
        node: &Node<'_, G>,
    ) -> Result<Verdict, Stopped> {
        let &Node {
            position,
            level,
            from,
            remaining,
            ..
        } = node;
        self.choose(children, position, remaining, node.hint)?;
        if children.order.is_empty() {
            return self.result(position).map(Verdict::Exact);
        }
        let mover = position.turn();
        let most = node.bounds.high[mover];
        let mut best: Option<Best> = None;
        let mut rejected = None;
        for place in 0..children.order.len() {
            let index = children.order[place].index;
            let demand = best.map_or(NO_DEMAND, |best| best.demand(mover, index));
            self.path.set(level, mover, demand);
            let child = children.child(position, index);
            let from_below = self.speculation(node, rejected.is_some());
            match self.sdp(&child, level + 1, from_below, remaining - 1)? {
                Verdict::Blocked(above) if above < level => children.uncertain.push((index, above)),
                Verdict::Blocked(_) => {}
                Verdict::Exact(values) => {
                    if !Best::improve(&mut best, mover, values, index) {
                        continue;
                    }
                    if let Some(blocked) = self.improved(node, children, values, index) {
                        return Ok(blocked);
                    }
                    if level == 0
                        && self.root_move(values, children.moves[index as usize], values[mover])
                    {
                        break;
                    }
                    let later = &children.order[place + 1..];
                    if values[mover] >= most
                        && children.uncertain.is_empty()
                        && later.iter().all(|choice| choice.index > index)
                    {
                        self.cut_off |= self.options.bounds && !later.is_empty();
                        break;
                    }
                    rejected = self.path.rejects(from, level, &values);
                }
            }
        }
        self.settle(children, node, best, rejected)
    }

    /// Searches a last ply, where all values are exact and none is put off.
    fn sdp_last_ply(&mut self, node: &Node<'_, G>) -> Result<Verdict, Stopped> {
        let mover = node.position.turn();
        let most = node.bounds.high[mover];
        let found = self.last_ply(node.position, node.level, |worker, best| {
            let own = best.values[mover];
            let mut low = node.low;
            low[mover] = low[mover].max(own);
            worker.contradiction(node, low).or_else(|| {
                (own >= most).then(|| {
                    worker.cut_off |= worker.options.bounds;
                    Verdict::Exact(best.values)
                })
            })
        })?;
        Ok(match found {
            LastPly::Enough(verdict) => verdict,
            LastPly::Best(Best { values, .. }) | LastPly::Over(values) => Verdict::Exact(values),
        })
    }

    /// Remembers a better move, and returns a verdict if the position is now blocked.
    #[inline]
    fn improved(
        &mut self,
        node: &Node<'_, G>,
        children: &Children<G>,
        values: PerSeat<i32>,
        index: u16,
    ) -> Option<Verdict> {
        let mover = node.position.turn();
        let mut low = node.low;
        low[mover] = low[mover].max(values[mover]);
        if let Some(blocked) = self.contradiction(node, low) {
            let fact = Value::AtLeast(values[mover]);
            self.remember(node.position, node.remaining, index, fact);
            return Some(blocked);
        }
        self.work.adopt(node.level, children.moves[index as usize]);
        None
    }

    /// Settles a position whose children were all searched: those put off are searched again where
    /// that matters.
    fn settle(
        &mut self,
        children: &mut Children<G>,
        node: &Node<'_, G>,
        mut best: Option<Best>,
        mut rejected: Option<usize>,
    ) -> Result<Verdict, Stopped> {
        let &Node {
            position,
            level,
            from,
            remaining,
            ..
        } = node;
        let mover = position.turn();
        for (place, &(index, _)) in children.uncertain.iter().enumerate() {
            let current = best.expect("nothing is put off before there is a best move");
            if let Some(above) = rejected {
                // Whoever wins, the best move or one of the rest, some level above rejects it.
                let rest = children.uncertain[place..].iter().map(|&(_, above)| above);
                let fact = Value::AtLeast(current.values[mover]);
                self.remember(position, remaining, current.index, fact);
                return Ok(Verdict::Blocked(rest.fold(above, usize::min)));
            }
            self.path.set(level, mover, current.demand(mover, index));
            let child = children.child(position, index);
            let verdict =
                self.again(|worker| worker.sdp(&child, level + 1, level, remaining - 1))?;
            if let Verdict::Exact(values) = verdict
                && Best::improve(&mut best, mover, values, index)
            {
                if let Some(blocked) = self.improved(node, children, values, index) {
                    return Ok(blocked);
                }
                rejected = self.path.rejects(from, level, &values);
            }
        }
        let Best { values, index } = best.expect("there is a move");
        self.remember(position, remaining, index, Value::Exact(values));
        Ok(Verdict::Exact(values))
    }

    /// Searches something again and counts the nodes that it takes.
    fn again<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        let outermost = !std::mem::replace(&mut self.researching, true);
        let before = self.budget.nodes();
        let found = search(self);
        if outermost {
            self.researching = false;
            self.researched += self.budget.nodes() - before;
        }
        found
    }
}
