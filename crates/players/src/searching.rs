//! How a player looks ahead: the `[search.KIND]` table of its file.

use rules::Game;
use search::Score;
use search::alphabeta::{AlphaBeta, Options};
use search::minimax::Minimax;
use search::pvs::{self, Pvs};
use serde::Deserialize;

pub mod maxn;
pub mod one_side;
pub mod othello;
pub mod puct;

use self::maxn::MaxnSpec;
use self::one_side::{BestReplySpec, ParanoidSpec};
use self::othello::OthelloSpec;
use self::puct::PuctSpec;
use crate::external::EngineSpec;
use crate::monte_carlo::{FlatUcbSpec, MctsSpec};
use crate::number::whole;
use crate::p0_search::P0SearchSpec;

/// The searches a player file can name, each with its options.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchSpec {
    /// Any legal move, all equally likely.
    Random {},
    /// Plain minimax for two seats, to the depth of the limits.
    Minimax(MinimaxSpec),
    /// Alpha-beta for two seats.
    #[serde(rename = "alphabeta")]
    AlphaBeta(AlphaBetaSpec),
    /// Principal variation search for two seats, with memory.
    Pvs(PvsSpec),
    /// The engine of Othello.
    Othello(OthelloSpec),
    /// Monte-Carlo tree search, for any game.
    Mcts(MctsSpec),
    /// Best-first search by what was learned, for Yonin and Yonin-shogi.
    Puct(PuctSpec),
    /// Flat UCB with random playouts, for any game.
    FlatUcb(FlatUcbSpec),
    /// Maxⁿ for many seats.
    Maxn(MaxnSpec),
    /// Paranoid search for many seats.
    Paranoid(ParanoidSpec),
    /// Best-reply search for many seats.
    BestReply(BestReplySpec),
    /// P0's search in Yonin.
    Thesis(P0SearchSpec),
    /// P0's search as its program is printed, with all its slips.
    ThesisAsPrinted(P0SearchSpec),
    /// Another program looks ahead: not a search of ours, but the `[engine]` table of the file.
    #[serde(skip)]
    Engine(EngineSpec),
}

impl SearchSpec {
    /// Returns its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Random {} => "random",
            Self::Minimax(_) => "minimax",
            Self::AlphaBeta(_) => "alphabeta",
            Self::Pvs(_) => "pvs",
            Self::Othello(_) => "othello",
            Self::Mcts(_) => "mcts",
            Self::Puct(_) => "puct",
            Self::FlatUcb(_) => "flat-ucb",
            Self::Maxn(_) => "maxn",
            Self::Paranoid(_) => "paranoid",
            Self::BestReply(_) => "best-reply",
            Self::Thesis(_) => "thesis",
            Self::ThesisAsPrinted(_) => "thesis-as-printed",
            Self::Engine(_) => "engine",
        }
    }
}

/// Which of several equally good moves is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// Any of them, each as likely as the others, by the seed.
    #[default]
    Lot,
    /// The first in the game's order: on a board row by row from the top left.
    First,
}

impl Ties {
    /// Returns the seed by which equal moves are chosen among, if they are.
    pub(crate) fn shuffle(self, seed: u64) -> Option<u64> {
        (self == Self::Lot).then_some(seed)
    }
}

/// Plain minimax as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MinimaxSpec {
    /// From how many empty squares on it looks to the end of the game, whatever the depth.
    #[serde(default, deserialize_with = "whole::<0, 100, _>")]
    pub exhaustive: u32,
    /// Which of several equally good moves is played.
    #[serde(default)]
    pub ties: Ties,
}

impl MinimaxSpec {
    pub(crate) fn search<S>(&self, score: S, seed: u64) -> Minimax<S> {
        Minimax::new(score).shuffled(self.ties.shuffle(seed))
    }
}

/// Alpha-beta as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AlphaBetaSpec {
    /// Looks one ply ahead, then two, and so on until a limit is met; otherwise to the depth of
    /// the limits at once.
    pub iterate: bool,
    /// Looks at the line of the last iteration first.
    pub last_line_first: bool,
    /// From how many empty squares on it looks to the end of the game, whatever the depth.
    #[serde(default, deserialize_with = "whole::<0, 100, _>")]
    pub exhaustive: u32,
    /// Which of several equally good moves is played.
    #[serde(default)]
    pub ties: Ties,
}

impl AlphaBetaSpec {
    pub(crate) fn search<S>(&self, score: S, seed: u64) -> AlphaBeta<S> {
        let options = Options {
            iterate: self.iterate,
            last_line_first: self.last_line_first,
            shuffle: self.ties.shuffle(seed),
        };
        AlphaBeta::new(score, options)
    }
}

/// Principal variation search as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PvsSpec {
    /// Looks one ply ahead, then two, and so on until a limit is met; otherwise to the depth of
    /// the limits at once.
    pub iterate: bool,
    /// Remembers 2 to the power of this many positions, of 24 bytes each.
    #[serde(deserialize_with = "whole::<0, 30, _>")]
    pub table: u32,
    /// From how many empty squares on it looks to the end of the game, whatever the depth.
    #[serde(default, deserialize_with = "whole::<0, 100, _>")]
    pub exhaustive: u32,
    /// Which of several equally good moves is played.
    #[serde(default)]
    pub ties: Ties,
}

impl PvsSpec {
    pub(crate) fn search<G: Game, S: Score<G>>(&self, score: S, seed: u64) -> Pvs<G, S> {
        let options = pvs::Options {
            iterate: self.iterate,
            table: self.table as u8,
            shuffle: self.ties.shuffle(seed),
        };
        Pvs::new(score, options)
    }
}
