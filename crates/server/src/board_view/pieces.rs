//! The board of Yonin-shogi.

use records::formats::japanese;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::piece::Kind;
use rules::yonin_shogi::square::{SIDE, Square};
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Notation, Seat};

use super::Drawn;
use crate::protocol::board::{
    Announcement, BoardView, InHand, LegalMove, PieceBoard, PieceKind, PieceView, Place, SeatView,
};

const SEATS: usize = 4;

fn kind_view(kind: Kind) -> PieceKind {
    match kind.demoted() {
        Kind::Pawn => PieceKind::Pawn,
        Kind::Silver => PieceKind::Silver,
        Kind::Rook => PieceKind::Rook,
        Kind::Gold => PieceKind::Gold,
        _ => PieceKind::King,
    }
}

fn numbers(seats: impl Iterator<Item = Seat>) -> Vec<u8> {
    seats.map(|seat| seat.index() as u8).collect()
}

impl Drawn for YoninShogi {
    fn seat_views(&self) -> Vec<SeatView> {
        Seat::all(SEATS)
            .zip([Place::Bottom, Place::Left, Place::Top, Place::Right])
            .map(|(seat, place)| SeatView {
                name: self.seat_name(seat).to_owned(),
                place,
                colour: None,
                team: (self.rules() == RuleSet::Doubles).then_some(seat.index() as u8 % 2),
            })
            .collect()
    }

    fn board_view(&self) -> BoardView {
        let board = self.board();
        let cells = Square::all().map(|square| {
            board.piece(square).map(|piece| PieceView {
                kind: kind_view(piece.kind()),
                promoted: piece.kind().demoted() != piece.kind(),
                owner: piece.owner().map(|seat| seat.index() as u8),
                facing: piece.facing().index() as u8,
                wall: piece.is_wall(),
            })
        });
        let hand = |seat| {
            let held = Kind::IN_HAND.into_iter().map(|kind| InHand {
                kind: kind_view(kind),
                count: board.hand(seat).count(kind) as u8,
            });
            held.filter(|held| held.count > 0).collect()
        };
        BoardView::Pieces(PieceBoard {
            rows: SIDE as u8,
            columns: SIDE as u8,
            cells: cells.collect(),
            hands: Seat::all(SEATS).map(hand).collect(),
            checks: numbers(Seat::all(SEATS).filter(|&seat| self.is_in_check(seat))),
            out: numbers(self.outs().iter().map(|out| out.seat)),
            mates: Seat::all(SEATS)
                .map(|seat| self.mates(seat) as u8)
                .collect(),
        })
    }

    fn move_view(&self, m: Move) -> LegalMove {
        LegalMove {
            text: self.move_text(m),
            text_ja: Some(japanese::text(self, m)),
            to: Some(m.to().index() as u8),
            from: m.from().map(|from| from.index() as u8),
            drop: m.dropped().map(kind_view),
            promotes: m.promotes(),
            turns: Vec::new(),
        }
    }

    fn announcements(&self, m: Option<Move>, after: &Self) -> Vec<Announcement> {
        let mover = self.turn();
        let new = after.outs().iter().skip(self.outs().len());
        let mut said: Vec<Announcement> = new
            .map(|out| {
                let seat = out.seat.index() as u8;
                if out.mated {
                    let by = mover.index() as u8;
                    Announcement::Mate { seat, by }
                } else {
                    Announcement::Out { seat }
                }
            })
            .collect();
        if after.is_finished() {
            return said;
        }
        let checked = Seat::all(SEATS).filter(|&seat| after.is_in_check(seat));
        said.extend(
            numbers(checked)
                .into_iter()
                .map(|seat| Announcement::Check { seat }),
        );
        let to = after.turn();
        let between = (1..SEATS)
            .map(|steps| mover.next(steps, SEATS))
            .take_while(|&seat| seat != to)
            .filter(|&seat| after.board().lives(seat));
        let over = numbers(between);
        if m.is_some() && !over.is_empty() {
            let to = to.index() as u8;
            said.push(Announcement::Jump { to, over });
        }
        said
    }
}
