//! The recursion: positions far from the leaves are remembered and their moves sorted, those near
//! them are searched as they come.

use rules::Game;

use super::memo::{Bound, Fact, Memo};
use super::ordering::Ordering;
use crate::evaluation::Score;
use crate::limits::Stopped;
use crate::two_seats::window::Window;
use crate::two_seats::{Descent, Walk};

/// With fewer plies to search, to search again is as fast as to remember.
const SORT_FROM: u32 = 2;

/// With fewer plies to the end of the game it is as well: there is nothing to evaluate.
const ENDING: u32 = 6;

/// With fewer plies below, it takes longer to ask what is promising than to find out.
const PROMISE_FROM: u32 = 3;

/// A running search.
pub(super) struct Worker<'a, G: Game, S> {
    pub(super) score: &'a S,
    /// No value is more.
    pub(super) most: i32,
    pub(super) walk: Walk<G>,
    pub(super) memo: &'a mut Memo,
    pub(super) ordering: &'a mut Ordering<G>,
}

/// A position on the path.
struct Node<'a, G> {
    position: &'a G,
    /// Plies until the limit of depth.
    remaining: u32,
    /// Plies from the root.
    ply: u32,
    /// About how many plies lie below.
    height: u32,
}

/// The best move of a position so far.
struct Best {
    value: i32,
    /// Its place among the legal moves.
    index: u16,
}

impl<G: Game, S: Score<G>> Worker<'_, G, S> {
    fn value(
        &mut self,
        position: &G,
        remaining: u32,
        ply: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        if remaining == 0 {
            return self.walk.leaf(self.score, position, ply);
        }
        self.walk.budget.node()?;
        self.walk.lines.clear(ply);
        let left = self.score.plies_left(position);
        let node = Node {
            position,
            remaining,
            ply,
            height: left.min(remaining),
        };
        if remaining < SORT_FROM || left < ENDING {
            self.in_order(&node, window)
        } else {
            self.with_memory(&node, window)
        }
    }

    /// Alpha-beta in the game's order.
    fn in_order(&mut self, node: &Node<'_, G>, mut window: Window) -> Result<i32, Stopped> {
        let mut moves = G::Moves::default();
        node.position.generate(&mut moves);
        if moves.is_empty() {
            return self.walk.end(self.score, node.position, node.ply);
        }
        let mut best = Window::OPEN.low;
        for &m in moves.iter() {
            let value = self.look(node, m, window)?;
            if value <= best {
                continue;
            }
            best = value;
            if value >= window.high {
                break;
            }
            if value > window.low {
                window.low = value;
                self.walk.lines.adopt(node.ply, m, node.remaining == 1);
            }
        }
        Ok(best)
    }

    /// Consults the table first and updates it afterwards. Where a line is wanted and not only a
    /// bound, the table is not consulted, since it knows no lines; that costs 0.003 % more nodes.
    fn with_memory(&mut self, node: &Node<'_, G>, window: Window) -> Result<i32, Stopped> {
        let key = node.position.key();
        let known = self.memo.get(key, node.remaining);
        if let Some((fact, true)) = known
            && window.is_null()
            && fact.answers(window)
        {
            self.walk.cut_off += u64::from(!fact.complete);
            return Ok(fact.value);
        }
        let mut moves = G::Moves::default();
        node.position.generate(&mut moves);
        if moves.is_empty() {
            return self.walk.end(self.score, node.position, node.ply);
        }
        let cut_off = self.walk.cut_off;
        let hint = known.map(|(fact, _)| fact.best);
        let waiting = self.ordering.waiting();
        let best = self.best(node, &moves, hint, window);
        self.ordering.drop_to(waiting);
        let Best { value, index } = best?;
        let fact = Fact {
            value,
            best: index,
            bound: Bound::of(value, window),
            complete: self.walk.cut_off == cut_off,
        };
        self.memo.put(key, node.remaining, fact);
        Ok(value)
    }

    /// Returns the best move: the hint first, then the others as they are sorted.
    fn best(
        &mut self,
        node: &Node<'_, G>,
        moves: &[G::Move],
        hint: Option<u16>,
        mut window: Window,
    ) -> Result<Best, Stopped> {
        // Two positions may share a key, so a hint has to be looked up like any other number.
        let hinted = hint.and_then(|index| Some((*moves.get(usize::from(index))?, index)));
        let waiting = self.ordering.waiting();
        let (m, index) = match hinted {
            Some(hinted) => hinted,
            None => {
                self.sort(node, moves, None);
                self.ordering.next(waiting).expect("there is a move")
            }
        };
        let mut best = Best {
            value: self.look(node, m, window)?,
            index,
        };
        if self.settle(node, m, best.value, &mut window) {
            return Ok(best);
        }
        if hinted.is_some() {
            self.sort(node, moves, hint);
        }
        while let Some((m, index)) = self.ordering.next(waiting) {
            let value = self.later(node, m, window)?;
            if value > best.value {
                best = Best { value, index };
                if self.settle(node, m, value, &mut window) {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Queues all moves but the hint.
    fn sort(&mut self, node: &Node<'_, G>, moves: &[G::Move], hint: Option<u16>) {
        for (index, &m) in (0..).zip(moves) {
            if hint != Some(index) {
                let promise = if node.height >= PROMISE_FROM {
                    self.score.move_hint(node.position, m)
                } else {
                    0
                };
                let seat = node.position.turn();
                self.ordering.wait(node.ply, seat, m, index, promise);
            }
        }
    }

    /// Records a new best value, and reports whether it settles the position: it is more than the
    /// seats above allow, or the most there is.
    #[inline]
    fn settle(&mut self, node: &Node<'_, G>, m: G::Move, value: i32, window: &mut Window) -> bool {
        if value >= window.high {
            let seat = node.position.turn();
            self.ordering.refuted(node.ply, seat, m, node.height);
            return true;
        }
        if value > window.low {
            window.low = value;
            self.walk.lines.adopt(node.ply, m, node.remaining == 1);
        }
        value >= self.most
    }

    /// Returns the value of a move that is not expected to be the best.
    #[inline]
    fn later(&mut self, node: &Node<'_, G>, m: G::Move, window: Window) -> Result<i32, Stopped> {
        let scouted = self.look(node, m, Window::above(window.low))?;
        let Some(window) = window.after_scout(scouted) else {
            return Ok(scouted);
        };
        let again = self.walk.search_again();
        let value = self.look(node, m, window);
        self.walk.searched_again(again);
        value
    }

    #[inline]
    fn look(&mut self, node: &Node<'_, G>, m: G::Move, window: Window) -> Result<i32, Stopped> {
        window.look(node.position, m, |child, window| {
            self.value(child, node.remaining - 1, node.ply + 1, window)
        })
    }
}

impl<G: Game, S: Score<G>> Descent<G> for Worker<'_, G, S> {
    const SCOUTS: bool = true;

    fn walk(&mut self) -> &mut Walk<G> {
        &mut self.walk
    }

    fn begin(&mut self, _: &[G::Move]) {
        self.ordering.age();
    }

    fn child(
        &mut self,
        _: G::Move,
        position: &G,
        remaining: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        self.value(position, remaining, 1, window)
    }
}
