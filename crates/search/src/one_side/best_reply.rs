//! The answers of best-reply search: of all who are not of the side, only one answers with a move
//! of its own choice, the one that hurts most.
//!
//! The others either pass, in positions that need not be legal (best-reply search, Schadd and
//! Winands 2011), or play what looks best for themselves (BRS+, Esser et al. 2013). All of them
//! together count as one ply.

use rules::{Game, Seat};

use super::Role;
use super::memo::Found;
use super::worker::{WORTH_WHILE, Worker};
use crate::children::{Child, Children};
use crate::evaluation::Evaluation;
use crate::limits::Stopped;
use crate::window::Window;

/// No table is larger: a turn that is handed on more often than this never comes back.
const MOST_PASSES: usize = 2 * rules::MAX_SEATS;

/// An answer that one of the others may give.
struct Reply<M> {
    /// Which of the positions in which one after the other has passed.
    turn: usize,
    m: M,
    /// Smaller first.
    order: i64,
}

/// Most moves have never refuted anything and stay where they are.
fn most_experienced_first<M: Copy>(replies: &mut [Reply<M>]) {
    let mut experienced = 0;
    for place in 0..replies.len() {
        if replies[place].order < 0 {
            replies[experienced..=place].rotate_right(1);
            experienced += 1;
        }
    }
    replies[..experienced].sort_by_key(|reply| reply.order);
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Searches the replies in which one seat answers and the others pass. Moves that refuted
    /// something elsewhere are tried first, whoever plays them.
    pub(super) fn one_reply(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        level: usize,
        remaining: u32,
        window: Window,
        pass: fn(&G) -> Option<G>,
    ) -> Result<Found, Stopped> {
        if position.is_finished() {
            return self.result(position);
        }
        let mut turns = vec![position.clone()];
        let mut replies = Vec::new();
        while turns.len() <= MOST_PASSES {
            let turn = turns.last().expect("there is always one");
            let mover = turn.turn();
            if self.roles[mover] == Role::Ours {
                break;
            }
            if self.roles[mover] == Role::Theirs {
                children.generate(turn);
                replies.extend(children.moves.iter().map(|&m| Reply {
                    turn: turns.len() - 1,
                    m,
                    order: -i64::from(self.experience.of::<G>(mover, m)),
                }));
            }
            match pass(turn) {
                Some(next) if !next.is_finished() => turns.push(next),
                _ => break,
            }
        }
        match self.width {
            Some(width) if remaining >= WORTH_WHILE => {
                self.most_harmful(&turns, &mut replies, width)?;
            }
            _ if self.ordering => most_experienced_first(&mut replies),
            _ => {}
        }
        let mut worst: Option<Found> = None;
        let mut window = window;
        for Reply { turn, m, .. } in replies {
            let reply = self.until_ours(turns[turn].after(m), pass);
            let found = self.node(&Child::Fresh(reply), level + 1, remaining - 1, window)?;
            if worst.is_some_and(|worst| worst.score <= found.score) {
                continue;
            }
            worst = Some(found);
            self.work.adopt(level, m);
            window.high = window.high.min(found.score);
            if found.score <= window.low {
                self.experience
                    .refuted::<G>(turns[turn].turn(), m, remaining);
                return Ok(found);
            }
        }
        match worst {
            Some(worst) => Ok(worst),
            // Nobody can answer, so the side moves again.
            None => {
                let ours = self.until_ours(position.clone(), pass);
                self.node(&Child::Fresh(ours), level + 1, remaining - 1, window)
            }
        }
    }

    /// Keeps the answers that look worst for the side.
    fn most_harmful(
        &mut self,
        turns: &[G],
        replies: &mut Vec<Reply<G::Move>>,
        width: usize,
    ) -> Result<(), Stopped> {
        for reply in replies.iter_mut() {
            let after = turns[reply.turn].after(reply.m);
            self.budget.evaluation()?;
            reply.order = self.found(self.evaluation.of(&after)).score;
        }
        replies.sort_by_key(|reply| reply.order);
        replies.truncate(width);
        Ok(())
    }

    /// Hands the turn on until it is the side's, if that can be.
    fn until_ours(&self, mut position: G, pass: fn(&G) -> Option<G>) -> G {
        for _ in 0..MOST_PASSES {
            if position.is_finished() || self.roles[position.turn()] == Role::Ours {
                break;
            }
            match pass(&position) {
                Some(next) => position = next,
                None => break,
            }
        }
        position
    }

    /// Searches the replies in which one seat answers freely, unless it has done so already, and
    /// the others play what looks best for themselves.
    pub(super) fn one_free_reply(
        &mut self,
        children: &mut Children<G>,
        position: &G,
        level: usize,
        remaining: u32,
        mut window: Window,
        free: bool,
    ) -> Result<Found, Stopped> {
        children.generate(position);
        if children.order.is_empty() {
            return self.result(position);
        }
        let mover = position.turn();
        if children.order.len() > 1 {
            let own = |values: &rules::PerSeat<i32>| i64::from(values[mover]);
            children.sort(position, self.evaluation, self.budget, own)?;
        }
        let may_choose = free && self.roles[mover] == Role::Theirs;
        let mut worst: Option<Found> = None;
        for (place, choice) in children.order.iter().enumerate() {
            // What looks best is played without choosing, which leaves the choice to others.
            let still_free = free && place == 0;
            let child = children.child(position, choice.index);
            let found = self.next_reply(&child, level + 1, remaining, window, still_free)?;
            if worst.is_none_or(|worst| found.score < worst.score) {
                worst = Some(found);
                self.work
                    .adopt(level, children.moves[choice.index as usize]);
                window.high = window.high.min(found.score);
            }
            if !may_choose || found.score <= window.low {
                break;
            }
        }
        Ok(worst.expect("there is a move"))
    }

    /// Continues with the others' answers, or with the side's turn.
    fn next_reply(
        &mut self,
        child: &Child<'_, G>,
        level: usize,
        remaining: u32,
        window: Window,
        free: bool,
    ) -> Result<Found, Stopped> {
        let position = child.position();
        if position.is_finished() || self.is_ours(position.turn()) {
            return self.node(child, level, remaining - 1, window);
        }
        self.budget.node()?;
        self.work.end_line(level);
        let mut children = self.work.take_children(level);
        let found = self.one_free_reply(&mut children, position, level, remaining, window, free);
        self.work.give_back(level, children);
        found
    }

    fn is_ours(&self, seat: Seat) -> bool {
        self.roles[seat] == Role::Ours
    }
}
