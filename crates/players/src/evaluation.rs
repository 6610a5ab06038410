//! What a player thinks a position is worth: the `[evaluation.KIND]` table of its file.

use serde::Deserialize;

pub mod any_board;
pub mod curve;
pub(crate) mod expected_rank;
pub mod features;
pub mod finished;
pub mod kings;
pub mod map;
pub mod phases;
pub mod pieces;
pub mod safe_territory;
pub mod stages;
pub mod territories;

use self::any_board::AnyBoardSpec;
use self::features::FeaturesSpec;
use self::kings::KingsSpec;
use self::phases::PhasesSpec;
use self::pieces::PiecesSpec;
use self::safe_territory::SafeTerritorySpec;
use self::stages::{MapSpec, StagesSpec};
use self::territories::TerritoriesSpec;

/// The evaluations a player file can name, each with its numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationSpec {
    /// P0: a map with territories, for Yonin.
    Territories(TerritoriesSpec),
    /// Safe territories and mobility, for Yonin.
    Homes(SafeTerritorySpec),
    /// What was learned from nothing, for Yonin and Yonin-shogi.
    Learned {},
    /// P1: five features with intervals, for Othello.
    Features(Box<FeaturesSpec>),
    /// P2: one map, for Othello.
    Map(MapSpec),
    /// P2: a map for each stage of the game, for Othello.
    Stages(StagesSpec),
    /// P3: what a seat owns, for Yonin-shogi.
    Pieces(PiecesSpec),
    /// Kings in danger and armies, for Yonin-shogi.
    Kings(KingsSpec),
    /// P4: position, discs and mobility with weights that follow the discs, for Othello.
    Phases(PhasesSpec),
    /// Safe squares, mobility and discs, for Reversi on any board.
    AnyBoard(AnyBoardSpec),
}

impl EvaluationSpec {
    /// Returns its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Territories(_) => "territories",
            Self::Homes(_) => "homes",
            Self::Learned {} => "learned",
            Self::Features(_) => "features",
            Self::Map(_) => "map",
            Self::Stages(_) => "stages",
            Self::Kings(_) => "kings",
            Self::Pieces(_) => "pieces",
            Self::Phases(_) => "phases",
            Self::AnyBoard(_) => "any-board",
        }
    }
}
