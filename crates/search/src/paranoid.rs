//! Paranoid search (Sturtevant and Korf 2000): all other seats play against the searching seat, so
//! that a game of many becomes a game of two, and alpha-beta applies.
//!
//! With teams, the other teams play against the searching one, and the value is the team's sum:
//! where seats share a fate, as opposite seats of Yonin share their discs, plain paranoia
//! mis-models the game. With two seats and a constant sum it is minimax.

use rules::{Game, PerSeat};

use crate::Search;
use crate::all_moves::AllMoves;
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::one_side::{OneSide, Options, Replies, Role, sides};
use crate::report::Report;

/// Paranoid search with an evaluation.
pub struct Paranoid<G: Game, E> {
    one_side: OneSide<G, E>,
    teams: Option<PerSeat<u8>>,
}

impl<G: Game, E: Evaluation<G>> Paranoid<G, E> {
    /// Creates a search in which every seat is alone.
    pub fn new(evaluation: E, options: Options) -> Self {
        Self {
            one_side: OneSide::new(evaluation, Replies::All, options),
            teams: None,
        }
    }

    /// Creates a search with teams: seats with the same number are a team. Searching a game with
    /// another number of seats panics.
    pub fn with_teams(evaluation: E, teams: PerSeat<u8>, options: Options) -> Self {
        Self {
            teams: Some(teams),
            ..Self::new(evaluation, options)
        }
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
        sides(seats, root.turn(), self.teams.as_ref(), Role::Ours)
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for Paranoid<G, E> {
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
