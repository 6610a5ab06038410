//! What a move brings about: whose turn it becomes, who is mated, who inherits, when it ends.

use crate::outcome::Outcome;
use crate::seat::{PerSeat, Seat};
use crate::symmetry::Symmetry;

use super::board::SEATS;
use super::generate::has_move;
use super::moves::Move;
use super::piece::Piece;
use super::{LONGEST, Out, RuleSet, YoninShogi, zobrist};

/// The occurrence of one position with which the game stops.
pub(super) const LAST_OCCURRENCE: u8 = 4;

impl YoninShogi {
    /// Moves the pieces of the seat to move, and nothing else.
    #[inline]
    pub(super) fn move_pieces(&mut self, m: Move) {
        let (board, seat, to) = (&mut self.board, self.turn, m.to());
        let arriving = match (m.from(), m.dropped()) {
            (Some(from), _) => board.take(from).map(|piece| {
                let promoted = piece.promoted().filter(|_| m.promotes());
                promoted.unwrap_or(piece)
            }),
            (None, Some(kind)) => {
                board.set_hand(seat, kind, board.hand(seat).count(kind).saturating_sub(1));
                Some(Piece::own(kind, seat))
            }
            (None, None) => None,
        };
        if let Some(captured) = board.take(to) {
            let kind = captured.kind().demoted();
            board.set_hand(seat, kind, board.hand(seat).count(kind) + 1);
        }
        if let Some(piece) = arriving {
            board.put(to, piece);
        }
    }

    /// Passes the turn on from a seat that has moved or resigned, puts out whoever cannot move
    /// when his turn comes, and takes note of the position that is reached.
    ///
    /// With a credit they are mated, without one they count as resigned, and then the turn goes
    /// on from them as from the first who resigned.
    #[inline]
    pub(super) fn settle(&mut self, mut from: Seat, credit: Option<Seat>) {
        loop {
            self.turn = self.next_turn(from);
            if self.is_decided() || has_move(&self.board, self.turn, self.is_doubles()) {
                break;
            }
            let unable = self.turn;
            self.put_out(unable, credit);
            if credit.is_none() {
                from = unable;
            }
        }
        self.record();
    }

    /// Returns the first living player clockwise who is in check, or else the first living one.
    #[inline]
    pub(super) fn next_turn(&self, from: Seat) -> Seat {
        let mut next = None;
        for steps in 1..SEATS {
            let seat = from.next(steps, SEATS);
            if self.board.lives(seat) {
                if self.is_in_check(seat) {
                    return seat;
                }
                next = next.or(Some(seat));
            }
        }
        next.unwrap_or(from)
    }

    /// A player leaves the game, mated by somebody or not.
    #[cold]
    pub(super) fn put_out(&mut self, seat: Seat, credit: Option<Seat>) {
        let heir = credit.filter(|_| self.rules != RuleSet::Survivor);
        self.board.bequeath(seat, heir);
        if let Some(mater) = credit {
            self.mates[mater.index() % SEATS] += 1;
        }
        self.outs.push(Out {
            seat,
            mated: credit.is_some(),
        });
        self.fates_key = self.fates_key_turned(0);
    }

    /// Counts how often the present position has occurred.
    ///
    /// The key holds more than what makes positions the same (outs and mates), but as outs only
    /// ever become more, and walls with them, equal boards of one game agree in that as well.
    #[inline]
    pub(super) fn record(&mut self) {
        let key = if self.turned_by == 0 {
            self.full_key()
        } else {
            self.key_before_turning()
        };
        let seen = self.history.push(key);
        self.seen = seen.min(LAST_OCCURRENCE.into()) as u8;
        self.most_seen = self.most_seen.max(self.seen);
    }

    #[inline]
    pub(super) fn full_key(&self) -> u64 {
        self.board.key() ^ self.fates_key ^ zobrist::turn(self.turn.index())
    }

    /// Returns the key this position had if the board had never been turned, as the history knows
    /// it.
    #[cold]
    fn key_before_turning(&self) -> u64 {
        let back = Symmetry::ROTATIONS[usize::from(self.turned_by) % 4].inverse();
        let turn = self.turn.next(back.quarter_turns.into(), SEATS);
        self.board.turned(back).key()
            ^ self.fates_key_turned(back.quarter_turns)
            ^ zobrist::turn(turn.index())
    }

    /// Returns the part of the key for who is out and who has mated, under which rules, with the
    /// seats that many places further.
    pub(super) fn fates_key_turned(&self, places: u8) -> u64 {
        let index = |seat: Seat| seat.next(places.into(), SEATS).index();
        let mut key = zobrist::rules(self.rules as usize);
        for (order, out) in self.outs.iter().enumerate() {
            key ^= zobrist::out(order, index(out.seat), out.mated);
        }
        for seat in Seat::all(SEATS) {
            key ^= zobrist::mates(index(seat), self.mates[seat.index()].into());
        }
        key
    }

    /// Reports whether too many seats are out for the game to continue.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        match self.rules {
            RuleSet::Iemoto => self.outs.len() >= 2,
            RuleSet::Survivor => self.outs.len() >= 3,
            RuleSet::Doubles => self.outs.len() >= 2 || self.outs.iter().any(|out| out.mated),
        }
    }

    /// Reports whether the game is over, for whatever reason.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.seen >= LAST_OCCURRENCE || usize::from(self.ply) >= LONGEST || self.is_decided()
    }

    #[inline]
    pub(super) fn is_doubles(&self) -> bool {
        self.rules == RuleSet::Doubles
    }

    /// Ranks and scores as they stand.
    pub(super) fn ranking(&self) -> Outcome {
        let scores = PerSeat::from_fn(SEATS, |seat| self.score(seat));
        if self.is_doubles() {
            return Outcome::by_key(scores, |seat| {
                let team = [seat, seat.next(2, SEATS)];
                let mated = |out: &Out| out.mated && team.contains(&out.seat);
                (
                    !self.outs.iter().any(mated),
                    team.iter().filter(|&&seat| self.board.lives(seat)).count(),
                    team.iter().map(|&seat| scores[seat]).sum::<i32>(),
                )
            });
        }
        Outcome::by_key(scores, |seat| {
            match self.outs.iter().position(|out| out.seat == seat) {
                Some(order) => (false, order, 0),
                None => (true, self.mates(seat), scores[seat]),
            }
        })
    }

    /// Returns what a living player owns and holds, his king and the kings he mated included.
    fn score(&self, seat: Seat) -> i32 {
        if !self.board.lives(seat) {
            return 0;
        }
        (self.board.owned(seat).len() + self.board.hand(seat).len() + self.mates(seat)) as i32
    }
}
