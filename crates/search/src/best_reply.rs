//! Best-reply search: the seat that thinks moves, then the one opponent answers whose answer hurts
//! most, and so on. So it looks further ahead than paranoid search, in a world that is kinder to
//! it.
//!
//! Two forms: the others pass (BRS, Schadd and Winands 2011), which needs a game where a turn can
//! be handed on; or they play what looks best for themselves (BRS+, Esser et al. 2013), which
//! needs nothing. A depth of 2 is a move and an answer.

use rules::{Game, PerSeat};

use crate::Search;
use crate::all_moves::AllMoves;
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::one_side::{OneSide, Options, Replies, Role, sides};
use crate::report::Report;

/// Best-reply search with an evaluation.
pub struct BestReply<G: Game, E> {
    one_side: OneSide<G, E>,
    groups: Option<PerSeat<u8>>,
}

impl<G: Game, E: Evaluation<G>> BestReply<G, E> {
    /// Those who do not answer pass: `pass` gives the position with the turn handed on, if that
    /// can be.
    pub fn passing(evaluation: E, pass: fn(&G) -> Option<G>, options: Options) -> Self {
        Self {
            one_side: OneSide::new(evaluation, Replies::One(pass), options),
            groups: None,
        }
    }

    /// Those who do not answer play what looks best for themselves.
    pub fn plus(evaluation: E, options: Options) -> Self {
        Self {
            one_side: OneSide::new(evaluation, Replies::OneFree, options),
            groups: None,
        }
    }

    /// Seats with the same number never answer each other. A search of a game with another number
    /// of seats panics.
    #[must_use]
    pub fn with_groups(mut self, groups: PerSeat<u8>) -> Self {
        self.groups = Some(groups);
        self
    }

    /// What every move is worth to every seat, all searched to the same depth. A move that is worse
    /// for the seat that thinks than the best by more than the margin may be worse than it says,
    /// but it never seems to be within the margin.
    pub fn all_moves(
        &mut self,
        root: &G,
        limits: &Limits,
        margin: i64,
    ) -> AllMoves<G::Move, PerSeat<i32>> {
        let roles = self.roles(root);
        self.one_side.all_moves(root, roles, limits, margin)
    }

    fn roles(&self, root: &G) -> PerSeat<Role> {
        let seats = root.facts().seats;
        sides(seats, root.turn(), self.groups.as_ref(), Role::Bystander)
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for BestReply<G, E> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let roles = self.roles(root);
        self.one_side.search(root, roles, limits, progress)
    }
}
