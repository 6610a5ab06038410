//! The legal moves of one player, whether it is his turn or not.
//!
//! Steps are generated for all pieces at once, direction by direction; only rooks, dragons and
//! pinned pieces are looked at one by one. A [`Sink`] receives whole sets of moves, so that
//! counting and asking whether there is a move at all never build a list.

use crate::seat::Seat;

use super::board::{Board, SEATS};
use super::doubles::Sparing;
use super::lines::{between, last_rank, near, pawn_line, ray, reach, slide, zone};
use super::piece::{Kind, Piece};
use super::set::Set;
use super::sink::{Any, Sink};
use super::square::{Direction, Square, forward, is_straight, opposite};

/// A player about to move, with all that decides which of his moves are safe.
pub(super) struct Mover<'a> {
    board: &'a Board,
    seat: Seat,
    doubles: bool,
    own: Set,
    hostile: Set,
    occupied: Set,
    checkers: Set,
    /// Where a move of any piece but the king must end: everywhere, or on the only checker and
    /// the squares it slides over, or, if two give check, nowhere.
    cover: Set,
    pinned: Set,
    /// By straight direction from the king (halved): where a piece pinned there may go.
    pin_lines: [Set; 4],
}

/// Reports whether this player would have a legal move if it were his turn.
pub(super) fn has_move(board: &Board, seat: Seat, doubles: bool) -> bool {
    let mover = Mover::new(board, seat, doubles);
    // Without a check every empty square will do. At least 45 squares are always empty, and a
    // partner's king makes at most 16 of them taboo.
    let hand = board.hand(seat);
    let droppable = [Kind::Rook, Kind::Gold, Kind::Silver];
    if mover.checkers.is_empty() && droppable.iter().any(|&kind| hand.count(kind) > 0) {
        return true;
    }
    let mut any = Any::default();
    mover.generate(&mut any);
    any.found
}

