//! The value of every move, not only of the best: for players that choose the worst move or a
//! random good one, and for hints.

use rules::Game;

use crate::limits::Limits;
use crate::report::Report;

/// The values of all moves of a position: to the seat that moves, or (with `V` = `PerSeat<i32>`)
/// to every seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllMoves<M, V = i32> {
    /// The legal moves in the game's order, each with its value. All values come from the last
    /// finished iteration; if there was none, they are the static values of the positions after the
    /// moves.
    pub values: Vec<(M, V)>,
    /// The report of the search that found them: the best move, and the effort.
    pub report: Report<M>,
}

/// A search that can value every move.
pub trait SearchAll<G: Game> {
    /// Searches every legal move to the same depth, until a limit is reached or the values are
    /// known for certain.
    fn all_moves(&mut self, root: &G, limits: &Limits) -> AllMoves<G::Move>;
}
