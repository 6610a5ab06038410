//! A player of Yonin-shogi that looks for mates by checks before anything else, and before it moves
//! makes sure that nobody has one against it.

use std::cmp::Reverse;
use std::time::Instant;

use rules::Game;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use search::{Budget, Evaluation, Limits, Report};
use serde::Deserialize;

use crate::file::{LimitsSpec, PlayerFile};
use crate::many::ManySeatPlayer;
use crate::mating::{Mating, Quarrel};
use crate::number::whole;
use crate::player::{Choice, Player, Turn};

/// The `[mates]` table of a player file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatesSpec {
    /// How many of its own moves a mate may take.
    #[serde(deserialize_with = "whole::<1, 20, _>")]
    pub moves: u32,
    /// Positions visited to find one.
    #[serde(deserialize_with = "whole::<1, 100_000_000, _>")]
    pub nodes: u32,
    /// How many moves a mate by the seat that moves next may take, for a move to be avoided.
    #[serde(deserialize_with = "whole::<0, 20, _>")]
    pub guard_moves: u32,
    /// Positions visited to find that one, for every move that is looked at.
    #[serde(deserialize_with = "whole::<1, 100_000_000, _>")]
    pub guard_nodes: u32,
    /// The most moves that are looked at in place of one that lets itself be mated.
    #[serde(deserialize_with = "whole::<0, 600, _>")]
    pub guard_width: u32,
}

/// The player.
pub(crate) struct MatingPlayer<E> {
    player: ManySeatPlayer<E>,
    mating: Mating,
    spec: MatesSpec,
    limits: LimitsSpec,
}

/// The most of a move's limits that the search for a mate may use, in parts of 100.
const MATING: u32 = 25;

/// How much of the rest is for looking ahead; what remains is for making sure.
const LOOKING: u32 = 85;

impl<E> MatingPlayer<E> {
    pub(crate) fn new(file: &PlayerFile, spec: &MatesSpec, player: ManySeatPlayer<E>) -> Self {
        Self {
            player,
            mating: Mating::new(),
            spec: spec.clone(),
            limits: file.limits.clone(),
        }
    }
}

impl<E: Evaluation<YoninShogi>> MatingPlayer<E> {
    /// Whether the seat that moves here has a mate against the one that has just moved.
    fn is_doomed(&mut self, before: &YoninShogi, m: Move, spent: &mut Spent) -> bool {
        let after = before.after(m);
        if after.is_finished() {
            return false;
        }
        let quarrel = Quarrel {
            attacker: after.turn(),
            victim: Some(before.turn()),
        };
        let (moves, nodes) = (self.spec.guard_moves, self.spec.guard_nodes);
        let mut budget = Budget::new(&spent.part(nodes.into(), 100));
        let mate = self.mating.find(&after, quarrel, moves, &mut budget);
        spent.nodes += budget.nodes();
        mate.is_some()
    }

    /// The best move by its look alone that nobody punishes by mate, if the one that was chosen
    /// would be.
    fn instead(&mut self, position: &YoninShogi, chosen: Move, spent: &mut Spent) -> Option<Move> {
        if !self.is_doomed(position, chosen, spent) {
            return None;
        }
        let evaluation = self.player.evaluation();
        let seat = position.turn();
        let mut others: Vec<Move> = position.legal().into_iter().collect();
        others.retain(|&m| m != chosen);
        others.sort_by_cached_key(|&m| Reverse(evaluation.of(&position.after(m))[seat]));
        others.truncate(self.spec.guard_width as usize);
        others
            .into_iter()
            .find(|&m| !spent.is_all() && !self.is_doomed(position, m, spent))
    }
}

/// What was used of the limits of a move.
struct Spent {
    limits: Limits,
    start: Instant,
    nodes: u64,
}

impl Spent {
    /// So many parts in a hundred of what is left, and no more nodes than these.
    fn part(&self, nodes: u64, percent: u32) -> Limits {
        let left = self.limits.nodes.map(|all| all.saturating_sub(self.nodes));
        Limits {
            nodes: Some(left.map_or(nodes, |left| nodes.min(left * u64::from(percent) / 100))),
            time: self
                .limits
                .time
                .map(|time| time.saturating_sub(self.start.elapsed()) * percent / 100),
            ..self.limits.clone()
        }
    }

    /// Whether nothing is left.
    fn is_all(&self) -> bool {
        self.limits.nodes.is_some_and(|all| self.nodes >= all)
            || self
                .limits
                .time
                .is_some_and(|time| self.start.elapsed() >= time)
    }
}

impl<E: Evaluation<YoninShogi>> Player<YoninShogi> for MatingPlayer<E> {
    fn choose(&mut self, turn: &mut Turn<'_, YoninShogi>) -> Choice<Move> {
        let position = turn.position;
        let mut spent = Spent {
            limits: self.limits.or(turn.limits),
            start: Instant::now(),
            nodes: 0,
        };
        let quarrel = Quarrel {
            attacker: position.turn(),
            victim: None,
        };
        let mut budget = Budget::new(&spent.part(self.spec.nodes.into(), MATING));
        let mate = self
            .mating
            .find(position, quarrel, self.spec.moves, &mut budget);
        spent.nodes += budget.nodes();
        let mut report = match mate {
            Some(m) => {
                let values = self.player.evaluation().of(&position.after(m));
                Report::before(values, vec![m])
            }
            None => self.look(turn, &mut spent),
        };
        report.nodes = spent.nodes;
        report.time = spent.start.elapsed();
        Choice {
            m: report.line[0],
            report,
            note: None,
        }
    }
}

impl<E: Evaluation<YoninShogi>> MatingPlayer<E> {
    /// Looks ahead, and makes sure of what was found.
    fn look(&mut self, turn: &mut Turn<'_, YoninShogi>, spent: &mut Spent) -> Report<Move> {
        let mut limits = spent.part(u64::MAX, LOOKING);
        limits.nodes = limits.nodes.filter(|_| spent.limits.nodes.is_some());
        let mut report = self.player.look(&mut Turn {
            limits: &limits,
            progress: &mut *turn.progress,
            ..*turn
        });
        spent.nodes += report.nodes;
        let chosen = report.best().expect("a game that goes on has a move");
        if let Some(m) = self.instead(turn.position, chosen, spent) {
            report.line = vec![m];
            report.values = self.player.evaluation().of(&turn.position.after(m));
        }
        report
    }
}
