//! Moves of Yonin-shogi as Japanese players write them.

use rules::Game;
use rules::yonin_shogi::YoninShogi;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::piece::Kind;
use rules::yonin_shogi::square::{SIDE, Square};

/// Returns a square as Japanese players name it: 5f is ５六.
fn square(square: Square) -> String {
    const FILES: [char; SIDE] = ['９', '８', '７', '６', '５', '４', '３', '２', '１'];
    const RANKS: [char; SIDE] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    [FILES[square.column()], RANKS[square.row()]]
        .iter()
        .collect()
}

const fn kind(kind: Kind) -> &'static str {
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

/// Returns a legal move like ５六歩, ８四銀成, ４五歩打. Where two pieces of a kind can go there it says from
/// where.
pub fn text(position: &YoninShogi, m: Move) -> String {
    let to = square(m.to());
    if let Some(dropped) = m.dropped() {
        return format!("{to}{}打", kind(dropped));
    }
    let kind_at = |square| position.board().piece(square).map(|piece| piece.kind());
    let (Some(from), Some(moved)) = (m.from(), m.from().and_then(kind_at)) else {
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
        start.and_then(kind_at) == Some(moved)
    };
    let origin = if there().any(twin) {
        format!("（{}）", square(from))
    } else {
        String::new()
    };
    format!("{to}{}{promotion}{origin}", kind(moved))
}
