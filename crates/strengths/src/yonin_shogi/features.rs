//! Which rows of weights a position names, and whose they are.
//!
//! Every row belongs to a seat: the board is turned so that it sits South, and the row says what that
//! adds to its strength and to those of the three seats after it, clockwise. A position that is turned
//! names the same rows for the seats where they sit then.

use rules::hash::mix;
use rules::yonin_shogi::board::Board;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::piece::{Kind as PieceKind, Piece};
use rules::yonin_shogi::set::Set;
use rules::yonin_shogi::square::Square;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Seat};

use super::geometry::{Geometry, REACH, SIDE, SQUARES};
use crate::chances::SEATS;
use crate::weights::Kind;

/// Four seats live, three, two (under `survivor`), and the game of partners.
pub const PHASES: usize = 4;

/// Seats that a thing can belong to, seen from a seat: itself, the three others, nobody.
const OWNERS: usize = SEATS + 1;
const NOBODY: usize = SEATS;
const KINDS: usize = 8;

/// Most pieces of a kind in hand that are told apart, and none.
const HELD: usize = 8;

/// Who attacks: pawn, other steps, rook, king.
const CLASSES: usize = 4;

/// Most squares round a king, his own included.
const RING: usize = 9;

/// Numbers of rooks, golds and silvers in hand that are told apart: 0 to 3 and more.
const STRIKERS: usize = 4;

/// Parts of the cells, one after the other.
const PIECES: usize = 0;
const INERT: usize = PIECES + KINDS * SEATS * SQUARES;
const HANDS: usize = INERT + KINDS * SQUARES;
const NEIGHBOURS: usize = HANDS + 4 * HELD;
const RINGS: usize = NEIGHBOURS + OWNERS * KINDS * SEATS * SIDE * SIDE;
const FLIGHT: usize = RINGS + RING * 4 * 8 * 2;
const DANGER: usize = FLIGHT + RING * 2 * SEATS;
const DROPS: usize = DANGER + 5 * STRIKERS * STRIKERS * 2;
const THREATS: usize = DROPS + RING * STRIKERS * SEATS;
const ARMY: usize = THREATS + KINDS * 2 * (SEATS - 1) * CLASSES * SEATS;
const FATES: usize = ARMY + 37;
const TURN: usize = FATES + 3 * 3 * 3 * SEATS;

/// Cells of one phase.
pub const CELLS: usize = TURN + 2;

/// No position names more: pieces, hands, pieces near kings, rings, what is attacked, and the rest.
pub const MOST: usize = 36 + 16 + 4 * 36 + 4 * RING + 3 * 32 + 4 * 5 + 1;

/// The weights of Yonin-shogi.
pub const KIND: Kind = Kind {
    game: "yonin-shogi",
    features: mix(mix((CELLS * PHASES) as u64) ^ REACH as u64),
    rows: PHASES * CELLS,
};

/// Returns the phase of a position.
#[inline]
#[must_use]
pub fn phase(position: &YoninShogi) -> usize {
    if position.rules() == RuleSet::Doubles {
        return PHASES - 1;
    }
    position.outs().len().min(PHASES - 2)
}

/// What a seat attacks and holds.
#[derive(Clone, Copy, Default)]
struct Camp {
    lives: bool,
    /// By pawns, other steps, rooks, the king.
    attacks: [Set; CLASSES],
    /// By all of them.
    all: Set,
    /// By all but the king.
    guarded: Set,
    strikers: usize,
    /// How many turns of living seats come before its own.
    waits: usize,
}

impl Camp {
    fn of(board: &Board, seat: Seat) -> Self {
        if !board.lives(seat) {
            return Self::default();
        }
        let (king, own, hand) = (board.king(seat), board.owned(seat), board.hand(seat));
        let (pawns, rooks) = (own & board.pawns(), own & board.rooks());
        let rest = own & !(pawns | rooks | Set::of(king));
        let attacks = [
            board.attacks(pawns),
            board.attacks(rest),
            if rooks.is_empty() {
                Set::EMPTY
            } else {
                board.attacks(rooks)
            },
            king.near(),
        ];
        let guarded = attacks[0] | attacks[1] | attacks[2];
        Self {
            lives: true,
            attacks,
            all: guarded | attacks[3],
            guarded,
            strikers: hand.len() - hand.count(PieceKind::Pawn),
            waits: 0,
        }
    }
}

/// Returns what all seats attack and hold.
#[inline]
fn camps(position: &YoninShogi) -> [Camp; SEATS] {
    let board = position.board();
    let mut camps: [Camp; SEATS] = std::array::from_fn(|seat| Camp::of(board, Seat::new(seat)));
    let mut waits = 0;
    for steps in 0..SEATS {
        let camp = &mut camps[(position.turn().index() + steps) % SEATS];
        camp.waits = waits;
        waits += usize::from(camp.lives);
    }
    camps
}

