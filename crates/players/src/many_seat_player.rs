//! Players of games for many that look ahead and value what they see.

use std::sync::Arc;

use rules::reversi::Move;
use rules::yonin::Yonin;
use rules::yonin_shogi::board::SEATS;
use rules::yonin_shogi::{self, YoninShogi};
use rules::{Game, PerSeat};
use search::{AllMoves, BestReply, Evaluation, Limits, MaxN, Paranoid, Report, Search};

use crate::file::{FileError, LimitsSpec, PlayerFile};
use crate::looker::Looker;
use crate::measure::Measure;
use crate::player::{Choice, Player, PlayerError, Turn, after_every_move};
use crate::searching::SearchSpec;
use crate::searching::maxn::MaxnSpec;
use crate::searching::one_side::{BestReplySpec, Others, ParanoidSpec};

/// The ways to look ahead for many.
#[derive(Clone, Debug)]
pub(crate) enum ManySeatSearch {
    Maxn(MaxnSpec),
    Paranoid(ParanoidSpec),
    BestReply(BestReplySpec),
}

impl ManySeatSearch {
    /// The names of these searches in files.
    pub(crate) const NAMES: [&'static str; 3] = ["maxn", "paranoid", "best-reply"];

    /// Returns the search a file asks for, if it is one for many.
    pub(crate) fn of(spec: &SearchSpec) -> Option<Self> {
        match spec {
            SearchSpec::Maxn(spec) => Some(Self::Maxn(spec.clone())),
            SearchSpec::Paranoid(spec) => Some(Self::Paranoid(spec.clone())),
            SearchSpec::BestReply(spec) => Some(Self::BestReply(spec.clone())),
            _ => None,
        }
    }

    /// Returns its default depth.
    const fn depth(&self) -> Option<u32> {
        match self {
            Self::Maxn(spec) => spec.depth,
            Self::Paranoid(spec) => spec.depth,
            Self::BestReply(spec) => spec.depth,
        }
    }
}

/// Reports whether anything but depth limits a search.
const fn interrupts(limits: &Limits) -> bool {
    limits.nodes.is_some() || limits.evaluations.is_some() || limits.time.is_some()
}

/// Looks ahead and plays what is best for itself.
pub(crate) struct ManySeatPlayer<E> {
    search: ManySeatSearch,
    /// Shared by all players of a maker.
    evaluation: Arc<E>,
    /// What makes sure of the first place, if the evaluation has such a value.
    first_place: Option<i32>,
    measure: Measure,
    limits: LimitsSpec,
}

impl<E> Clone for ManySeatPlayer<E> {
    fn clone(&self) -> Self {
        Self {
            search: self.search.clone(),
            evaluation: Arc::clone(&self.evaluation),
            first_place: self.first_place,
            measure: self.measure,
            limits: self.limits.clone(),
        }
    }
}

impl<E> ManySeatPlayer<E> {
    pub(crate) fn new(
        file: &PlayerFile,
        search: ManySeatSearch,
        evaluation: E,
        first_place: Option<i32>,
        measure: Measure,
    ) -> Result<Self, FileError> {
        let limits = file.limits.clone();
        let endless = search.depth().is_none() && !interrupts(&limits.or(&Limits::default()));
        if endless && limits.depth.is_none() {
            let name = file.search.name();
            return Err(file.wrong_search(format!(
                "the search {name} needs a depth of its own, or [limits] with depth, nodes, \
                 evaluations or time"
            )));
        }
        Ok(Self {
            search,
            evaluation: Arc::new(evaluation),
            first_place,
            measure,
            limits,
        })
    }

    /// Returns the same player with another evaluation.
    pub(crate) fn valued_by<F>(&self, evaluation: F) -> ManySeatPlayer<F> {
        ManySeatPlayer {
            search: self.search.clone(),
            evaluation: Arc::new(evaluation),
            first_place: self.first_place,
            measure: self.measure,
            limits: self.limits.clone(),
        }
    }

    /// Searches after every move; `None` if its search cannot do that.
    fn look_at_all<G: Turns>(
        &self,
        position: &G,
        asked: &Limits,
        margin: Option<i64>,
    ) -> Option<AllMoves<G::Move, PerSeat<i32>>>
    where
        E: Evaluation<G>,
    {
        let limits = self.limits(asked);
        let iterate = interrupts(&limits);
        let (evaluation, margin) = (&*self.evaluation, margin.unwrap_or(i64::MAX / 2));
        match &self.search {
            ManySeatSearch::Maxn(_) => None,
            ManySeatSearch::Paranoid(spec) => {
                let mut search = paranoid(position, evaluation, spec, iterate);
                Some(search.all_moves(position, &limits, margin))
            }
            ManySeatSearch::BestReply(spec) => {
                let mut search = best_reply(position, evaluation, spec, iterate);
                Some(search.all_moves(position, &limits, margin))
            }
        }
    }

