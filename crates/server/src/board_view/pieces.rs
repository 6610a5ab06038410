//! The board of Yonin-shogi.

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

/// Returns a square as Japanese players name it: 5f is ５六.
fn square_ja(square: Square) -> String {
    const FILES: [char; SIDE] = ['９', '８', '７', '６', '５', '４', '３', '２', '１'];
    const RANKS: [char; SIDE] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    [FILES[square.column()], RANKS[square.row()]]
        .iter()
        .collect()
}

const fn kind_ja(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "歩",
        Kind::Silver => "銀",
        Kind::Gold => "金",
        Kind::Rook => "飛",
        Kind::Tokin => "と",
        Kind::PromotedSilver => "成銀",
        Kind::Dragon => "竜",
        _ => "王",
    }
}

/// Returns a legal move as Japanese players write it, like ５六歩, ８四銀成, ４五歩打. Where two pieces of a
/// kind can go there it says from where.
fn japanese(position: &YoninShogi, m: Move) -> String {
    let to = square_ja(m.to());
    if let Some(kind) = m.dropped() {
        return format!("{to}{}打", kind_ja(kind));
    }
    let kind_at = |square| position.board().piece(square).map(|piece| piece.kind());
    let (Some(from), Some(kind)) = (m.from(), m.from().and_then(kind_at)) else {
        return to;
    };
    let legal = position.legal();
    let there = || legal.iter().filter(|other| other.to() == m.to());
    let promotion = match m.promotes() {
        true => "成",
        false if there().any(|other| other.from() == Some(from) && other.promotes()) => "不成",
        false => "",
    };
    let twin = |other: &Move| {
        let start = other.from().filter(|&start| start != from);
        start.and_then(kind_at) == Some(kind)
    };
    let origin = if there().any(twin) {
        format!("（{}）", square_ja(from))
    } else {
        String::new()
    };
    format!("{to}{}{promotion}{origin}", kind_ja(kind))
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
            text_ja: Some(japanese(self, m)),
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
