//! Best-reply search: the seat that thinks moves, then the one opponent answers whose answer hurts
//! most, and so on. So it looks further ahead than paranoid search, in a world that is kinder to
//! it.
//!
//! Two forms: the others pass (BRS, Schadd and Winands 2011), which needs a game where a turn can
//! be handed on; or they play what looks best for themselves (BRS+, Esser et al. 2013), which
//! needs nothing. A depth of 2 is a move and an answer.

use rules::{Game, PerSeat};

use crate::Search;
use crate::coalition::{Coalition, Options, Replies, Role, sides};
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::report::Report;

/// Best-reply search with an evaluation.
pub struct BestReply<G: Game, E> {
    coalition: Coalition<G, E>,
    groups: Option<PerSeat<u8>>,
}

impl<G: Game, E: Evaluation<G>> BestReply<G, E> {
    /// Those who do not answer pass: `pass` gives the position with the turn handed on, if that
    /// can be.
    pub fn passing(evaluation: E, pass: fn(&G) -> Option<G>, options: Options) -> Self {
        Self {
            coalition: Coalition::new(evaluation, Replies::One(pass), options),
            groups: None,
        }
    }

    /// Those who do not answer play what looks best for themselves.
    pub fn plus(evaluation: E, options: Options) -> Self {
        Self {
            coalition: Coalition::new(evaluation, Replies::OneFree, options),
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
}

impl<G: Game, E: Evaluation<G>> Search<G> for BestReply<G, E> {
    fn search(
        &mut self,
        root: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let seats = root.facts().seats;
        let roles = sides(seats, root.turn(), self.groups.as_ref(), Role::Bystander);
        self.coalition.search(root, roles, limits, progress)
    }
}
