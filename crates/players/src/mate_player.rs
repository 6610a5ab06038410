//! A player of Yonin-shogi that looks for mates by checks before anything else, and before it moves
//! makes sure that nobody has one against it.

use std::cmp::Reverse;
use std::time::Instant;

use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use rules::{Game, PerSeat, Seat};
use search::{AllMoves, Budget, Evaluation, Limits, Report};
use serde::Deserialize;

use crate::file::LimitsSpec;
use crate::looker::Looker;
use crate::mate_search::{Hunt, MateSearch};
use crate::measure::Measure;
use crate::number::whole;
use crate::player::{Choice, Player, PlayerError, Turn, after_every_move};

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
    /// Whether a move is avoided as well that lets a seat mate at once that moves later.
    #[serde(default)]
    pub guard_all: bool,
}

/// The player.
pub(crate) struct MatePlayer<L> {
    player: L,
    mating: MateSearch,
    spec: MatesSpec,
    limits: LimitsSpec,
}

/// The most of a move's limits that the search for a mate may use, in parts of 100.
const MATING: u32 = 25;

/// How much of the rest is for looking ahead; what remains is for making sure.
const LOOKING: u32 = 85;

impl<L> MatePlayer<L> {
    pub(crate) fn new(limits: &LimitsSpec, spec: &MatesSpec, player: L) -> Self {
        Self {
            player,
            mating: MateSearch::new(),
            spec: spec.clone(),
            limits: limits.clone(),
        }
    }
}

impl<L: Looker> MatePlayer<L> {
    /// Reports whether the seat that moves next has a mate against the one that has just moved, or
    /// one of the others if the seats before it let it.
    fn is_doomed(&mut self, before: &YoninShogi, m: Move, spent: &mut Spent) -> bool {
        let (victim, mut after, mut moves) =
            (before.turn(), before.after(m), self.spec.guard_moves);
        loop {
            if after.is_finished() || after.turn() == victim {
                return false;
            }
            if self.has_mate(&after, victim, moves, spent) {
                return true;
            }
            match after.passed() {
                Some(passed) if self.spec.guard_all => after = passed,
                _ => return false,
            }
            // After its first check somebody else may come in between.
            moves = moves.min(1);
        }
    }

    /// Reports whether the seat to move mates the victim in so many moves.
    fn has_mate(
        &mut self,
        position: &YoninShogi,
        victim: Seat,
        moves: u32,
        spent: &mut Spent,
    ) -> bool {
        let hunt = Hunt {
            attacker: position.turn(),
            victim: Some(victim),
        };
        let mut budget = Budget::new(&spent.part(self.spec.guard_nodes.into(), 100));
        let mate = self.mating.find(position, hunt, moves, &mut budget);
        spent.nodes += budget.nodes();
        mate.is_some()
    }

    /// Returns the best move by its look alone that nobody punishes by mate, if the one that was
    /// chosen would be.
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
    /// A percentage of what is left, and at most this many nodes.
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

    /// Returns what looking ahead may use.
    fn looking(&self) -> Limits {
        let mut limits = self.part(u64::MAX, LOOKING);
        limits.nodes = limits.nodes.filter(|_| self.limits.nodes.is_some());
        limits
    }

    /// Reports whether nothing is left.
    fn is_all(&self) -> bool {
        self.limits.nodes.is_some_and(|all| self.nodes >= all)
            || self
                .limits
                .time
                .is_some_and(|time| self.start.elapsed() >= time)
    }
}

impl<L: Looker> Player<YoninShogi> for MatePlayer<L> {
    fn choose(&mut self, turn: &mut Turn<'_, YoninShogi>) -> Result<Choice<Move>, PlayerError> {
        let position = turn.position;
        let mut spent = self.spent(turn);
        let mut report = match self.mate(position, &mut spent) {
            Some(m) => {
                let values = self.player.evaluation().of(&position.after(m));
                Report::before(values, vec![m])
            }
            None => self.look(turn, &mut spent),
        };
        report.nodes = spent.nodes;
        report.time = spent.start.elapsed();
        Ok(Choice::best(report))
    }

