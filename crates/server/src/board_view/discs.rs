//! Boards of discs: Reversi on any board, and Yonin.

use rules::reversi::{Bits, Board, Board8x8, Move, Reversi};
use rules::yonin::Yonin;
use rules::{Game, Notation, Seat};

use super::Drawn;
use crate::protocol::board::{
    Announcement, BoardView, Cell, Colour, DiscBoard, LegalMove, Place, SeatView,
};

/// Returns the number of a square on the page.
fn cell<B: Board>(bit: u32) -> u8 {
    let (row, column) = B::row_and_column(bit);
    (row * B::SIDE + column) as u8
}

fn cells<B: Board>(squares: B::Bits) -> Vec<u8> {
    squares.squares().map(cell::<B>).collect()
}

fn board<B: Board>(black: B::Bits, white: B::Bits) -> DiscBoard {
    let holds = |index: usize| {
        let (row, column) = (index / B::SIDE, index % B::SIDE);
        let bit = B::bit(row, column);
        match (B::holds(row, column), black.has(bit), white.has(bit)) {
            (false, ..) => Cell::Outside,
            (true, true, _) => Cell::Black,
            (true, false, true) => Cell::White,
            (true, false, false) => Cell::Empty,
        }
    };
    DiscBoard {
        rows: B::SIDE as u8,
        columns: B::SIDE as u8,
        cells: (0..B::SIDE * B::SIDE).map(holds).collect(),
        territories: Vec::new(),
        forbidden: Vec::new(),
    }
}

/// Returns a move with the discs it turns, the nearest first, because that is how they are
/// animated.
fn placing<B: Board>(text: String, m: Move, flips: impl Fn(u32) -> B::Bits) -> LegalMove {
    let mut turns = m
        .square()
        .map_or_else(Vec::new, |bit| cells::<B>(flips(bit)));
    let to = m.square().map(cell::<B>);
    if let Some(to) = to {
        let side = B::SIDE as u8;
        turns.sort_by_key(|turned| {
            let rows = (turned / side).abs_diff(to / side);
            rows.max((turned % side).abs_diff(to % side))
        });
    }
    LegalMove {
        text,
        text_ja: None,
        to,
        from: None,
        drop: None,
        promotes: false,
        turns,
    }
}

fn passed<G: Game<Move = Move>>(position: &G, m: Option<Move>) -> Vec<Announcement> {
    let seat = position.turn().index() as u8;
    match m {
        Some(Move::Pass) => vec![Announcement::Pass { seat }],
        _ => Vec::new(),
    }
}

impl<B: Board> Drawn for Reversi<B> {
    fn seat_views(&self) -> Vec<SeatView> {
        [(Colour::Black, Place::Bottom), (Colour::White, Place::Top)]
            .into_iter()
            .zip(Seat::all(2))
            .map(|((colour, place), seat)| SeatView {
                name: self.seat_name(seat).to_owned(),
                place,
                colour: Some(colour),
                team: None,
            })
            .collect()
    }

    fn board_view(&self) -> BoardView {
        let [black, white] = [0, 1].map(|seat| self.discs(Seat::new(seat)));
        BoardView::Discs(board::<B>(black, white))
    }

    fn move_view(&self, m: Move) -> LegalMove {
        placing::<B>(self.move_text(m), m, |bit| self.flips(bit))
    }

    fn announcements(&self, m: Option<Move>, _: &Self) -> Vec<Announcement> {
        passed(self, m)
    }
}

impl Drawn for Yonin {
    fn seat_views(&self) -> Vec<SeatView> {
        let places = [
            Place::TopLeft,
            Place::TopRight,
            Place::BottomRight,
            Place::BottomLeft,
        ];
        Seat::all(4)
            .zip(places)
            .map(|(seat, place)| SeatView {
                name: self.seat_name(seat).to_owned(),
                place,
                colour: Some([Colour::Black, Colour::White][seat.index() % 2]),
                team: self.rules().pairs.then_some(seat.index() as u8 % 2),
            })
            .collect()
    }

    fn board_view(&self) -> BoardView {
        let [black, white] = [0, 1].map(|seat| self.discs(Seat::new(seat)));
        let of = |squares: &dyn Fn(Seat) -> u64| {
            Seat::all(4)
                .map(|seat| cells::<Board8x8>(squares(seat)))
                .collect()
        };
        BoardView::Discs(DiscBoard {
            territories: of(&Self::territory),
            forbidden: of(&|seat| !self.allowed(seat)),
            ..board::<Board8x8>(black, white)
        })
    }

    fn move_view(&self, m: Move) -> LegalMove {
        placing::<Board8x8>(self.move_text(m), m, |bit| self.flips(bit))
    }

    fn announcements(&self, m: Option<Move>, _: &Self) -> Vec<Announcement> {
        passed(self, m)
    }
}
