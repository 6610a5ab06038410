//! Maxⁿ as a file gives it.

use search::maxn::{Options, Pruning};
use serde::Deserialize;

use crate::number::{ranged, whole};

/// Maxⁿ: every seat chooses what is best for itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MaxnSpec {
    /// What is left out.
    pub pruning: PruningSpec,
    /// Plies to look ahead, unless another depth is asked for.
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    pub depth: Option<u32>,
    /// The most moves of a position that are looked at: those after which the mover's static
    /// value is best.
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    pub width: Option<u32>,
    /// Root-value pruning: stops once a move makes sure of the first place.
    #[serde(default)]
    pub root_value: bool,
    /// What looks best for the mover is looked at first.
    pub ordering: bool,
    /// Prunes by what the rules say about the next plies, if the pruning is sound.
    #[serde(default)]
    pub bounds: bool,
    /// Remembers 2 to the power of this many positions; 0 for none.
    #[serde(default, deserialize_with = "whole::<0, 26, _>")]
    pub memo: u32,
    /// Looks one ply ahead, then two, and so on. With a limit of nodes, evaluations or time it
    /// always does, so as to have a move whenever it has to stop.
    #[serde(default)]
    pub iterate: bool,
}

/// The ways to prune, by their names in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PruningSpec {
    /// Everything is searched.
    None,
    /// Until the mover has all it can get.
    Immediate,
    /// And until the seat above will not choose the position.
    Shallow,
    /// P3's, which can err.
    CutArray,
    /// Sound deep pruning.
    Sdp,
}

impl From<PruningSpec> for Pruning {
    fn from(spec: PruningSpec) -> Self {
        match spec {
            PruningSpec::None => Self::None,
            PruningSpec::Immediate => Self::Immediate,
            PruningSpec::Shallow => Self::Shallow,
            PruningSpec::CutArray => Self::CutArray,
            PruningSpec::Sdp => Self::Sdp,
        }
    }
}

impl MaxnSpec {
    /// Returns the options of the search; `first_place` is what makes sure of the first place.
    pub(crate) fn options(&self, iterate: bool, first_place: Option<i32>) -> Options {
        Options {
            pruning: self.pruning.into(),
            memo: (self.memo > 0).then_some(self.memo as u8),
            bounds: self.bounds,
            ordering: self.ordering,
            width: self.width.map(|width| width as usize),
            enough: first_place.filter(|_| self.root_value),
            iterate: self.iterate || iterate,
        }
    }
}
