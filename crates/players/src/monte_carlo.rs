//! Players that play games out, many times: Monte-Carlo tree search, and flat UCB.
//!
//! They know a game by its rules alone and value nothing but ranks, so they play any game.

use rules::Game;
use search::mcts::policy::{Policy, Uniform};
use search::mcts::{Mcts, Options};
use search::{Limits, RankUtility, Report, Search};
use serde::Deserialize;

use crate::file::LimitsSpec;
use crate::number::{real, whole};
use crate::player::{Choice, Player, Turn};

/// Monte-Carlo tree search as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MctsSpec {
    /// How much is tried that looks worse.
    #[serde(deserialize_with = "real::<0, 10, _>")]
    pub exploration: f64,
    /// The weight of progressive history; 0 leaves it out.
    #[serde(deserialize_with = "real::<0, 100, _>")]
    pub history: f64,
    /// Proves what can be proven.
    pub solver: bool,
    /// Only the player itself chooses; the others move as playouts do.
    #[serde(default)]
    pub others_follow_playouts: bool,
    /// In Yonin, how playouts choose; without it they take any move.
    pub playouts: Option<PlayoutSpec>,
}

/// What playouts of Yonin prefer, as a file gives it: a square by its map, few discs of one's own
/// colour away from home, and luck.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayoutSpec {
    /// What the squares of the top left quarter are worth, row by row; the others mirror it.
    pub map: [[i16; 4]; 4],
    /// What a disc of one's own colour costs outside one's territory; a turned one counts twice.
    #[serde(deserialize_with = "whole::<0, 1000, _>")]
    pub outside: u32,
    /// How much luck is added to each move, at the most.
    #[serde(deserialize_with = "whole::<1, 10_000, _>")]
    pub luck: u32,
    /// How many moves in a hundred are any move at all.
    #[serde(default, deserialize_with = "whole::<0, 100, _>")]
    pub slips: u32,
}

/// Flat UCB as a file gives it: UCB1 over the moves of the position, with random playouts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FlatUcbSpec {
    /// How much is tried that looks worse; the square root of 2 in theory.
    #[serde(deserialize_with = "real::<0, 10, _>")]
    pub exploration: f64,
}

impl MctsSpec {
    pub(crate) fn options(&self) -> Options {
        Options {
            exploration: self.exploration,
            history: (self.history > 0.0).then_some(self.history),
            solver: self.solver,
            others_follow_policy: self.others_follow_playouts,
            ..Options::default()
        }
    }
}

impl FlatUcbSpec {
    pub(crate) fn options(&self) -> Options {
        Options {
            exploration: self.exploration,
            ..Options::flat_ucb(0)
        }
    }
}

/// A player that plays games out.
pub(crate) struct MonteCarlo<P = Uniform> {
    pub(crate) options: Options,
    pub(crate) policy: P,
    pub(crate) limits: LimitsSpec,
    pub(crate) seed: u64,
}

impl<G: Game, P: Policy<G> + Copy> Player<G> for MonteCarlo<P> {
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Choice<G::Move> {
        let moves = turn.position.legal();
        let ranks = RankUtility::seats_beaten(turn.position.facts().seats);
        let report = if let [only] = *moves {
            // Nothing is to be decided.
            Report::before(
                search::Evaluation::values(&ranks, turn.position),
                vec![only],
            )
        } else {
            let options = Options {
                seed: turn.move_seed(self.seed),
                ..self.options
            };
            let limits: Limits = self.limits.or(turn.limits);
            Mcts::with_policy(ranks, self.policy, options).search(
                turn.position,
                &limits,
                turn.progress,
            )
        };
        Choice {
            m: report.best().expect("a game that goes on has a move"),
            report,
            note: None,
        }
    }
}
