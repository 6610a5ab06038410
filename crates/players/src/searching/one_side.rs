//! Searches of one seat against the others, as a file gives them.

use search::one_side::Options;
use serde::Deserialize;

use crate::number::{ranged, whole};

/// Paranoid search: all other seats play against the searching one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ParanoidSpec {
    /// Plies to look ahead, unless another depth is asked for.
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    pub depth: Option<u32>,
    /// What looks best for whoever moves is looked at first.
    pub ordering: bool,
    /// Remembers 2 to the power of this many positions; 0 for none.
    #[serde(default, deserialize_with = "whole::<0, 26, _>")]
    pub memo: u32,
    /// Looks one ply ahead, then two, and so on. With a limit of nodes, evaluations or time it
    /// always does, so as to have a move whenever it has to stop.
    #[serde(default)]
    pub iterate: bool,
    /// Opposite seats play together: where they share a fate, as in Yonin their discs, one of them
    /// does not fear the other.
    #[serde(default)]
    pub teams: bool,
}

/// Best-reply search: only one of the others answers, the one that hurts most.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BestReplySpec {
    /// What opponents that do not answer do.
    pub others: Others,
    /// Moves and answers to look ahead, unless another depth is asked for.
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    pub depth: Option<u32>,
    /// What looks best for whoever moves is looked at first.
    pub ordering: bool,
    /// After the first ply, looks only at this many of the moves and answers that look best.
    #[serde(default, deserialize_with = "ranged::<1, 1000, _>")]
    pub width: Option<u32>,
    /// Remembers 2 to the power of this many positions; 0 for none.
    #[serde(default, deserialize_with = "whole::<0, 26, _>")]
    pub memo: u32,
    /// Looks one ply ahead, then two, and so on. With a limit of nodes, evaluations or time it
    /// always does, so as to have a move whenever it has to stop.
    #[serde(default)]
    pub iterate: bool,
    /// Opposite seats play together: where they share a fate, as in Yonin their discs, one of them
    /// does not fear the other.
    #[serde(default)]
    pub teams: bool,
}

/// What opponents that do not answer do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// They pass.
    Pass,
    /// They play what looks best for themselves (BRS+).
    Best,
}

impl ParanoidSpec {
    pub(crate) fn options(&self, iterate: bool) -> Options {
        options(self.memo, self.ordering, self.iterate || iterate)
    }
}

impl BestReplySpec {
    pub(crate) fn options(&self, iterate: bool) -> Options {
        Options {
            width: self.width.map(|width| width as usize),
            ..options(self.memo, self.ordering, self.iterate || iterate)
        }
    }
}

fn options(memo: u32, ordering: bool, iterate: bool) -> Options {
    Options {
        memo: (memo > 0).then_some(memo as u8),
        ordering,
        width: None,
        iterate,
    }
}
