//! One iteration of a running search: what it reads, counts and keeps from node to node.

use rules::{Game, PerSeat, Seat};

use super::memo::{Fact, Memo, Value};
use super::path::Path;
use super::{Options, Pruning};
use crate::children::{Child, Children};
use crate::evaluation::{Bounds, Evaluation};
use crate::limits::{Budget, Stopped};
use crate::workspace::Workspace;

/// Ordering costs an evaluation per child. At the last ply that is what the children cost anyway,
/// so they are taken as they come.
const ORDER_FROM: u32 = 2;

/// With fewer plies left, to search again is as fast as to remember.
const MEMO_FROM: u32 = 2;

/// The result of searching a position under pruning.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    /// The value of the position.
    Exact(PerSeat<i32>),
    /// Some seat between this level and the position will not choose the position, whatever its
    /// value.
    Blocked(usize),
}

/// A position under search, and what its surroundings say of it.
pub(super) struct Node<'a, G> {
    pub(super) position: &'a G,
    /// Plies from the root.
    pub(super) level: usize,
    /// The first level whose demands may be used.
    pub(super) from: usize,
    /// Plies still to look ahead, at least one.
    pub(super) remaining: u32,
    /// Bounds of every value below.
    pub(super) bounds: Bounds,
    /// Lower bounds of its own value, which may say more.
    pub(super) low: PerSeat<i32>,
    /// A move to try first.
    pub(super) hint: Option<u16>,
}

/// A position that was just visited.
pub(super) enum Entered<'a, G> {
    /// Its value needs no search.
    Known(PerSeat<i32>),
    /// It has to be searched.
    Open(Node<'a, G>),
}

/// The best move of a position so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) values: PerSeat<i32>,
    /// The move's place among the legal moves.
    pub(super) index: u16,
}

impl Best {
    /// Returns the least value at which the mover would rather have the move with this index.
    #[inline]
    pub(super) fn demand(&self, mover: Seat, index: u16) -> i32 {
        self.values[mover].saturating_add(i32::from(index > self.index))
    }

    /// Takes another move if the mover prefers it, and reports whether it does.
    #[inline]
    pub(super) fn improve(
        best: &mut Option<Self>,
        mover: Seat,
        values: PerSeat<i32>,
        index: u16,
    ) -> bool {
        let better = best.is_none_or(|best| values[mover] >= best.demand(mover, index));
        if better {
            *best = Some(Self { values, index });
        }
        better
    }
}

/// What the table holds for a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recalled {
    /// A fact at just this depth.
    pub(super) value: Option<Value>,
    /// A good move, by its place among the legal moves.
    pub(super) hint: Option<u16>,
}

/// What is kept from node to node and from search to search.
pub(super) struct Kept<G: Game> {
    pub(super) memo: Option<Memo>,
    pub(super) path: Path,
    pub(super) work: Workspace<G>,
}

impl<G: Game> Kept<G> {
    pub(super) const fn new(memo: Option<Memo>) -> Self {
        Self {
            memo,
            path: Path::new(),
            work: Workspace::new(),
        }
    }

    /// Forgets all positions, so that a search is independent of the one before.
    pub(super) fn forget(&mut self) {
        if let Some(memo) = &mut self.memo {
            memo.forget();
        }
    }

    /// Returns the best line, as far as it is known.
    pub(super) fn line(&self, root: &G, depth: u32) -> Vec<G::Move> {
        let mut line = self.work.line().to_vec();
        let mut position = root.clone();
        for &m in &line {
            position.play_unchecked(m);
        }
        // Where a value came from the table, the line continues there.
        let Some(memo) = &self.memo else { return line };
        let mut remaining = depth - line.len() as u32;
        while remaining > 0
            && let Some((fact, true)) = memo.get(position.key(), remaining)
            && let Value::Exact(_) = fact.value
            && let Some(&m) = position.legal().get(fact.best as usize)
        {
            line.push(m);
            position.play_unchecked(m);
            remaining -= 1;
        }
        line
    }
}

/// A running search.
pub(super) struct Worker<'a, G: Game, E> {
    pub(super) evaluation: &'a E,
    pub(super) options: &'a Options,
    pub(super) budget: &'a mut Budget,
    pub(super) work: &'a mut Workspace<G>,
    pub(super) memo: &'a mut Option<Memo>,
    pub(super) path: &'a mut Path,
    /// No values add up to more.
    pub(super) sum: i64,
    /// All values add up to just the sum.
    pub(super) constant_sum: bool,
    /// Bounds of all values anywhere.
    anywhere: Bounds,
    /// Whether a running position was valued, or something pruned that a deeper search might not.
    pub(super) cut_off: bool,
    pub(super) researched: u64,
    /// Whether what is visited now was visited before.
    pub(super) researching: bool,
    /// The best root move so far.
    pub(super) partial: Option<(PerSeat<i32>, G::Move)>,
}

impl<'a, G: Game, E: Evaluation<G>> Worker<'a, G, E> {
    pub(super) fn new(
        evaluation: &'a E,
        options: &'a Options,
        budget: &'a mut Budget,
        kept: &'a mut Kept<G>,
        seats: usize,
    ) -> Self {
        Self {
            evaluation,
            options,
            budget,
            work: &mut kept.work,
            memo: &mut kept.memo,
            path: &mut kept.path,
            sum: evaluation.sum().map_or(i64::MAX, i64::from),
            constant_sum: evaluation.sum().is_some() && evaluation.is_constant_sum(),
            anywhere: Bounds::anywhere(evaluation, seats),
            cut_off: false,
            researched: 0,
            researching: false,
            partial: None,
        }
    }

