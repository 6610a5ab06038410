//! P2's entertaining program: it plays to win, but for two moves of every game.
//!
//! *Expectation*: from a certain move on, the first time it can place a disc on a star square (next
//! to a corner, diagonally) whose corner is empty, it does. If it can choose, it takes one after
//! which the person can take the corner. Once a game.
//!
//! *Surprise*: the first time within some moves that it has a choice, it plays the worst move its
//! search finds. Once a game. A turn on which both could be played belongs to the surprise,
//! because an expectation can wait.
//!
//! Equal moves are chosen from by the seed.

use rand::seq::IndexedRandom;
use rules::Game;
use rules::reversi::{Bits, Move, Othello};
use search::AllMoves;
use serde::Deserialize;

use crate::number::whole;
use crate::personality::move_number;
use crate::player::{Choice, NoteKind, Player, PlayerError, Turn};
use crate::random::stream;
use crate::two_seat_player::{Evaluates, TwoSeatPlayer, instead};

/// Each star square with its corner.
const STARS: [(u32, u32); 4] = [(9, 0), (14, 7), (49, 56), (54, 63)];

/// When it entertains, as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EntertainingSpec {
    /// The first move that may be the expectation.
    #[serde(deserialize_with = "whole::<1, 60, _>")]
    pub expectation_from: u32,
    /// The first move that may be the surprise.
    #[serde(deserialize_with = "whole::<1, 60, _>")]
    pub surprise_from: u32,
    /// The last move that may be the surprise.
    #[serde(deserialize_with = "whole::<1, 60, _>")]
    pub surprise_to: u32,
}

/// Plays to win, and entertains.
pub(crate) struct EntertainingPlayer<E> {
    pub(crate) winning: TwoSeatPlayer<E>,
    pub(crate) spec: EntertainingSpec,
}

impl<E> Clone for EntertainingPlayer<E> {
    fn clone(&self) -> Self {
        Self {
            winning: self.winning.clone(),
            spec: self.spec.clone(),
        }
    }
}

impl<E: Evaluates<Othello>> Player<Othello> for EntertainingPlayer<E> {
    fn choose(&mut self, turn: &mut Turn<'_, Othello>) -> Result<Choice<Move>, PlayerError> {
        let number = move_number(turn.position);
        let EntertainingSpec {
            expectation_from,
            surprise_from,
            surprise_to,
        } = self.spec;
        if !turn.noted(NoteKind::Surprise)
            && (surprise_from..=surprise_to).contains(&number)
            && turn.position.legal().len() > 1
        {
            let all = self.winning.look_at_all(turn);
            let worst = all.values.iter().map(|&(_, value)| value).min();
            let moves = all.values.iter();
            let moves = moves.filter(|&&(_, value)| Some(value) == worst);
            let moves: Vec<_> = moves.map(|&(m, _)| m).collect();
            return Ok(self.one_of(turn, all, &moves, NoteKind::Surprise));
        }
        if !turn.noted(NoteKind::Expectation) && number >= expectation_from {
            let gifts = gifts(turn.position);
            if !gifts.is_empty() {
                let all = self.winning.look_at_all(turn);
                return Ok(self.one_of(turn, all, &gifts, NoteKind::Expectation));
            }
        }
        self.winning.choose(turn)
    }
}

/// Returns the star squares that can be placed on while their corner is empty: those after which
/// the corner can be taken, if there are any.
fn gifts(position: &Othello) -> Vec<Move> {
    let can = position.placements();
    let open = STARS
        .iter()
        .filter(|(star, corner)| can.has(*star) && position.empties().has(*corner));
    let (taken, not_taken): (Vec<_>, Vec<_>) = open
        .map(|&(star, corner)| (Move::Place(star as u8), corner))
        .partition(|&(m, corner)| position.after(m).placements().has(corner));
    let gifts = if taken.is_empty() { not_taken } else { taken };
    gifts.into_iter().map(|(m, _)| m).collect()
}

impl<E: Evaluates<Othello>> EntertainingPlayer<E> {
    /// Returns any of these moves, with a note of what it costs.
    fn one_of(
        &self,
        turn: &Turn<'_, Othello>,
        all: AllMoves<Move>,
        moves: &[Move],
        kind: NoteKind,
    ) -> Choice<Move> {
        let mut random = stream(turn.move_seed(self.winning.seed()));
        let m = *moves.choose(&mut random).expect("there are moves");
        instead(turn, all, m, kind)
    }
}
