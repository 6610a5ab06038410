//! Best-reply search: the searching seat moves, then only the opponent whose answer hurts most
//! replies, and so on. It looks further ahead than paranoid search, under a more optimistic model.
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
    /// Creates a search in which opponents that do not answer pass: `pass` returns the position
    /// with the turn handed on, or `None` if that is impossible.
    pub fn passing(evaluation: E, pass: fn(&G) -> Option<G>, options: Options) -> Self {
        Self {
            one_side: OneSide::new(evaluation, Replies::One(pass), options),
            groups: None,
        }
    }

    /// Creates a search in which opponents that do not answer play what looks best for themselves.
    pub fn plus(evaluation: E, options: Options) -> Self {
        Self {
            one_side: OneSide::new(evaluation, Replies::OneFree, options),
            groups: None,
        }
    }

    /// Groups the seats: those with the same number never answer each other. Searching a game with
    /// another number of seats panics.
    #[must_use]
    pub fn with_groups(mut self, groups: PerSeat<u8>) -> Self {
        self.groups = Some(groups);
        self
    }

    /// Returns the values of every move for every seat, all searched to the same depth. If a move
    /// is worse for the searching seat than the best by more than the margin, its value is only an
    /// upper bound, which is itself outside the margin.
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