/// Calls `row` for every row of weights within the phase that a running position names, with the seat
/// whose row it is.
#[inline]
pub fn rows(position: &YoninShogi, mut row: impl FnMut(usize, usize)) {
    let board = position.board();
    let (geometry, camps) = (Geometry::get(), camps(position));
    for square in board.occupied() {
        let piece = board.piece(square).expect("an occupied square");
        let (owner, cell) = standing(geometry, square, piece);
        row(owner, cell);
        threats(&camps, square, piece, &mut row);
    }
    for seat in Seat::all(SEATS).filter(|&seat| board.lives(seat)) {
        hand(board, seat, &mut row);
        fate(geometry, position, &camps, seat, &mut row);
    }
    turn(position, &mut row);
}

/// Calls `row` for those rows that stay the same until a piece moves or changes hands: pieces on
/// squares, and hands.
#[inline]
pub fn kept_rows(position: &YoninShogi, mut row: impl FnMut(usize, usize)) {
    let (board, geometry) = (position.board(), Geometry::get());
    for square in board.occupied() {
        let piece = board.piece(square).expect("an occupied square");
        let (owner, cell) = standing(geometry, square, piece);
        row(owner, cell);
    }
    for seat in Seat::all(SEATS).filter(|&seat| board.lives(seat)) {
        hand(board, seat, &mut row);
    }
}

/// Calls `row` for all other rows.
#[inline]
pub fn other_rows(position: &YoninShogi, mut row: impl FnMut(usize, usize)) {
    let board = position.board();
    let (geometry, camps) = (Geometry::get(), camps(position));
    for seat in Seat::all(SEATS).filter(|&seat| board.lives(seat)) {
        let hostile = hostile(&camps, seat.index());
        for square in board.owned(seat) & hostile {
            let piece = board.piece(square).expect("an owned square");
            threats(&camps, square, piece, &mut row);
        }
        fate(geometry, position, &camps, seat, &mut row);
    }
    turn(position, &mut row);
}

/// Calls `row` for the kept rows that a legal move takes away, with -1, and adds, with 1. It must not
/// put anybody out.
#[inline]
pub fn changed_rows(position: &YoninShogi, m: Move, mut row: impl FnMut(i32, usize, usize)) {
    let (board, geometry) = (position.board(), Geometry::get());
    let (seat, to) = (position.turn(), m.to());
    let mut change = |sign, square, piece| {
        let (owner, cell) = standing(geometry, square, piece);
        row(sign, owner, cell);
    };
    let captured = board.piece(to);
    if let Some(captured) = captured {
        change(-1, to, captured);
    }
    let arriving = match (m.from(), m.dropped()) {
        (Some(from), _) => {
            let piece = board.piece(from).expect("a legal move moves a piece");
            change(-1, from, piece);
            piece.promoted().filter(|_| m.promotes()).unwrap_or(piece)
        }
        (None, dropped) => Piece::own(dropped.expect("a move or a drop"), seat),
    };
    change(1, to, arriving);
    let mut hold = |kind: PieceKind, more: bool| {
        let number = PieceKind::IN_HAND.iter().position(|&held| held == kind);
        let number = number.expect("what is captured or dropped can be held");
        let before = board.hand(seat).count(kind);
        let after = if more { before + 1 } else { before - 1 };
        row(-1, seat.index(), held(number, before));
        row(1, seat.index(), held(number, after));
    };
    if let Some(captured) = captured {
        hold(captured.kind().demoted(), true);
    }
    if let Some(kind) = m.dropped() {
        hold(kind, false);
    }
}

/// What a seat holds.
#[inline]
fn hand(board: &Board, seat: Seat, row: &mut impl FnMut(usize, usize)) {
    let hand = board.hand(seat);
    for (number, kind) in PieceKind::IN_HAND.into_iter().enumerate() {
        row(seat.index(), held(number, hand.count(kind)));
    }
}

/// What may become of a seat: its king, its army, its mates.
#[inline]
fn fate(
    geometry: &Geometry,
    position: &YoninShogi,
    camps: &[Camp; SEATS],
    seat: Seat,
    row: &mut impl FnMut(usize, usize),
) {
    let (board, own) = (position.board(), seat.index());
    king(geometry, position, camps, seat, row);
    let army = board.owned(seat).len() + board.hand(seat).len();
    row(own, ARMY + army.min(36));
    let others = Seat::all(SEATS).filter(|&other| other != seat && board.lives(other));
    let rival = others.map(|other| position.mates(other)).max().unwrap_or(0);
    let fate = position.mates(seat).min(2) * 3 + rival.min(2);
    let fate = (fate * 3 + position.rules() as usize) * SEATS + position.outs().len().min(3);
    row(own, FATES + fate);
}

