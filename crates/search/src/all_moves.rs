//! What every move is worth, not only the best: for players that choose the worst, or among the
//! good ones by chance, and for hints.

use rules::Game;

use crate::limits::Limits;
use crate::report::Report;

/// The values of all moves of a position: to the seat that moves, or (with `V` = `PerSeat<i32>`)
/// to every seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllMoves<M, V = i32> {
    /// The legal moves in the game's order, each with what it is worth. All values come from the
    /// last finished iteration; if there was none, they are what the positions after the moves
    /// seem to be worth.
    pub values: Vec<(M, V)>,
    /// What a search would have reported with it: the best of the moves, and what it took.
    pub report: Report<M>,
}

/// A search that can find out what every move is worth.
pub trait SearchAll<G: Game> {
    /// Looks ahead after every legal move, to the same depth for all, until a limit is met or
    /// nothing is left to find.
    fn all_moves(&mut self, root: &G, limits: &Limits) -> AllMoves<G::Move>;
}
