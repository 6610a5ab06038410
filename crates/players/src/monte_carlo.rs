//! Players that play games out, many times: Monte-Carlo tree search, and flat UCB.
//!
//! They know a game by its rules alone and value nothing but ranks, so they play any game.

use rules::{Game, PerSeat};
use search::mcts::policy::{Policy, Uniform};
use search::mcts::{Mcts, Options};
use search::{AllMoves, Limits, RankUtility, Report, Search};
use serde::Deserialize;
use strengths::yonin::TerritoryPlayouts;

use crate::file::LimitsSpec;
use crate::measure::Measure;
use crate::number::{real, whole};
use crate::player::{Choice, Player, PlayerError, Turn};

/// Monte-Carlo tree search as a file gives it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MctsSpec {
    /// How much moves that look worse are explored.
    #[serde(deserialize_with = "real::<0, 10, _>")]
    pub exploration: f64,
    /// The weight of progressive history; 0 leaves it out.
    #[serde(deserialize_with = "real::<0, 100, _>")]
    pub history: f64,
    /// Proves results where possible.
    pub solver: bool,
    /// How often in a hundred times the others move as playouts do, and not as they find best.
    #[serde(default, deserialize_with = "whole::<0, 100, _>")]
    pub others_follow_playouts: u32,
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
    /// How much moves that look worse are explored; the square root of 2 in theory.
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

impl PlayoutSpec {
    pub(crate) fn policy(&self) -> TerritoryPlayouts {
        TerritoryPlayouts::new(&self.map, self.outside, self.luck, self.slips)
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
#[derive(Clone)]
pub(crate) struct MonteCarlo<P = Uniform> {
    pub(crate) options: Options,
    pub(crate) policy: P,
    pub(crate) limits: LimitsSpec,
    pub(crate) seed: u64,
}

/// What a beaten seat is worth before scaling: large enough to distinguish means.
const POINT: i32 = 1000;

/// Returns the utility of results: this much for each seat beaten.
fn ranks(seats: usize) -> RankUtility {
    let beaten = |rank: usize| (seats - 1 - rank) as i32;
    RankUtility::new(PerSeat::from_fn(seats, |rank| POINT * beaten(rank.index())))
}

impl<P: Copy> MonteCarlo<P> {
    fn search<G: Game>(&self, turn: &Turn<'_, G>) -> Mcts<RankUtility, P> {
        let options = Options {
            seed: turn.move_seed(self.seed),
            ..self.options
        };
        let ranks = ranks(turn.position.facts().seats);
        Mcts::with_policy(ranks, self.policy, options)
    }
}

impl<G: Game, P: Policy<G> + Copy + Send> Player<G> for MonteCarlo<P> {
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        let moves = turn.position.legal();
        let report = if let [only] = *moves {
            // There is nothing to decide.
            let ranks = ranks(turn.position.facts().seats);
            Report::before(
                search::Evaluation::values(&ranks, turn.position),
                vec![only],
            )
        } else {
            let limits: Limits = self.limits.or(turn.limits);
            let mut search = self.search(turn);
            search.search(turn.position, &limits, turn.progress)
        };
        Ok(Choice::best(report))
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        _: Option<i64>,
    ) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
        let limits = self.limits.or(turn.limits);
        Ok(self.search(turn).all_moves(turn.position, &limits))
    }

    fn measure(&self, position: &G) -> Measure {
        let seats = position.facts().seats;
        Measure::Rank {
            point: f64::from(POINT * ranks(seats).scale()),
            seats: seats as f64,
        }
    }
}
