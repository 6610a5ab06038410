//! The search of P0 in Yonin.
//!
//! Black discs count for a sum and white discs against it; seats of black want it large, seats of
//! white small, whoever's map the sum is taken by. So it is a game of two sides, and alpha-beta
//! finds what the paper's plain minimax finds. At the root, where there are more moves than the
//! width, those with the best sums right after the move (by the map of the seat that moves) are
//! kept. Each of them is played, and then the given number of plies is looked ahead; passes are
//! plies, and a finished game is a leaf like any other. All ties are broken by the seed, each way
//! as likely as the others.

use rand::seq::SliceRandom;
use rules::hash::mix;
use rules::yonin::Yonin;
use rules::{Game, PerSeat, Seat};
use search::alphabeta::{AlphaBeta, Options};
use search::{Limits, Report, Score, Search};
use serde::Deserialize;

mod as_printed;
mod sides;

pub(crate) use as_printed::PrintedPlayer;

use self::sides::Sides;
use crate::evaluation::territories::Territories;
use crate::file::LimitsSpec;
use crate::number::whole;
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::random::stream;

/// The search as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct P0SearchSpec {
    /// Plies after the root move.
    #[serde(default = "four", deserialize_with = "whole::<0, 100, _>")]
    pub look_ahead: u32,
    /// The most root moves that are looked at.
    #[serde(default = "five", deserialize_with = "whole::<1, 60, _>")]
    pub width: u32,
    /// Whose map a leaf is valued by.
    #[serde(default)]
    pub map: LeafMap,
}

fn four() -> u32 {
    4
}

fn five() -> u32 {
    5
}

/// Whose map a leaf is valued by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeafMap {
    /// That of the seat before the one to move there, as in the paper: with a look-ahead of 4 the
    /// root's own, otherwise somebody else's.
    #[default]
    Previous,
    /// That of the seat to move at the root.
    Root,
}

/// Plays Yonin as P0's text describes it.
#[derive(Clone)]
pub(crate) struct P0Player {
    pub(crate) maps: Territories,
    pub(crate) search: P0SearchSpec,
    pub(crate) limits: LimitsSpec,
    pub(crate) seed: u64,
}

impl P0Player {
    /// Returns the root moves that are looked at.
    fn kept(&self, position: &Yonin, seed: u64) -> Vec<<Yonin as Game>::Move> {
        let mut moves: Vec<_> = position.legal().into_iter().collect();
        let width = self.search.width as usize;
        if moves.len() > width {
            let map = position.turn();
            moves.shuffle(&mut stream(seed));
            // After the move the sum is the other colour's: the less, the better.
            moves.sort_by_cached_key(|&m| self.maps.for_mover(&position.after(m), map));
            moves.truncate(width);
        }
        moves
    }
}

impl Player<Yonin> for P0Player {
    fn choose(
        &mut self,
        turn: &mut Turn<'_, Yonin>,
    ) -> Result<Choice<<Yonin as Game>::Move>, PlayerError> {
        let seed = turn.move_seed(self.seed);
        let kept = self.kept(turn.position, mix(seed));
        let asked = self.limits.or(turn.limits);
        let look_ahead = asked
            .depth
            .map_or(self.search.look_ahead, |plies| plies.saturating_sub(1));
        let root = Sides::considering(turn.position, &kept);
        let score = LeafScore {
            maps: &self.maps,
            root: (self.search.map == LeafMap::Root).then(|| turn.position.turn()),
        };
        let options = Options {
            // With no other limit one search to the full depth is all that is needed.
            iterate: asked.nodes.is_some() || asked.evaluations.is_some() || asked.time.is_some(),
            last_line_first: true,
            shuffle: Some(seed),
        };
        let limits = Limits {
            depth: Some(look_ahead + 1),
            ..asked
        };
        let report = AlphaBeta::new(&score, options).search(&root, &limits, &mut |report| {
            (turn.progress)(&for_seats(report.clone()));
        });
        let m = report
            .best()
            .expect("a game that goes on has a move, and some are kept");
        Ok(Choice {
            m,
            report: for_seats(report),
            valued: true,
            note: None,
        })
    }
}

/// Returns the values per seat: what black and white have, each of their seats has.
fn for_seats<M>(mut report: Report<M>) -> Report<M> {
    let sides = report.values;
    report.values = PerSeat::from_fn(4, |seat| sides[Seat::new(seat.index() % 2)]);
    report
}

/// Values leaves by a map.
struct LeafScore<'a> {
    maps: &'a Territories,
    /// The seat whose map is taken, if always the same.
    root: Option<Seat>,
}

impl LeafScore<'_> {
    #[inline]
    fn for_mover(&self, position: &Yonin) -> i32 {
        let previous = || {
            let next = |seat| position.next_seat(seat);
            next(next(next(position.turn())))
        };
        let map = self.root.unwrap_or_else(previous);
        self.maps.for_mover(position, map)
    }
}

impl Score<Sides> for LeafScore<'_> {
    #[inline]
    fn score(&self, position: &Sides) -> i32 {
        self.for_mover(&position.position)
    }

    #[inline]
    fn result(&self, position: &Sides, side: Seat) -> i32 {
        let value = self.for_mover(&position.position);
        if position.turn() == side {
            value
        } else {
            -value
        }
    }

    /// Returns what a position is worth. A finished game is worth the same sum, so it is not
    /// checked whether it is finished.
    #[inline]
    fn of(&self, position: &Sides) -> search::Worth {
        search::Worth::Running(self.score(position))
    }

    fn most(&self) -> i32 {
        i32::MAX / 2
    }
}