    /// Searches the root.
    pub(super) fn root(&mut self, root: &G, depth: u32) -> Result<PerSeat<i32>, Stopped> {
        let root = &Child::Fresh(root.clone());
        match self.options.pruning {
            Pruning::None => self.plain(root, 0, depth),
            Pruning::CutArray => {
                let cuts = self.anywhere.low;
                self.cut_array(root, 0, depth, cuts)
            }
            Pruning::Immediate | Pruning::Shallow | Pruning::Sdp => {
                match self.sdp(root, 0, 0, depth)? {
                    Verdict::Exact(values) => Ok(values),
                    Verdict::Blocked(_) => unreachable!("nothing lies above the root"),
                }
            }
        }
    }

    /// Values a position that is not searched further.
    #[inline]
    pub(super) fn leaf(&mut self, position: &G) -> Result<PerSeat<i32>, Stopped> {
        self.budget.evaluation()?;
        if position.is_finished() {
            Ok(self.evaluation.result(position))
        } else {
            self.cut_off = true;
            Ok(self.evaluation.values(position))
        }
    }

    /// Values a child that is not searched further, unless its value is known.
    #[inline]
    pub(super) fn leaf_child(&mut self, child: &Child<'_, G>) -> Result<PerSeat<i32>, Stopped> {
        match child {
            Child::Known(_, values) => Ok(**values),
            Child::Fresh(position) => self.leaf(position),
        }
    }

    /// Returns the bounds of the value of a position.
    #[inline]
    pub(super) fn bounds(&self, position: &G, remaining: u32) -> Bounds {
        let mut bounds = self.anywhere;
        if self.options.bounds
            && let Some(reach) = self.evaluation.reach(position, remaining)
        {
            for (low, &reach) in bounds.low.iter_mut().zip(reach.low.iter()) {
                *low = reach.max(*low);
            }
            for (high, &reach) in bounds.high.iter_mut().zip(reach.high.iter()) {
                *high = reach.min(*high);
            }
        }
        bounds
    }

    /// Visits a position: counts it, values it if it is a leaf, and otherwise consults the table
    /// and the bounds.
    #[inline]
    pub(super) fn enter<'p>(
        &mut self,
        child: &'p Child<'_, G>,
        level: usize,
        from: usize,
        remaining: u32,
    ) -> Result<Entered<'p, G>, Stopped> {
        self.budget.node()?;
        self.work.end_line(level);
        if remaining == 0 {
            return self.leaf_child(child).map(Entered::Known);
        }
        let position = child.position();
        let recalled = self.recall(position, level, remaining);
        if let Some(Value::Exact(values)) = recalled.value {
            return Ok(Entered::Known(values));
        }
        let bounds = self.bounds(position, remaining);
        let mut low = bounds.low;
        if let Some(Value::AtLeast(value)) = recalled.value {
            let own = &mut low[position.turn()];
            *own = value.max(*own);
        }
        Ok(Entered::Open(Node {
            position,
            level,
            from,
            remaining,
            bounds,
            low,
            hint: recalled.hint,
        }))
    }

    /// Values a game that is over.
    #[inline]
    pub(super) fn result(&mut self, position: &G) -> Result<PerSeat<i32>, Stopped> {
        self.budget.evaluation()?;
        Ok(self.evaluation.result(position))
    }

    /// Returns what is known of a position. The root is searched in any case, for its line.
    #[inline]
    pub(super) fn recall(&mut self, position: &G, level: usize, remaining: u32) -> Recalled {
        let memo = self.memo.as_ref().filter(|_| remaining >= MEMO_FROM);
        let Some((fact, same_depth)) = memo.and_then(|memo| memo.get(position.key(), remaining))
        else {
            return Recalled::default();
        };
        let value = (same_depth && level > 0).then_some(fact.value);
        self.cut_off |= value.is_some() && fact.cut_off;
        Recalled {
            value,
            hint: Some(fact.best),
        }
    }

    /// Stores a fact.
    #[inline]
    pub(super) fn remember(&mut self, position: &G, remaining: u32, best: u16, value: Value) {
        if let Some(memo) = &mut *self.memo
            && remaining >= MEMO_FROM
        {
            // All that was cut off so far, here or elsewhere, to be on the safe side.
            let cut_off = self.cut_off;
            let fact = Fact {
                best,
                value,
                cut_off,
            };
            memo.put(position.key(), remaining, fact);
        }
    }

    /// Remembers a root move that is better than all before, and reports whether it is good enough
    /// to stop.
    #[inline]
    pub(super) fn root_move(&mut self, values: PerSeat<i32>, m: G::Move, own: i32) -> bool {
        self.partial = Some((values, m));
        self.options.enough.is_some_and(|enough| own >= enough)
    }

    /// Finds the moves to search; none if the game is over. `hint` is the index of a move that was
    /// best at another depth.
    pub(super) fn choose(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        remaining: u32,
        hint: Option<u16>,
    ) -> Result<(), Stopped> {
        children.generate(position);
        let count = children.order.len();
        let width = self.options.width.unwrap_or(usize::MAX);
        // The full search gains nothing by an order, unless one move at the root may be enough: which
        // it is then must not depend on the pruning.
        let gains = self.options.pruning != Pruning::None || self.options.enough.is_some();
        let orders = self.options.ordering && gains;
        if count > width || orders && count > 1 && remaining >= ORDER_FROM {
            let mover = position.turn();
            let own = |values: &PerSeat<i32>| i64::from(values[mover]);
            let running = children.sort(position, self.evaluation, self.budget, own)?;
            self.cut_off |= running && remaining == 1;
            children.order.truncate(width);
            if !orders {
                children.unsort();
            }
        }
        if let Some(hint) = hint.filter(|_| orders) {
            children.put_first(hint);
        }
        Ok(())
    }
}
