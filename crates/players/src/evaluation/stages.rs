//! The evaluations of P2: one map for the whole game, or a map for each of its stages.
//!
//! Values are in the units of the maps, which are whole.

use rules::reversi::{Bits, Othello};
use rules::{Game, Seat};
use search::{Score, Worth};
use serde::Deserialize;

use super::finished;
use super::map::{MapSum, SquareMap};
use crate::number::{signed, whole};

const CORNERS: u64 = 0x8100_0000_0000_0081;
const EDGE: u64 = 0xff81_8181_8181_81ff;

/// One map, as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MapSpec {
    /// What a disc on each square is worth.
    pub squares: SquareMap,
}

/// Three stages, as a file gives them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StagesSpec {
    /// Before discs reach the edge.
    pub opening: MapSpec,
    /// From then on.
    pub middle: MiddleSpec,
    /// When corners are taken.
    pub end: EndSpec,
}

/// The middle game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MiddleSpec {
    /// With how many discs on the edge it begins.
    #[serde(deserialize_with = "whole::<1, 28, _>")]
    pub edge_discs: u32,
    /// What a disc on each square is worth.
    pub squares: SquareMap,
    /// What each move that the opponent could make costs.
    #[serde(deserialize_with = "signed::<0, 1000, _>")]
    pub opponents_move: i32,
}

/// The end of the game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EndSpec {
    /// With how many corners taken it begins.
    #[serde(deserialize_with = "whole::<1, 4, _>")]
    pub corners: u32,
    /// What a disc is worth.
    #[serde(deserialize_with = "signed::<1, 1000, _>")]
    pub disc: i32,
}

/// One stage.
#[derive(Clone, Debug)]
struct Stage {
    map: MapSum,
    opponents_move: i32,
}

impl Stage {
    fn new(map: &SquareMap, opponents_move: i32) -> Self {
        Self {
            map: MapSum::new(map),
            opponents_move,
        }
    }
}

/// The stages of a game. The stage is that of the position a move is chosen in: values of
/// different stages cannot be compared, so all leaves of a search have the same.
#[derive(Clone, Debug)]
pub struct Stages {
    opening: Stage,
    /// From how many discs on the edge.
    middle: Option<(u32, Stage)>,
    /// From how many corners taken.
    end: Option<(u32, Stage)>,
}

impl Stages {
    /// Creates the evaluation with one map for the whole game.
    #[must_use]
    pub fn one_map(spec: &MapSpec) -> Self {
        Self {
            opening: Stage::new(&spec.squares, 0),
            middle: None,
            end: None,
        }
    }

    /// Three stages.
    #[must_use]
    pub fn new(spec: &StagesSpec) -> Self {
        let StagesSpec {
            opening,
            middle,
            end,
        } = spec;
        let discs = SquareMap::from_fn(|_, _| end.disc);
        Self {
            opening: Stage::new(&opening.squares, 0),
            middle: Some((
                middle.edge_discs,
                Stage::new(&middle.squares, middle.opponents_move),
            )),
            end: Some((end.corners, Stage::new(&discs, 0))),
        }
    }

    /// Returns the evaluation for the choice of a move in this position.
    #[must_use]
    pub fn at(&self, position: &Othello) -> AtStage<'_> {
        let taken = position.own() | position.other();
        let later = [(&self.end, taken & CORNERS), (&self.middle, taken & EDGE)];
        let begun = later.into_iter().find_map(|(stage, discs)| {
            let (from, stage) = stage.as_ref()?;
            (discs.len() >= *from).then_some(stage)
        });
        AtStage {
            stage: begun.unwrap_or(&self.opening),
            chooser: position.turn(),
        }
    }
}

/// The evaluation for the choice of one move.
#[derive(Clone, Copy, Debug)]
pub struct AtStage<'a> {
    stage: &'a Stage,
    chooser: Seat,
}

impl Score<Othello> for AtStage<'_> {
    #[inline]
    fn score(&self, position: &Othello) -> i32 {
        let map = self.stage.map.difference(position.own(), position.other());
        if self.stage.opponents_move == 0 {
            return map;
        }
        // The opponent's moves count against the chooser, whoever's turn it is.
        if position.turn() == self.chooser {
            map - self.stage.opponents_move * position.placements_of_other().len() as i32
        } else {
            map + self.stage.opponents_move * position.placements().len() as i32
        }
    }

    #[inline]
    fn result(&self, position: &Othello, seat: Seat) -> i32 {
        finished::result(position, seat)
    }

    fn most(&self) -> i32 {
        finished::MOST
    }

    #[inline]
    fn of(&self, position: &Othello) -> Worth {
        if position.placements() == 0 && position.is_finished() {
            return Worth::Finished(self.result(position, position.turn()));
        }
        Worth::Running(self.score(position))
    }

    #[inline]
    fn plies_left(&self, position: &Othello) -> u32 {
        position.empties().len()
    }
}
