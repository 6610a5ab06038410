//! Games as the page draws them. This is the only place where the server distinguishes games, and
//! it only asks the game.

use rules::Notation;

use crate::protocol::board::{Announcement, BoardView, LegalMove, SeatView};

mod discs;
mod pieces;
mod tree;

/// A game that can be shown on a page.
pub(crate) trait Drawn: Notation {
    /// Whether the page has a board for it.
    const HAS_BOARD: bool = true;

    /// Returns how the seats are shown.
    fn seat_views(&self) -> Vec<SeatView>;

    /// Returns what stands on the board.
    fn board_view(&self) -> BoardView;

    /// Returns a legal move and what it would do.
    fn move_view(&self, m: Self::Move) -> LegalMove;

    /// Returns what is announced when this position becomes that one by a move, or because a seat
    /// went out.
    fn announcements(&self, m: Option<Self::Move>, after: &Self) -> Vec<Announcement>;
}
