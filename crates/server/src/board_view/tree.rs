//! Synthetic trees have no board: they are here because every game has a name.

use rules::tree::Tree;
use rules::{Game, Notation, Seat};

use super::Drawn;
use crate::protocol::board::{Announcement, BoardView, DiscBoard, LegalMove, Place, SeatView};

impl Drawn for Tree {
    const HAS_BOARD: bool = false;

    fn seat_views(&self) -> Vec<SeatView> {
        Seat::all(self.facts().seats)
            .map(|seat| SeatView {
                name: self.seat_name(seat).to_owned(),
                place: Place::Bottom,
                colour: None,
                team: None,
            })
            .collect()
    }

    fn board_view(&self) -> BoardView {
        BoardView::Discs(DiscBoard {
            rows: 0,
            columns: 0,
            cells: Vec::new(),
            territories: Vec::new(),
            forbidden: Vec::new(),
        })
    }

    fn move_view(&self, m: Self::Move) -> LegalMove {
        LegalMove {
            text: self.move_text(m),
            text_ja: None,
            to: None,
            from: None,
            drop: None,
            promotes: false,
            turns: Vec::new(),
        }
    }

    fn announcements(&self, _: Option<Self::Move>, _: &Self) -> Vec<Announcement> {
        Vec::new()
    }
}