#[inline]
fn turn(position: &YoninShogi, row: &mut impl FnMut(usize, usize)) {
    let turn = position.turn();
    row(turn.index(), TURN + usize::from(position.is_in_check(turn)));
}

/// What the others attack.
#[inline]
fn hostile(camps: &[Camp; SEATS], own: usize) -> Set {
    let mut hostile = Set::EMPTY;
    for steps in 1..SEATS {
        hostile |= camps[(own + steps) % SEATS].all;
    }
    hostile
}

/// Returns the row of a piece on a square, and whose it is.
#[inline]
fn standing(geometry: &Geometry, square: Square, piece: Piece) -> (usize, usize) {
    let (kind, facing) = (piece.kind() as usize, piece.facing().index());
    match piece.owner() {
        Some(owner) => {
            let owner = owner.index();
            let facing = (facing + SEATS - owner) % SEATS;
            let at = geometry.seen(owner, square.index());
            (owner, PIECES + (kind * SEATS + facing) * SQUARES + at)
        }
        None => (
            facing,
            INERT + kind * SQUARES + geometry.seen(facing, square.index()),
        ),
    }
}

#[inline]
fn held(kind: usize, count: usize) -> usize {
    HANDS + kind * HELD + count.min(HELD - 1)
}

/// Who attacks a piece of somebody, by what, and whether it is guarded.
#[inline]
fn threats(
    camps: &[Camp; SEATS],
    square: Square,
    piece: Piece,
    row: &mut impl FnMut(usize, usize),
) {
    let kind = piece.kind();
    let Some(owner) = piece.owner().filter(|_| kind != PieceKind::King) else {
        return;
    };
    let owner = owner.index();
    let guarded = usize::from(camps[owner].all.has(square));
    for steps in 1..SEATS {
        let attacker = &camps[(owner + steps) % SEATS];
        if !attacker.all.has(square) {
            continue;
        }
        let class = attacker.attacks.iter().position(|by| by.has(square));
        let threat = (kind as usize * 2 + guarded) * (SEATS - 1) + steps - 1;
        let threat = threat * CLASSES + class.unwrap_or(0);
        row(owner, THREATS + threat * SEATS + camps[owner].waits);
    }
}

/// What stands near a king, who reaches the squares round him, and where he can flee.
#[inline]
fn king(
    geometry: &Geometry,
    position: &YoninShogi,
    camps: &[Camp; SEATS],
    seat: Seat,
    row: &mut impl FnMut(usize, usize),
) {
    let board = position.board();
    let (king, own) = (board.king(seat), seat.index());
    for square in geometry.around(king.index()) & board.occupied() {
        let piece = board.piece(square).expect("an occupied square");
        let from = |of: Seat| (of.index() + SEATS - own) % SEATS;
        let owner = piece.owner().map_or(NOBODY, from);
        let piece = (owner * KINDS + piece.kind() as usize) * SEATS + from(piece.facing());
        let offset = geometry.offset(own, king.index(), square.index());
        row(own, NEIGHBOURS + piece * SIDE * SIDE + offset);
    }
    let (ring, occupied) = (king.near(), board.occupied());
    let hostile = hostile(camps, own);
    let camp = &camps[own];
    for square in ring | Set::of(king) {
        let state = if !occupied.has(square) {
            0
        } else if board.owned(seat).has(square) {
            1
        } else if board.kings().has(square) {
            2
        } else {
            3
        };
        let mut by = 0;
        for steps in 1..SEATS {
            let attacks = camps[(own + steps) % SEATS].all.has(square);
            by |= usize::from(attacks) << (steps - 1);
        }
        let place = geometry.place(own, king.index(), square.index());
        let guarded = usize::from(camp.guarded.has(square));
        row(own, RINGS + ((place * 4 + state) * 8 + by) * 2 + guarded);
    }
    let checked = usize::from(hostile.has(king));
    let flight = (ring & !(hostile | board.owned(seat) | board.kings())).len();
    row(own, FLIGHT + (flight * 2 + checked) * SEATS + camp.waits);
    // Whoever moves right after this seat can check it again and again.
    let living = |steps: &usize| camps[(own + steps) % SEATS].lives;
    let next = (1..SEATS).find(living).unwrap_or(0);
    let strikers = |steps: usize| camps[(own + steps) % SEATS].strikers;
    let others: usize = (1..SEATS)
        .filter(|&steps| steps != next)
        .map(strikers)
        .sum();
    let hunter = strikers(next).min(STRIKERS - 1);
    let danger = (flight.min(4) * STRIKERS + hunter) * STRIKERS + others.min(STRIKERS - 1);
    row(own, DANGER + danger * 2 + checked);
    let open = (ring & !(occupied | camp.guarded)).len();
    row(own, DROPS + (open * STRIKERS + hunter) * SEATS + camp.waits);
}