    fn limits(&self, asked: &Limits) -> Limits {
        let mut limits = self.limits.or(asked);
        limits.depth = limits.depth.or(self.search.depth());
        limits
    }

    /// Looks ahead.
    fn look<G: Turns>(&self, turn: &mut Turn<'_, G>) -> Report<G::Move>
    where
        E: Evaluation<G>,
    {
        let limits = self.limits(turn.limits);
        let iterate = interrupts(&limits);
        let (position, evaluation) = (turn.position, &*self.evaluation);
        let mut search: Box<dyn Search<G> + '_> = match &self.search {
            ManySeatSearch::Maxn(spec) => {
                let options = spec.options(iterate, self.first_place);
                Box::new(MaxN::new(evaluation, options))
            }
            ManySeatSearch::Paranoid(spec) => {
                Box::new(paranoid(position, evaluation, spec, iterate))
            }
            ManySeatSearch::BestReply(spec) => {
                Box::new(best_reply(position, evaluation, spec, iterate))
            }
        };
        search.search(position, &limits, turn.progress)
    }
}

fn paranoid<'a, G: Turns, E: Evaluation<G>>(
    position: &G,
    evaluation: &'a E,
    spec: &ParanoidSpec,
    iterate: bool,
) -> Paranoid<G, &'a E> {
    let options = spec.options(iterate);
    if spec.teams {
        Paranoid::with_teams(evaluation, opposite(position), options)
    } else {
        Paranoid::new(evaluation, options)
    }
}

fn best_reply<'a, G: Turns, E: Evaluation<G>>(
    position: &G,
    evaluation: &'a E,
    spec: &BestReplySpec,
    iterate: bool,
) -> BestReply<G, &'a E> {
    let search = match spec.others {
        Others::Best => BestReply::plus(evaluation, spec.options(iterate)),
        Others::Pass => BestReply::passing(evaluation, G::passed, spec.options(iterate)),
    };
    if spec.teams {
        search.with_groups(opposite(position))
    } else {
        search
    }
}

/// Returns one number for each pair of opposite seats.
fn opposite(position: &impl Game) -> PerSeat<u8> {
    let seats = position.facts().seats;
    PerSeat::from_fn(seats, |seat| (seat.index() % (seats / 2)) as u8)
}

/// A game for many.
pub(crate) trait Turns: Game {
    /// Returns the position with the turn handed on, if that can be imagined.
    fn passed(&self) -> Option<Self>;
}

impl Turns for YoninShogi {
    fn passed(&self) -> Option<Self> {
        Self::passed(self)
    }
}

impl Turns for Yonin {
    fn passed(&self) -> Option<Self> {
        (!self.is_finished()).then(|| self.after(Move::Pass))
    }
}

impl<G: Turns, E: Evaluation<G> + Send + Sync> Player<G> for ManySeatPlayer<E> {
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        let report = self.look(turn);
        Ok(Choice::best(report))
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, G>,
        margin: Option<i64>,
    ) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
        self.look_at_all(turn.position, turn.limits, margin)
            .map_or_else(|| after_every_move(&mut |turn| self.choose(turn), turn), Ok)
    }

    fn measure(&self, _: &G) -> Measure {
        self.measure
    }
}

impl<E: Evaluation<YoninShogi> + Send + Sync> Looker for ManySeatPlayer<E> {
    type Evaluation = E;

    fn evaluation(&self) -> &E {
        &self.evaluation
    }

    fn beaten(&self) -> i32 {
        self.first_place.unwrap_or(0) / (SEATS as i32 - 1)
    }

    fn look(&self, turn: &mut Turn<'_, YoninShogi>) -> Report<yonin_shogi::moves::Move> {
        self.look(turn)
    }

    fn look_at_all(
        &self,
        position: &YoninShogi,
        limits: &Limits,
        margin: Option<i64>,
    ) -> Option<AllMoves<yonin_shogi::moves::Move, PerSeat<i32>>> {
        self.look_at_all(position, limits, margin)
    }

    fn measure(&self, _: &YoninShogi) -> Measure {
        self.measure
    }
}
