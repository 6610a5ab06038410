//! Players of games for four seats that look ahead best first, by what they learned.

use rules::yonin::Yonin;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use rules::{Game, PerSeat};
use search::puct::{self, Puct};
use search::{AllMoves, Evaluation, Limits, MaxN, Report, Search, maxn};
use strengths::{POINT, SEATS};

use crate::file::LimitsSpec;
use crate::habits::Habits;
use crate::looker::Looker;
use crate::measure::Measure;
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::searching::puct::PuctSpec;

/// A game whose end comes in sight.
pub(crate) trait Ending: Game {
    /// Returns how many placements are left at the most, if the game says so.
    fn left(&self) -> Option<u32>;
}

impl Ending for Yonin {
    fn left(&self) -> Option<u32> {
        Some(self.empties().count_ones())
    }
}

impl Ending for YoninShogi {
    fn left(&self) -> Option<u32> {
        None
    }
}

/// Looks ahead by a learned evaluation, and to the end of the game where it is near.
#[derive(Clone)]
pub(crate) struct BestFirstPlayer<E> {
    pub(crate) spec: PuctSpec,
    pub(crate) limits: LimitsSpec,
    pub(crate) evaluation: E,
}

impl<E> BestFirstPlayer<E> {
    /// Finds the exact value with half of the effort, if that is enough.
    fn solved<G: Ending>(&self, position: &G, limits: &Limits) -> Option<Report<G::Move>>
    where
        E: Evaluation<G>,
    {
        if limits.depth.is_some() || position.left()? > self.spec.exhaustive {
            return None;
        }
        let half = |all: Option<u64>| all.map(|all| all / 2);
        let limits = Limits {
            depth: None,
            nodes: half(limits.nodes),
            evaluations: half(limits.evaluations),
            time: limits.time.map(|time| time / 2),
            stop: limits.stop.clone(),
        };
        let mut search = MaxN::new(&self.evaluation, maxn::Options::solve());
        let report = search.search(position, &limits, &mut |_| ());
        report.exact.then_some(report)
    }
}

/// What is left of limits after a search has used them.
fn left(limits: &Limits, solving: bool) -> Limits {
    if !solving {
        return limits.clone();
    }
    let half = |all: Option<u64>| all.map(|all| all.div_ceil(2));
    Limits {
        depth: limits.depth,
        nodes: half(limits.nodes),
        evaluations: half(limits.evaluations),
        time: limits.time.map(|time| time / 2),
        stop: limits.stop.clone(),
    }
}

impl<E> BestFirstPlayer<E> {
    /// Decides a move among others who may have habits.
    fn decide<G: Ending>(
        &self,
        turn: &mut Turn<'_, G>,
        habits: Option<&mut dyn puct::Habits<G>>,
    ) -> Choice<G::Move>
    where
        E: Evaluation<G>,
    {
        let position = turn.position;
        if let [only] = *position.legal() {
            // There is nothing to decide.
            let values = self.evaluation.values(position);
            return Choice::best(Report::before(values, vec![only]));
        }
        let mut limits = self.limits.or(turn.limits);
        // An exact value would be one among others who play best.
        if habits.is_none() {
            if let Some(report) = self.solved(position, &limits) {
                return Choice::best(report);
            }
            let near = |left| left <= self.spec.exhaustive;
            let solving = limits.depth.is_none() && position.left().is_some_and(near);
            limits = left(&limits, solving);
        }
        let search = Puct::new(&self.evaluation, self.spec.options());
        Choice::best(search.search_among(position, &limits, habits, turn.progress))
    }
}

/// The same with an eye on the habits of others.
pub(crate) struct WatchingPlayer<G: Game, E> {
    pub(crate) player: BestFirstPlayer<E>,
    pub(crate) habits: Habits<G>,
}

impl<G: Ending, E: Evaluation<G>> Player<G> for WatchingPlayer<G, E> {
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        self.habits.watch(turn.line);
        let mut expected = self.habits.expected();
        if expected.is_empty(turn.position) {
            return Ok(self.player.decide(turn, None));
        }
        Ok(self.player.decide(turn, Some(&mut expected)))
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        margin: Option<i64>,
    ) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
        self.player.consider(turn, margin)
    }

    fn measure(&self, position: &G) -> Measure {
        Player::measure(&self.player, position)
    }
}

impl<G: Ending, E: Evaluation<G>> Player<G> for BestFirstPlayer<E> {
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        Ok(self.decide(turn, None))
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        _: Option<i64>,
    ) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
        let limits = self.limits.or(turn.limits);
        let search = Puct::new(&self.evaluation, self.spec.options());
        Ok(search.all_moves(turn.position, &limits))
    }

    fn measure(&self, _: &G) -> Measure {
        Measure::Rank {
            point: f64::from(POINT),
            seats: SEATS as f64,
        }
    }
}

impl<E: Evaluation<YoninShogi>> Looker for BestFirstPlayer<E> {
    type Evaluation = E;

    fn evaluation(&self) -> &E {
        &self.evaluation
    }

    fn beaten(&self) -> i32 {
        POINT
    }

    fn look(&self, turn: &mut Turn<'_, YoninShogi>) -> Report<Move> {
        let mut search = Puct::new(&self.evaluation, self.spec.options());
        let limits = self.limits.or(turn.limits);
        search.search(turn.position, &limits, turn.progress)
    }

    fn look_at_all(
        &self,
        position: &YoninShogi,
        limits: &Limits,
        _: Option<i64>,
    ) -> Option<AllMoves<Move, PerSeat<i32>>> {
        let search = Puct::new(&self.evaluation, self.spec.options());
        Some(search.all_moves(position, &self.limits.or(limits)))
    }

    fn measure(&self, position: &YoninShogi) -> Measure {
        Player::measure(self, position)
    }
}
