//! MP-Mix (Zuckerman and Felner 2011): how to look ahead depends on who leads. Who leads clearly
//! defends itself against all (paranoid); when somebody else leads clearly, the leader is attacked
//! (directed offensive); otherwise everybody is for itself (maxⁿ).

use std::sync::Arc;

use rules::{Game, PerSeat, Seat};

use crate::evaluation::{Bounds, Evaluation};
use crate::limits::Limits;
use crate::maxn::{self, MaxN};
use crate::report::Report;
use crate::{Paranoid, Search, one_side};

/// When to change over, in the units of the evaluation: how far the first has to be before the
/// second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// The lead from which on the leader defends.
    pub defend: i32,
    /// The lag behind somebody else from which on the leader is attacked.
    pub attack: i32,
}

/// How to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Everybody for itself.
    MaxN,
    /// All against me.
    Paranoid,
    /// I against this seat, everybody else for itself.
    Offensive(Seat),
}

/// MP-Mix with an evaluation.
pub struct MpMix<G: Game, E> {
    evaluation: Arc<E>,
    thresholds: Thresholds,
    options: maxn::Options,
    maxn: MaxN<G, Arc<E>>,
    paranoid: Paranoid<G, Arc<E>>,
}

impl<G: Game, E: Evaluation<G>> MpMix<G, E> {
    /// A search with these thresholds.
    pub fn new(
        evaluation: E,
        thresholds: Thresholds,
        maxn: maxn::Options,
        paranoid: one_side::Options,
    ) -> Self {
        let evaluation = Arc::new(evaluation);
        Self {
            thresholds,
            options: maxn,
            maxn: MaxN::new(Arc::clone(&evaluation), maxn),
            paranoid: Paranoid::new(Arc::clone(&evaluation), paranoid),
            evaluation,
        }
    }

    /// How it would look ahead from this position.
    pub fn strategy(&self, root: &G) -> Strategy {
        let values = self.evaluation.of(root);
        let leader = Seat::all(values.len())
            .rev()
            .max_by_key(|&seat| values[seat])
            .expect("a game has seats");
        let second = Seat::all(values.len())
            .filter(|&seat| seat != leader)
            .map(|seat| values[seat])
            .max()
            .expect("a game has two seats");
        let lead = i64::from(values[leader]) - i64::from(second);
        if leader == root.turn() && lead >= i64::from(self.thresholds.defend) {
            Strategy::Paranoid
        } else if leader != root.turn() && lead >= i64::from(self.thresholds.attack) {
            Strategy::Offensive(leader)
        } else {
            Strategy::MaxN
        }
    }

    fn attack(
        &self,
        target: Seat,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let offensive = Offensive {
            evaluation: &*self.evaluation,
            seat: root.turn(),
            target,
        };
        // Without memory the line is whole, and its end tells what the attacker itself gets.
        let options = maxn::Options {
            memo: None,
            ..self.options
        };
        let true_values = |report: &Report<G::Move>| {
            let after = |position: G, &m: &G::Move| position.after(m);
            let end = report.line.iter().fold(root.clone(), after);
            Report {
                values: self.evaluation.of(&end),
                exact: false,
                ..report.clone()
            }
        };
        let report = MaxN::new(offensive, options).search(root, limits, &mut |report| {
            progress(&true_values(report));
        });
        true_values(&report)
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for MpMix<G, E> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        match self.strategy(root) {
            Strategy::MaxN => self.maxn.search(root, limits, progress),
            Strategy::Paranoid => self.paranoid.search(root, limits, progress),
            Strategy::Offensive(target) => self.attack(target, root, limits, progress),
        }
    }
}

/// The evaluation of one who wants nothing but another to get little; all others want the same as
/// ever.
struct Offensive<'a, E> {
    evaluation: &'a E,
    seat: Seat,
    target: Seat,
}

impl<E> Offensive<'_, E> {
    fn turned(&self, mut values: PerSeat<i32>) -> PerSeat<i32> {
        values[self.seat] = values[self.target].saturating_neg();
        values
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Offensive<'_, E> {
    fn values(&self, position: &G) -> PerSeat<i32> {
        self.turned(self.evaluation.values(position))
    }

    fn result(&self, position: &G) -> PerSeat<i32> {
        self.turned(self.evaluation.result(position))
    }

    /// There is no sum any more.
    fn sum(&self) -> Option<i32> {
        None
    }

    fn floor(&self) -> i32 {
        i32::MIN
    }

    fn reach(&self, position: &G, plies: u32) -> Option<Bounds> {
        let mut bounds = self.evaluation.reach(position, plies)?;
        bounds.low[self.seat] = bounds.high[self.target].saturating_neg();
        bounds.high[self.seat] = bounds.low[self.target].saturating_neg();
        Some(bounds)
    }
}