impl<'a> Mover<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board, seat: Seat, doubles: bool) -> Self {
        let king = board.king(seat);
        let own = board.owned(seat);
        let hostile = board.hostile(seat);
        let occupied = board.occupied();
        let mut checkers = board.steps_to(king, hostile);
        let mut cover = checkers;
        let mut pinned = Set::EMPTY;
        let mut pin_lines = [Set::EMPTY; 4];
        let sliders = board.rooks() & hostile;
        for towards in [0, 2, 4, 6] {
            let in_line = sliders & ray(king, towards);
            // Only the nearest slider counts: the others stand behind it.
            let Some(slider) = (in_line & reach(towards, in_line)).first() else {
                continue;
            };
            let gap = between(king, towards, slider);
            let obstacles = gap & occupied;
            let line = gap | Set::of(slider);
            if obstacles.is_empty() {
                checkers |= Set::of(slider);
                cover |= line;
            } else if !obstacles.has_several() && obstacles.is_subset(own) {
                pinned |= obstacles;
                pin_lines[towards / 2] = line;
            }
        }
        if checkers.is_empty() {
            cover = Set::BOARD;
        } else if checkers.has_several() {
            cover = Set::EMPTY;
        }
        Self {
            board,
            seat,
            doubles,
            own,
            hostile,
            occupied,
            checkers,
            cover,
            pinned,
            pin_lines,
        }
    }

    /// Hands all legal moves to the sink, in an order that depends on the position alone.
    #[inline]
    pub(super) fn generate(&self, sink: &mut impl Sink) {
        let partner = self.seat.next(2, SEATS);
        if self.doubles && self.board.lives(partner) {
            self.all(&mut Sparing::new(self.board, self.seat, partner, sink));
        } else {
            self.all(sink);
        }
    }

    #[inline]
    fn all(&self, sink: &mut impl Sink) {
        let targets = self.cover & !(self.own | self.board.kings());
        let free = self.own & !(self.board.kings() | self.pinned);
        self.steps(free, targets, sink);
        if sink.is_full() {
            return;
        }
        self.king(sink);
        self.promoting_steps(free, targets, sink);
        for rook in free & self.board.rooks() {
            self.shifts(rook, slide(rook, self.occupied) & targets, sink);
        }
        for line in self.pin_lines {
            if let Some(piece) = (line & self.pinned).first() {
                let reached = self.board.attacked(Set::of(piece), self.occupied);
                self.shifts(piece, reached & line & targets, sink);
            }
        }
        if !sink.is_full() {
            self.drops(sink);
        }
    }

    /// Steps without promotion.
    #[inline]
    fn steps(&self, free: Set, targets: Set, sink: &mut impl Sink) {
        // Spelled out so that every shift is by a constant: perft takes 6 % fewer instructions.
        self.steps_towards(0, free, targets, sink);
        self.steps_towards(1, free, targets, sink);
        self.steps_towards(2, free, targets, sink);
        self.steps_towards(3, free, targets, sink);
        self.steps_towards(4, free, targets, sink);
        self.steps_towards(5, free, targets, sink);
        self.steps_towards(6, free, targets, sink);
        self.steps_towards(7, free, targets, sink);
    }

    #[inline(always)]
    fn steps_towards(&self, direction: Direction, free: Set, targets: Set, sink: &mut impl Sink) {
        let mut to = self.board.steppers(direction, free).step(direction) & targets;
        if is_straight(direction) {
            let facing = Seat::new(direction / 2);
            let pawns = self.board.pawns() & self.board.facing(facing) & free;
            to = to & !(pawns.step(direction) & last_rank(facing));
        }
        sink.steps(direction, to, false);
    }

    /// The king's moves: squares that nobody attacks once the king has left his own.
    #[inline]
    fn king(&self, sink: &mut impl Sink) {
        let king = self.board.king(self.seat);
        let to = near(king) & !(self.own | self.board.kings());
        if !to.is_empty() {
            let occupied = self.occupied & !Set::of(king);
            let safe = to & !self.board.attacked(self.hostile, occupied);
            sink.shifts(king, safe, false);
        }
    }

    /// Steps of pawns and silvers into, inside and out of the zone of their facing.
    #[inline]
    fn promoting_steps(&self, free: Set, targets: Set, sink: &mut impl Sink) {
        let able = free & (self.board.pawns() | self.board.silvers());
        for facing in Seat::all(SEATS) {
            let zone = zone(facing);
            let ahead = forward(facing);
            let in_reach = zone | zone.step(opposite(ahead));
            let able = able & self.board.facing(facing) & in_reach;
            if able.is_empty() {
                continue;
            }
            for direction in [ahead, 1, 3, 5, 7] {
                let to = self.board.steppers(direction, able).step(direction) & targets;
                sink.steps(direction, to & (zone | zone.step(direction)), true);
            }
        }
    }

    /// One piece's moves to these squares, with and without promotion.
    #[inline]
    fn shifts(&self, from: Square, to: Set, sink: &mut impl Sink) {
        let Some(piece) = self.board.piece(from) else {
            return;
        };
        let mut plain = to;
        if piece.kind().promoted().is_some() {
            let zone = zone(piece.facing());
            let promoting = if zone.has(from) { to } else { to & zone };
            if piece.kind() == Kind::Pawn {
                plain = to & !last_rank(piece.facing());
            }
            sink.shifts(from, promoting, true);
        }
        sink.shifts(from, plain, false);
    }

    #[inline]
    fn drops(&self, sink: &mut impl Sink) {
        let empty = self.cover & !self.occupied;
        let hand = self.board.hand(self.seat);
        if hand.is_empty() || empty.is_empty() {
            return;
        }
        for kind in [Kind::Rook, Kind::Gold, Kind::Silver] {
            if hand.count(kind) > 0 {
                sink.drops(kind, empty);
            }
        }
        if hand.count(Kind::Pawn) > 0 && !sink.is_full() {
            let to = self.pawn_drops(empty);
            sink.drops(Kind::Pawn, to);
        }
    }

    /// Returns where a pawn may be dropped: not on its last rank, not in line with another of one's
    /// own pawns of one's own facing, not giving mate.
    #[inline]
    fn pawn_drops(&self, empty: Set) -> Set {
        let board = self.board;
        let mut to = empty & !last_rank(self.seat);
        for pawn in self.own & board.pawns() & board.facing(self.seat) {
            to = to & !pawn_line(pawn, self.seat);
        }
        let back = opposite(forward(self.seat));
        for steps in 1..SEATS {
            let other = self.seat.next(steps, SEATS);
            let checking = Set::of(board.king(other)).step(back) & to;
            if let Some(square) = checking.first()
                && board.lives(other)
                && self.mates_with_pawn(square, other)
            {
                to = to & !checking;
            }
        }
        to
    }

    /// Reports whether a pawn dropped here, which attacks this player's king, leaves him no legal
    /// move. He cannot answer by a drop, as nothing fits between: so this asks no further questions
    /// of its own kind.
    fn mates_with_pawn(&self, square: Square, victim: Seat) -> bool {
        let mut board = *self.board;
        board.put(square, Piece::own(Kind::Pawn, self.seat));
        !has_move(&board, victim, self.doubles)
    }
}
