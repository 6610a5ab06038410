//! One iteration: fail-soft alpha-beta on the side's sum.

use std::cmp::Reverse;

use rules::{Game, PerSeat, Seat};

use super::experience::Experience;
use super::memo::{Found, Memo, New};
use super::{Replies, Role};
use crate::children::{Child, Children, Choice};
use crate::evaluation::Evaluation;
use crate::limits::{Budget, Stopped};
use crate::window::Window;
use crate::workspace::Workspace;

/// With fewer plies left neither an order nor a memory pays.
pub(super) const WORTH_WHILE: u32 = 2;

/// Moves, and what each is worth to every seat.
pub(super) type Valued<M> = Vec<(M, PerSeat<i32>)>;

pub(super) struct Worker<'a, G: Game, E> {
    pub(super) evaluation: &'a E,
    pub(super) ordering: bool,
    pub(super) width: Option<usize>,
    pub(super) replies: &'a Replies<G>,
    pub(super) roles: PerSeat<Role>,
    pub(super) budget: &'a mut Budget,
    pub(super) memo: &'a mut Option<Memo>,
    pub(super) experience: &'a mut Experience,
    pub(super) work: &'a mut Workspace<G>,
    /// Whether a running position was valued.
    pub(super) cut_off: bool,
    /// The best root move so far.
    pub(super) partial: Option<(PerSeat<i32>, G::Move)>,
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Searches the root.
    pub(super) fn root(&mut self, root: &G, depth: u32) -> Result<PerSeat<i32>, Stopped> {
        let root = Child::Fresh(root.clone());
        Ok(self.node(&root, 0, depth, Window::OPEN)?.values)
    }

    /// Searches every move of the root, those first that were best so far: what the root is worth,
    /// and each move in the order given. What is worse than the best by more than the margin is
    /// known to be so and no better.
    pub(super) fn every_move(
        &mut self,
        root: &G,
        depth: u32,
        so_far: &[(G::Move, PerSeat<i32>)],
        margin: i64,
    ) -> Result<(PerSeat<i32>, Valued<G::Move>), Stopped> {
        self.budget.node()?;
        self.work.end_line(0);
        let mut order: Vec<usize> = (0..so_far.len()).collect();
        order.sort_by_key(|&index| Reverse(self.found(so_far[index].1).score));
        let mut values = so_far.to_vec();
        let mut best: Option<Found> = None;
        for index in order {
            let m = so_far[index].0;
            let low = best.map_or(Window::OPEN.low, |best| {
                best.score.saturating_sub(margin).saturating_sub(1)
            });
            let window = Window {
                low: low.max(Window::OPEN.low),
                ..Window::OPEN
            };
            let child = Child::Fresh(root.after(m));
            let found = self.node(&child, 1, depth - 1, window)?;
            values[index].1 = found.values;
            if best.is_none_or(|best| found.score > best.score) {
                best = Some(found);
                self.work.adopt(0, m);
                self.partial = Some((found.values, m));
            }
        }
        let best = best.expect("a game that goes on has a move");
        Ok((best.values, values))
    }

    /// Returns what values are worth to the side.
    #[inline]
    pub(super) fn found(&self, values: PerSeat<i32>) -> Found {
        let ours = |seat: &Seat| self.roles[*seat] == Role::Ours;
        let score = Seat::all(values.len())
            .filter(ours)
            .map(|seat| i64::from(values[seat]))
            .sum();
        Found { score, values }
    }

    /// 1 for a seat that wants the score to be large, -1 for one that wants it to be small.
    #[inline]
    pub(super) fn sign(&self, mover: Seat) -> i64 {
        if self.roles[mover] == Role::Ours {
            1
        } else {
            -1
        }
    }

    /// Visits a position with so many plies, or answers, still to look ahead.
    pub(super) fn node(
        &mut self,
        child: &Child<'_, G>,
        level: usize,
        remaining: u32,
        window: Window,
    ) -> Result<Found, Stopped> {
        self.budget.node()?;
        self.work.end_line(level);
        let position = child.position();
        if remaining == 0 {
            return self.leaf(position);
        }
        let mut hint = None;
        if let Some(memo) = &*self.memo
            && remaining >= WORTH_WHILE
        {
            let recalled = memo.get(position.key(), remaining, window);
            if let Some(found) = recalled.found.filter(|_| level > 0) {
                self.cut_off |= recalled.cut_off;
                return Ok(found);
            }
            hint = recalled.hint;
        }
        let mut children = self.work.take_children(level);
        let found = match self.replies {
            _ if self.roles[position.turn()] == Role::Ours => {
                self.moves(&mut children, position, level, remaining, window, hint)
            }
            Replies::All => self.moves(&mut children, position, level, remaining, window, hint),
            Replies::One(pass) => {
                self.one_reply(&mut children, position, level, remaining, window, *pass)
            }
            Replies::OneFree => {
                self.one_free_reply(&mut children, position, level, remaining, window, true)
            }
        };
        self.work.give_back(level, children);
        found
    }

    /// Values a position that is not searched further.
    #[inline]
    fn leaf(&mut self, position: &G) -> Result<Found, Stopped> {
        self.budget.evaluation()?;
        let values = if position.is_finished() {
            self.evaluation.result(position)
        } else {
            self.cut_off = true;
            self.evaluation.values(position)
        };
        Ok(self.found(values))
    }

    /// Values a game that is over.
    pub(super) fn result(&mut self, position: &G) -> Result<Found, Stopped> {
        self.budget.evaluation()?;
        Ok(self.found(self.evaluation.result(position)))
    }

    /// Searches the moves of the seat whose turn it is.
    fn moves(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        level: usize,
        remaining: u32,
        window: Window,
        hint: Option<u16>,
    ) -> Result<Found, Stopped> {
        children.generate(position);
        if children.order.is_empty() {
            return self.result(position);
        }
        let sign = self.sign(position.turn());
        if self.ordering && remaining >= WORTH_WHILE && children.order.len() > 1 {
            let roles = self.roles;
            let promise = |values: &PerSeat<i32>| {
                let ours = Seat::all(values.len()).filter(|&seat| roles[seat] == Role::Ours);
                sign * ours.map(|seat| i64::from(values[seat])).sum::<i64>()
            };
            children.sort(position, self.evaluation, self.budget, promise)?;
            if let Some(hint) = hint {
                children.put_first(hint);
            }
            if let Some(width) = self.width
                && level > 0
            {
                children.order.truncate(width);
            }
        }
        let own = window.seen_by(sign);
        let mut best: Option<(Found, u16)> = None;
        for &Choice { index, .. } in &children.order {
            // Scores decide everything but the move at the root, where the first of equals counts.
            let first_of_equals = |at| level == 0 && index < at;
            let low = best.map_or(own.low, |(found, at)| {
                own.low
                    .max(sign * found.score - i64::from(first_of_equals(at)))
            });
            let below = Window {
                low,
                high: own.high,
            };
            let child = children.child(position, index);
            let found = self.node(&child, level + 1, remaining - 1, below.seen_by(sign))?;
            let score = sign * found.score;
            if best.is_some_and(|(b, at)| {
                score < sign * b.score || score == sign * b.score && !first_of_equals(at)
            }) {
                continue;
            }
            best = Some((found, index));
            let m = children.moves[index as usize];
            self.work.adopt(level, m);
            if level == 0 {
                self.partial = Some((found.values, m));
            }
            if score >= own.high {
                break;
            }
        }
        let (found, best) = best.expect("there is a move");
        if let Some(memo) = &mut *self.memo
            && remaining >= WORTH_WHILE
        {
            // All that was cut off so far, here or elsewhere, to be on the safe side.
            let cut_off = self.cut_off;
            let new = New {
                found,
                best,
                cut_off,
            };
            memo.put(position.key(), remaining, window, new);
        }
        Ok(found)
    }
}
