//! Expectation and surprise where the evaluation jumps: P2's open point.
//!
//! P2 found that people are surprised not by the worst move but where the evaluation before and
//! after the program's move differ much. So this program gives something away at two moments of
//! a game at most, each chosen by how far the evaluation jumps for the person.
//!
//! *The person's view* of a position is what the player's own evaluation finds it worth to the
//! person when looking this many plies ahead, 0 for the board as it stands. *The jump* of a move is
//! the view after it less the view before it. For a surprise its size counts, for an expectation
//! only how far it goes in the person's favour. *The cost* of a move is the value of the best move
//! less its own by the player's search, in the units of its evaluation.
//!
//! An act (expectation or surprise) may be played in its range of moves, once a game. On each of
//! its turns there the player takes, among the moves that cost more than nothing and at most the
//! budget, the one with the largest jump (the cheaper of equal ones, then by the seed). If the jump
//! is at least `least-jump`, it asks whether to wait: it follows the line its search expects, and
//! does the same at its own later turns on it that lie in the range. If one of them promises a
//! larger jump, it waits; otherwise it acts now. Should both acts be due on one turn, the surprise
//! goes first. Both are noted with their cost, so that they can be shown after the game.

use rand::seq::IndexedRandom;
use rules::Game;
use rules::Seat;
use rules::reversi::{Move, Othello};
use search::minimax::Minimax;
use search::{AllMoves, Limits, Score, Search, Worth};
use serde::Deserialize;

use crate::number::{signed, whole};
use crate::personality::move_number;
use crate::player::{Choice, NoteKind, Player, PlayerError, Turn};
use crate::random::stream;
use crate::two_seat_player::{Evaluates, TwoSeatPlayer, instead};

/// Both acts, as a file gives them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DramaSpec {
    /// A gift that lets the person expect to win.
    pub expectation: ActSpec,
    /// A move nobody would expect.
    pub surprise: ActSpec,
}

/// One act.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ActSpec {
    /// The first move it may be played on.
    #[serde(deserialize_with = "whole::<1, 60, _>")]
    pub from: u32,
    /// The last move it may be played on.
    #[serde(deserialize_with = "whole::<1, 60, _>")]
    pub to: u32,
    /// What it may cost.
    #[serde(deserialize_with = "signed::<1, 1000000, _>")]
    pub budget: i32,
    /// The least jump that is worth it.
    #[serde(deserialize_with = "signed::<1, 1000000, _>")]
    pub least_jump: i32,
    /// How many plies the person looks ahead.
    #[serde(deserialize_with = "whole::<0, 4, _>")]
    pub view: u32,
}

/// Plays to win, and directs.
pub(crate) struct DramaPlayer<E> {
    pub(crate) winning: TwoSeatPlayer<E>,
    pub(crate) spec: DramaSpec,
}

/// A move that could be an act.
struct Act {
    m: Move,
    jump: i32,
}

impl<E> Clone for DramaPlayer<E> {
    fn clone(&self) -> Self {
        Self {
            winning: self.winning.clone(),
            spec: self.spec.clone(),
        }
    }
}

impl<E: Evaluates<Othello>> Player<Othello> for DramaPlayer<E> {
    fn choose(&mut self, turn: &mut Turn<'_, Othello>) -> Result<Choice<Move>, PlayerError> {
        let acts = [
            (NoteKind::Surprise, &self.spec.surprise),
            (NoteKind::Expectation, &self.spec.expectation),
        ];
        for (kind, spec) in acts {
            if !turn.noted(kind)
                && let Some((m, all)) = self.act(turn, kind, spec)
            {
                return Ok(instead(turn, all, m, kind));
            }
        }
        self.winning.choose(turn)
    }
}

impl<E: Evaluates<Othello>> DramaPlayer<E> {
    /// Returns the move to play now as this act, with what all moves are worth, unless now is not
    /// the moment.
    fn act(
        &self,
        turn: &Turn<'_, Othello>,
        kind: NoteKind,
        spec: &ActSpec,
    ) -> Option<(Move, AllMoves<Move>)> {
        let (now, all) = self.best(turn, kind, spec)?;
        let now = now.filter(|act| act.jump >= spec.least_jump)?;
        let mut line = turn.line.clone();
        for &m in &all.report.line {
            line.play(m).expect("a search finds legal moves");
            let position = line.position();
            if position.is_finished() || position.turn() != turn.position.turn() {
                continue;
            }
            let mut unheard = |_: &_| ();
            let later = Turn {
                position,
                line: &line,
                progress: &mut unheard,
                ..*turn
            };
            if let Some((Some(later), _)) = self.best(&later, kind, spec)
                && later.jump > now.jump
            {
                return None;
            }
        }
        Some((now.m, all))
    }

    /// Returns the move with the largest jump that can be afforded here, if there is one, and the
    /// values of all moves; `None` outside the range of the act.
    fn best(
        &self,
        turn: &Turn<'_, Othello>,
        kind: NoteKind,
        spec: &ActSpec,
    ) -> Option<(Option<Act>, AllMoves<Move>)> {
        if !(spec.from..=spec.to).contains(&move_number(turn.position)) {
            return None;
        }
        let all = self.winning.look_at_all(turn);
        let best = all.values.iter().map(|&(_, value)| value).max()?;
        let score = self.winning.score(turn);
        let person = turn.position.turn().next(1, 2);
        let before = view(&score, turn.position, person, spec.view);
        let mut acts: Vec<(i32, i32, Move)> = Vec::new();
        for &(m, value) in &all.values {
            let cost = best.saturating_sub(value);
            if cost == 0 || cost > spec.budget {
                continue;
            }
            let after = view(&score, &turn.position.after(m), person, spec.view);
            let jump = after.saturating_sub(before);
            let jump = match kind {
                NoteKind::Surprise => jump.saturating_abs(),
                NoteKind::Expectation => jump,
            };
            acts.push((jump, -cost, m));
        }
        let largest = acts.iter().map(|&(jump, cost, _)| (jump, cost)).max();
        acts.retain(|&(jump, cost, _)| Some((jump, cost)) == largest);
        let mut random = stream(turn.move_seed(self.winning.seed()));
        let act = acts
            .choose(&mut random)
            .map(|&(jump, _, m)| Act { m, jump });
        Some((act, all))
    }
}

/// Returns what a position is worth to the person, looking this many plies ahead.
fn view(score: &impl Score<Othello>, position: &Othello, person: Seat, plies: u32) -> i32 {
    if plies > 0 {
        let report = Minimax::new(score).search(position, &Limits::depth(plies), &mut |_| ());
        return report.value(person);
    }
    let (Worth::Running(value) | Worth::Finished(value)) = score.of(position);
    if position.turn() == person {
        value
    } else {
        -value
    }
}
