//! Mates by one check after the other, in Yonin-shogi.
//!
//! A check calls the checked seat at once. Where the attacker moves again right after the answer, as
//! he does against the seat before him, a chain of checks is a game of two that nobody else can
//! disturb, and can be searched much deeper than anything else.

use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use rules::{Game, Seat};
use search::limits::{Budget, Stopped};
use search::table::TranspositionTable;

/// Positions remembered: 2 to the power of this.
const MEMORY: u8 = 12;

/// Searches for mates, and remembers where there is none.
pub(crate) struct MateSearch {
    none: TranspositionTable<()>,
}

/// Who mates whom.
#[derive(Clone, Copy)]
pub(crate) struct Hunt {
    pub(crate) attacker: Seat,
    /// The seat that has to be mated; `None` means any, but only if it is good for the attacker: a
    /// mate that ends the game has to make it first.
    pub(crate) victim: Option<Seat>,
}

impl Hunt {
    /// Reports whether the attacker's move that led here was the mate.
    fn is_done(&self, before: &YoninShogi, after: &YoninShogi) -> bool {
        let attacker = self.attacker;
        if after.mates(attacker) == before.mates(attacker) {
            return false;
        }
        match self.victim {
            Some(victim) => !after.board().lives(victim),
            None => !after.is_finished() || after.standing().ranks[attacker] == 1,
        }
    }
}

impl MateSearch {
    pub(crate) fn new() -> Self {
        Self {
            none: TranspositionTable::new(MEMORY),
        }
    }

    /// Returns the first move of the shortest mate in at most this many moves of the seat to move,
    /// which has to be the attacker; `None` if there is none or the budget does not suffice to find
    /// it.
    pub(crate) fn find(
        &mut self,
        position: &YoninShogi,
        hunt: Hunt,
        moves: u32,
        budget: &mut Budget,
    ) -> Option<Move> {
        self.none.forget();
        (1..=moves).find_map(|moves| {
            let found = self.attack(position, hunt, moves, budget);
            found.unwrap_or(None)
        })
    }

    /// Searches with the attacker to move for a mate within this many moves.
    fn attack(
        &mut self,
        position: &YoninShogi,
        hunt: Hunt,
        moves: u32,
        budget: &mut Budget,
    ) -> Result<Option<Move>, Stopped> {
        let key = position.key();
        if self.none.get(key).is_some_and(|slot| slot.depth >= moves) {
            return Ok(None);
        }
        let mut checks = Vec::new();
        for m in position.legal() {
            budget.node()?;
            let after = position.after(m);
            if hunt.is_done(position, &after) {
                return Ok(Some(m));
            }
            let checked = after.turn();
            if moves > 1
                && !after.is_finished()
                && hunt.victim.is_none_or(|victim| victim == checked)
                && after.is_in_check(checked)
                && next_living(&after, checked) == hunt.attacker
            {
                checks.push((m, after));
            }
        }
        for (m, after) in checks {
            if self.defend(&after, hunt, moves - 1, budget)? {
                return Ok(Some(m));
            }
        }
        self.none.put(key, moves, ());
        Ok(None)
    }

    /// Searches with the checked seat to move, and reports whether every answer leads to a mate.
    fn defend(
        &mut self,
        position: &YoninShogi,
        hunt: Hunt,
        moves: u32,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        for m in position.legal() {
            budget.node()?;
            let after = position.after(m);
            if after.is_finished()
                || after.turn() != hunt.attacker
                || self.attack(&after, hunt, moves, budget)?.is_none()
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns who moves after this seat if nobody gives check.
fn next_living(position: &YoninShogi, seat: Seat) -> Seat {
    let seats = position.facts().seats;
    (1..seats)
        .map(|steps| seat.next(steps, seats))
        .find(|&next| position.board().lives(next))
        .unwrap_or(seat)
}

#[cfg(test)]
mod tests {
    use rules::hash::mix;
    use rules::yonin_shogi::RuleSet;
    use search::Limits;

    use super::*;

    fn find(position: &YoninShogi, moves: u32) -> Option<Move> {
        let hunt = Hunt {
            attacker: position.turn(),
            victim: None,
        };
        let mut budget = Budget::new(&Limits::nodes(20_000));
        MateSearch::new().find(position, hunt, moves, &mut budget)
    }

    /// Plays a mate against answers by chance: it has to come in time.
    fn carry_out(mut position: YoninShogi, mut moves: u32, state: &mut u64) {
        let attacker = position.turn();
        let before = position.mates(attacker);
        loop {
            let m = find(&position, moves).expect("a mate stays a mate");
            position.play(m).expect("it is legal");
            if position.mates(attacker) > before {
                return;
            }
            moves -= 1;
            let answers = position.legal();
            *state = mix(*state + 1);
            position.play_unchecked(answers[*state as usize % answers.len()]);
            assert_eq!(position.turn(), attacker);
        }
    }

    #[test]
    fn mates_that_are_found_come_about() {
        let mut longer = 0;
        for game in 0..30 {
            let mut position = YoninShogi::start(&RuleSet::Iemoto);
            let mut state = mix(game);
            while !position.is_finished() {
                if let Some(m) = find(&position, 1) {
                    let mates = position.mates(position.turn());
                    assert!(position.after(m).mates(position.turn()) > mates);
                } else if position.ply().is_multiple_of(4) && find(&position, 3).is_some() {
                    longer += 1;
                    carry_out(position.clone(), 3, &mut state);
                }
                let moves = position.legal();
                state = mix(state + 1);
                position.play_unchecked(moves[state as usize % moves.len()]);
            }
        }
        assert!(longer > 5, "{longer}");
    }
}
