//! Yonin-shogi: rules, section 3; numbers in comments are the rules' numbers. Here is whose turn
//! it becomes, who is out and how it ends; what may be played is in `position`.

mod board;
mod position;

use board::Cell::{Full, Wall};
use board::Kind::King;
use board::{Square, squares};
use position::{Position, Rules, action_name, action_named};

use super::{Slow, ranks_by};

#[derive(Clone)]
pub(super) struct YoninShogi {
    position: Position,
    /// The start, and every position after a move or a resignation.
    seen: Vec<Position>,
    plies: usize,
    /// Seats that are out, in that order.
    out: Vec<usize>,
    mates: [i32; 4],
    /// Doubles end with the first mate, and the mated player's team has lost.
    first_mated: Option<usize>,
    stopped: bool,
}

impl YoninShogi {
    pub(super) fn new(options: &[(&str, &str)]) -> YoninShogi {
        let mut rules = Rules::Iemoto;
        for option in options {
            rules = match option {
                ("rules", "iemoto") => Rules::Iemoto,
                ("rules", "survivor") => Rules::Survivor,
                ("rules", "doubles") => Rules::Doubles,
                (key, value) => panic!("no option {key}={value}"),
            };
        }
        let position = Position::start(rules);
        YoninShogi {
            position,
            seen: vec![position],
            plies: 0,
            out: Vec::new(),
            mates: [0; 4],
            first_mated: None,
            stopped: false,
        }
    }

    /// The king becomes a wall; what is left of the hand is out of play. The pieces stay where
    /// they are, inert because their owner no longer lives.
    fn put_out(&mut self, seat: usize) {
        let king = self.position.king(seat);
        self.position.put(king, Wall);
        self.position.hands[seat] = [0; 4];
        self.position.living[seat] = false;
        self.out.push(seat);
    }

    /// 7: the last mover gets the credit. 8: he inherits, unless the rules are `survivor`.
    fn mate(&mut self, mated: usize, mover: usize) {
        self.mates[mover] += 1;
        self.first_mated = self.first_mated.or(Some(mated));
        if self.position.rules != Rules::Survivor {
            for hand in 0..4 {
                self.position.hands[mover][hand] += self.position.hands[mated][hand];
            }
            for square in squares() {
                if let Full(mut piece) = self.position.at(square)
                    && piece.owner == mated
                    && piece.kind != King
                {
                    piece.owner = mover;
                    self.position.put(square, Full(piece));
                }
            }
        }
        self.put_out(mated);
    }

    /// 10: the fourth time, or 1000 plies.
    fn take_note(&mut self) {
        self.seen.push(self.position);
        let same = self.seen.iter().filter(|seen| **seen == self.position);
        self.stopped = same.count() == 4 || self.plies == 1000;
    }

    fn pieces(&self, seat: usize) -> i32 {
        let owned = |s: &Square| matches!(self.position.at(*s), Full(p) if p.owner == seat);
        let hand: u8 = self.position.hands[seat].iter().sum();
        squares().filter(owned).count() as i32 + i32::from(hand) + self.mates[seat]
    }
}

impl Slow for YoninShogi {
    fn turn(&self) -> usize {
        self.position.turn
    }

    fn legal(&self) -> Vec<String> {
        if self.finished() {
            return Vec::new();
        }
        let mut names: Vec<String> = self.position.legal(self.turn()).map(action_name).collect();
        names.sort();
        names
    }

    fn play(&mut self, m: &str) {
        let mover = self.turn();
        self.position = self.position.after(mover, action_named(m));
        self.plies += 1;
        // 7: only the player whose turn it becomes is judged. 8: "then rule 6 again from M".
        while !self.finished() {
            let next = self.position.next_turn(mover);
            self.position.turn = next;
            if self.position.can_move(next) {
                break;
            }
            self.mate(next, mover);
        }
        self.take_note();
    }

    fn resign(&mut self, seat: usize) {
        if self.finished() || !self.position.living[seat] {
            return;
        }
        self.put_out(seat);
        let mut last = seat;
        // 11: the turn goes on from a player who resigned in his turn, and from one who then
        // cannot move as if he had resigned too: no credit to anybody.
        while !self.finished() && !self.position.living[self.turn()] {
            self.position.turn = self.position.next_turn(last);
            if !self.position.can_move(self.turn()) {
                last = self.turn();
                self.put_out(last);
            }
        }
        self.take_note();
    }

    fn finished(&self) -> bool {
        let out = self.out.len();
        let beaten = match self.position.rules {
            // 9: "when two players are out, for any reason".
            Rules::Iemoto => out >= 2,
            // "Until one king is left."
            Rules::Survivor => out >= 3,
            // 12: "the first mate of an opponent wins".
            Rules::Doubles => out >= 2 || self.first_mated.is_some(),
        };
        beaten || self.stopped
    }

    fn ranks(&self) -> Vec<u8> {
        let scores = self.scores();
        let living = |seat: usize| i32::from(self.position.living[seat]);
        let mut keys = Vec::new();
        for seat in 0..4 {
            let partner = (seat + 2) % 4;
            let order = self.out.iter().position(|gone| *gone == seat);
            keys.push(match (self.position.rules, self.first_mated, order) {
                // 12: the mated player's team has lost.
                (Rules::Doubles, Some(mated), _) => (seat % 2 != mated % 2, 0, 0),
                // 12: more living members, then the larger sum.
                (Rules::Doubles, None, _) => (
                    true,
                    living(seat) + living(partner),
                    scores[seat] + scores[partner],
                ),
                // 9: "First out is 4th, second out 3rd", and below all that live.
                (_, _, Some(order)) => (false, order as i32, 0),
                // 9, 10: "by mates, then pieces, ties shared".
                (_, _, None) => (true, self.mates[seat], scores[seat]),
            });
        }
        ranks_by(&keys)
    }

    fn scores(&self) -> Vec<i32> {
        // 9: "own king + board + hand + kings mated"; the king is one of the pieces on the board.
        let score = |seat| match self.position.living[seat] {
            true => self.pieces(seat),
            false => 0,
        };
        (0..4).map(score).collect()
    }

    fn copy(&self) -> Box<dyn Slow> {
        Box::new(self.clone())
    }
}