    /// Values all moves: a mate counts as one more seat beaten than the best of the other moves
    /// promises, a move that lets itself be mated as being out.
    fn consider(
        &mut self,
        turn: &mut Turn<'_, YoninShogi>,
        margin: Option<i64>,
    ) -> Result<AllMoves<Move, PerSeat<i32>>, PlayerError> {
        let position = turn.position;
        let seat = position.turn();
        let mut spent = self.spent(turn);
        let mate = self.mate(position, &mut spent);
        let limits = spent.looking();
        let all = self.player.look_at_all(position, &limits, margin);
        let Some(mut all) = all else {
            return after_every_move(&mut |turn| self.choose(turn), turn);
        };
        spent.nodes += all.report.nodes;
        let best = all.report.line[0];
        if margin.is_some() && self.is_doomed(position, best, &mut spent) {
            // What was too far from this one may not be from the best that is left.
            let limits = spent.looking();
            all = self
                .player
                .look_at_all(position, &limits, None)
                .expect("it could before");
            spent.nodes += all.report.nodes;
        }
        let best = all.report.value(seat);
        if let Some(mate) = mate {
            let beaten = self.player.beaten();
            for (_, values) in all.values.iter_mut().filter(|(m, _)| *m == mate) {
                values[seat] = values[seat].max(best.saturating_add(beaten));
            }
            all.report.line = vec![mate];
        }
        self.mark_doomed(position, &mut all, margin, &mut spent);
        all.report.nodes = spent.nodes;
        all.report.time = spent.start.elapsed();
        Ok(all)
    }

    fn measure(&self, position: &YoninShogi) -> Measure {
        self.player.measure(position)
    }
}

impl<L: Looker> MatePlayer<L> {
    fn spent(&self, turn: &Turn<'_, YoninShogi>) -> Spent {
        Spent {
            limits: self.limits.or(turn.limits),
            start: Instant::now(),
            nodes: 0,
        }
    }

    /// Returns the first move of a mate by the seat to move, if one is found.
    fn mate(&mut self, position: &YoninShogi, spent: &mut Spent) -> Option<Move> {
        let hunt = Hunt {
            attacker: position.turn(),
            victim: None,
        };
        let mut budget = Budget::new(&spent.part(self.spec.nodes.into(), MATING));
        let mate = self
            .mating
            .find(position, hunt, self.spec.moves, &mut budget);
        spent.nodes += budget.nodes();
        mate
    }

    /// Revalues the best moves that allow a mate, until the first move of the report is the best of
    /// all.
    fn mark_doomed(
        &mut self,
        position: &YoninShogi,
        all: &mut AllMoves<Move, PerSeat<i32>>,
        margin: Option<i64>,
        spent: &mut Spent,
    ) {
        let seat = position.turn();
        let best_first = |values: &[(Move, PerSeat<i32>)]| {
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by_key(|&index| Reverse(values[index].1[seat]));
            order
        };
        let order = best_first(&all.values);
        let mut best_safe = None;
        for &index in order.iter().take(1 + self.spec.guard_width as usize) {
            let (m, values) = all.values[index];
            let worth = i64::from(values[seat]);
            let far = margin
                .zip(best_safe)
                .is_some_and(|(margin, best)| worth < best - margin);
            if far || spent.is_all() {
                break;
            }
            if self.is_doomed(position, m, spent) {
                let mut out = position.after(m);
                out.resign(seat);
                all.values[index].1 = self.player.evaluation().of(&out);
            } else {
                best_safe = best_safe.or(Some(worth));
            }
        }
        let (best, values) = all.values[best_first(&all.values)[0]];
        if all.report.best() != Some(best) {
            all.report.line = vec![best];
        }
        all.report.values = values;
    }

    /// Looks ahead, and makes sure of what was found.
    fn look(&mut self, turn: &mut Turn<'_, YoninShogi>, spent: &mut Spent) -> Report<Move> {
        let limits = spent.looking();
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
