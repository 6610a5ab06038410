//! Choosers of moves that lead random games where random play alone seldom goes.

#![allow(dead_code, reason = "each test binary takes what it needs")]

use std::cmp::Reverse;
use std::collections::HashMap;

use kaesu_rules::{Notation, Seat};

/// How many moves are looked at before one is taken.
const LOOKED_AT: usize = 16;

/// What a chooser of moves likes. All take any move now and then.
pub(crate) enum MovePolicy {
    /// Any move.
    Any,
    /// Moves that leave the next seat little choice: checks, mates, passes.
    Squeeze,
    /// Moves that raise the mover's score: captures, and mates with what they bring.
    Greedy,
    /// The seat's last move back again: repetitions.
    Back(HashMap<Seat, String>),
}

impl MovePolicy {
    /// The policy of the game with this seed.
    pub(crate) fn of(seed: u64) -> Self {
        match seed / 4 % 5 {
            0 => Self::Any,
            1 | 2 => Self::Squeeze,
            3 => Self::Greedy,
            _ => Self::Back(HashMap::new()),
        }
    }

    /// A legal move of a game that is not finished.
    pub(crate) fn choose<G: Notation>(
        &mut self,
        position: &G,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> G::Move {
        let legal = position.legal();
        let mut any = || legal[choose(legal.len())];
        let looked_at: Vec<G::Move> = (0..LOOKED_AT).map(|_| any()).collect();
        let first = looked_at[0];
        let now_and_then = choose(8) == 0;
        let turn = position.turn();
        let best = match self {
            _ if now_and_then => Some(first),
            Self::Any => Some(first),
            Self::Squeeze => looked_at
                .into_iter()
                .min_by_key(|&m| position.after(m).legal().len()),
            Self::Greedy => looked_at
                .into_iter()
                .min_by_key(|&m| Reverse(position.after(m).standing().scores[turn])),
            Self::Back(last) => last
                .get(&turn)
                .and_then(|text| Some(format!("{}{}", text.get(2..4)?, text.get(..2)?)))
                .and_then(|text| position.parse_move(&text).ok())
                .filter(|&m| position.is_legal(m))
                .or(Some(first)),
        };
        let best = best.unwrap_or(first);
        if let Self::Back(last) = self {
            last.insert(turn, position.move_text(best));
        }
        best
    }
}
