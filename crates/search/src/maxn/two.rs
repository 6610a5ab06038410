//! Two seats left: what one gains the other loses, and plain alpha-beta prunes more than anything
//! that has to reckon with a third.
//!
//! Two are left when the sum is constant and the bounds leave all other values as they are. Seats
//! whose value is fixed may still have turns: all their moves are equal to them, so by the tie
//! rule they play the first one.

use rules::{Game, PerSeat, Seat};

use super::Pruning;
use super::memo::Value;
use super::worker::{Entered, Node, Verdict, Worker};
use crate::children::{Child, Children, Choice};
use crate::evaluation::Evaluation;
use crate::limits::Stopped;
use crate::window::Window;

/// The two seats that still play for something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Whose value the search speaks of.
    seat: Seat,
    other: Seat,
    /// What both have together.
    total: i64,
    /// The values of all others.
    fixed: PerSeat<i32>,
}

impl Pair {
    /// Returns all values, given that of the first seat.
    fn values(&self, value: i64) -> PerSeat<i32> {
        let mut values = self.fixed;
        values[self.seat] = value as i32;
        values[self.other] = (self.total - value) as i32;
        values
    }

    /// 1 for the seat that wants the value to be large, -1 for the other.
    fn sign(&self, mover: Seat) -> Option<i64> {
        match mover {
            _ if mover == self.seat => Some(1),
            _ if mover == self.other => Some(-1),
            _ => None,
        }
    }
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Returns the two seats that are left, if there are just two.
    #[inline]
    pub(super) fn two_left(&self, node: &Node<'_, G>) -> Option<Pair> {
        let bounds = &node.bounds;
        let seats = bounds.low.len();
        if self.options.pruning != Pruning::Sdp
            || !self.constant_sum
            || seats > 2 && !self.options.bounds
        {
            return None;
        }
        let mut open = Seat::all(seats).filter(|&q| seats == 2 || bounds.low[q] < bounds.high[q]);
        let (seat, other) = (open.next()?, open.next()?);
        if open.next().is_some() {
            return None;
        }
        let mut fixed = bounds.low;
        (fixed[seat], fixed[other]) = (0, 0);
        let total = self.sum - fixed.iter().map(|&value| i64::from(value)).sum::<i64>();
        Some(Pair {
            seat,
            other,
            total,
            fixed,
        })
    }

    /// Searches a position where two seats are left, under the demands above it.
    pub(super) fn two(&mut self, node: &Node<'_, G>, pair: Pair) -> Result<Verdict, Stopped> {
        // What is fixed for a few plies may not be so for the whole game.
        self.cut_off |= self.options.bounds;
        let path = &*self.path;
        let demand = |seat: Seat| {
            path.upwards(node.from, node.level)
                .filter(|(_, above)| above.mover == seat)
                .map(|(_, above)| i64::from(above.demand))
                .fold(i64::from(node.low[seat]), i64::max)
        };
        let window = Window {
            low: demand(pair.seat) - 1,
            high: pair.total - demand(pair.other) + 1,
        };
        let values = pair.values(self.pair_node(node, &pair, window)?);
        Ok(match self.path.rejects(node.from, node.level, &values) {
            Some(level) => Verdict::Blocked(level),
            None => Verdict::Exact(values),
        })
    }

    /// Returns the value of a position for the first of the pair: exact inside the window,
    /// otherwise a bound on that side.
    fn alpha_beta(
        &mut self,
        child: &Child<'_, G>,
        level: usize,
        remaining: u32,
        pair: &Pair,
        window: Window,
    ) -> Result<i64, Stopped> {
        let node = match self.enter(child, level, level, remaining)? {
            Entered::Known(values) => return Ok(i64::from(values[pair.seat])),
            Entered::Open(node) => node,
        };
        let (low, high) = (&node.low, &node.bounds.high);
        let least = i64::from(low[pair.seat]).max(pair.total - i64::from(high[pair.other]));
        let most = i64::from(high[pair.seat]).min(pair.total - i64::from(low[pair.other]));
        if least >= window.high || most <= window.low {
            self.cut_off |= self.options.bounds;
            return Ok(if least >= window.high { least } else { most });
        }
        self.pair_node(&node, pair, window)
    }

    fn pair_node(
        &mut self,
        node: &Node<'_, G>,
        pair: &Pair,
        window: Window,
    ) -> Result<i64, Stopped> {
        let mut children = self.work.take_children(node.level);
        let found = self.pair_children(&mut children, node, pair, window);
        self.work.give_back(node.level, children);
        found
    }

    fn pair_children(
        &mut self,
        children: &mut Children<G>,
        node: &Node<'_, G>,
        pair: &Pair,
        window: Window,
    ) -> Result<i64, Stopped> {
        let &Node {
            position,
            level,
            remaining,
            ..
        } = node;
        self.choose(children, position, remaining, node.hint)?;
        if children.order.is_empty() {
            return Ok(i64::from(self.result(position)?[pair.seat]));
        }
        let mover = position.turn();
        let Some(sign) = pair.sign(mover) else {
            let first = children.order.iter().map(|choice| choice.index).min();
            let first = first.expect("there is a move");
            let child = children.child(position, first);
            let value = self.alpha_beta(&child, level + 1, remaining - 1, pair, window)?;
            self.work.adopt(level, children.moves[first as usize]);
            return Ok(value);
        };
        let window = window.seen_by(sign);
        let mut best: Option<(i64, u16)> = None;
        for &Choice { index, .. } in &children.order {
            // Values decide everything but the move at the root, where the first of equals counts.
            let first_of_equals = |at| level == 0 && index < at;
            let below = Window {
                low: best.map_or(window.low, |(value, at)| {
                    window.low.max(value - i64::from(first_of_equals(at)))
                }),
                high: window.high,
            };
            let child = children.child(position, index);
            let value = sign
                * self.alpha_beta(&child, level + 1, remaining - 1, pair, below.seen_by(sign))?;
            if best.is_some_and(|(b, at)| value < b || value == b && !first_of_equals(at)) {
                continue;
            }
            best = Some((value, index));
            let m = children.moves[index as usize];
            self.work.adopt(level, m);
            let values = pair.values(sign * value);
            if level == 0 && self.root_move(values, m, values[mover]) || value >= window.high {
                break;
            }
        }
        let (value, index) = best.expect("there is a move");
        let values = pair.values(sign * value);
        if value >= window.high {
            self.remember(position, remaining, index, Value::AtLeast(values[mover]));
        } else if value > window.low {
            self.remember(position, remaining, index, Value::Exact(values));
        }
        Ok(sign * value)
    }
}
