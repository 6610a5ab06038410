//! A small game that can be broken in many ways, to try the conformance kit on.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrayvec::ArrayVec;
use kaesu_rules::{
    Facts, Game, IllegalMove, Notation, Outcome, PerSeat, PositionError, Seat, Symmetric, Symmetry,
    UnreadableMove,
};

const SEATS: usize = 4;
const HEAP: u8 = 14;
const PASS: u8 = 0;

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    None,
    MoveTwice,
    AcceptsUnlisted,
    RefusesListed,
    RefusalChanges,
    EndsWithoutSaying,
    KeyWithoutTurn,
    KeyOfThePast,
    LineWithoutOut,
    LineUnreadable,
    NotationAmbiguous,
    RanksDense,
    SumLost,
    Longer,
    CopiesShare,
    LeavesWrong,
    TurnedMoveWrong,
    TurnedForgetsTurn,
    StandingUnturned,
    ResignsTwice,
    ResignedStays,
    ResignedMoves,
    ResignedFirst,
    FinishedResigns,
    TranscriptSkips,
}

/// Four seats take one to three stones each; most stones win; who resigned passes.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    defect: Defect,
    left: u8,
    taken: [u8; SEATS],
    out: [bool; SEATS],
    turn: usize,
    last: u8,
    shared: Arc<AtomicUsize>,
}

impl PartialEq for Heap {
    fn eq(&self, other: &Self) -> bool {
        self.position_text() == other.position_text()
            && self.last == other.last
            && self.out == other.out
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.left)
    }
}

impl Heap {
    fn has(&self, defect: Defect) -> bool {
        self.defect == defect
    }
}

impl Game for Heap {
    type Rules = Defect;
    type Move = u8;
    type Moves = ArrayVec<u8, 4>;
    const MOVE_INDICES: usize = 4;

    fn start(&defect: &Defect) -> Self {
        Self {
            defect,
            left: HEAP,
            taken: [0; SEATS],
            out: [false; SEATS],
            turn: 0,
            last: 0,
            shared: Arc::default(),
        }
    }

    fn rules(&self) -> Defect {
        self.defect
    }

    fn facts(&self) -> Facts {
        let sum = i32::from(HEAP) + i32::from(self.has(Defect::SumLost));
        Facts {
            seats: SEATS,
            longest: if self.has(Defect::Longer) { 6 } else { 60 },
            score_sum: Some(sum),
        }
    }

    fn turn(&self) -> Seat {
        Seat::new(self.turn)
    }

    fn generate(&self, moves: &mut Self::Moves) {
        if self.is_finished() {
            return;
        }
        if self.out[self.turn] && !self.has(Defect::ResignedMoves) {
            moves.push(PASS);
            return;
        }
        moves.extend(1..=self.left.min(3));
        if self.has(Defect::MoveTwice) && self.left == 5 {
            moves.push(1);
        }
    }

    fn is_legal(&self, m: u8) -> bool {
        match self.defect {
            Defect::AcceptsUnlisted => self.left > 0,
            Defect::RefusesListed if self.left == 7 => m == 1,
            _ => self.legal().contains(&m),
        }
    }

    fn play_unchecked(&mut self, m: u8) {
        if self.has(Defect::CopiesShare) {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        self.left = self.left.saturating_sub(m);
        self.taken[self.turn] += m;
        self.last = m;
        self.turn = (self.turn + 1) % SEATS;
    }

    fn play(&mut self, m: u8) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            if self.has(Defect::RefusalChanges) {
                self.turn = (self.turn + 1) % SEATS;
            }
            return Err(IllegalMove);
        }
        self.play_unchecked(m);
        Ok(())
    }

    fn resign(&mut self, seat: Seat) {
        let already = self.out[seat.index()];
        if self.has(Defect::FinishedResigns) && self.is_finished() {
            self.out[seat.index()] = true;
        }
        if self.is_finished() || (already && !self.has(Defect::ResignsTwice)) {
            return;
        }
        self.out[seat.index()] = true;
        if already {
            self.turn = (self.turn + 1) % SEATS;
        }
        if self.out.iter().filter(|&&out| !out).count() == 1 {
            self.taken[self.turn] += self.left;
            self.left = 0;
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.out[seat.index()] && !self.has(Defect::ResignedStays)
    }

    fn is_finished(&self) -> bool {
        match self.defect {
            Defect::EndsWithoutSaying => false,
            _ => self.left == 0,
        }
    }

    fn standing(&self) -> Outcome {
        let mut scores = PerSeat::from(self.taken.map(i32::from));
        if self.has(Defect::StandingUnturned) {
            scores[Seat::new(0)] += 1;
            scores[Seat::new(1)] -= 1;
        }
        let first = self.has(Defect::ResignedFirst);
        let mut outcome = Outcome::by_key(scores, |seat| {
            (self.out[seat.index()] == first, scores[seat])
        });
        if self.has(Defect::RanksDense) {
            let mut better: Vec<u8> = outcome.ranks.to_vec();
            better.sort_unstable();
            better.dedup();
            let dense = |rank| better.iter().filter(|&&other| other <= rank).count() as u8;
            outcome.ranks = outcome.ranks.map(dense);
        }
        outcome
    }

    fn key(&self) -> u64 {
        let mut key = self.shared.load(Ordering::Relaxed) as u64;
        for (taken, out) in self.taken.iter().zip(self.out) {
            key = key * 64 + u64::from(*taken) * 2 + u64::from(out);
        }
        let past = u64::from(self.has(Defect::KeyOfThePast) && self.last == 2);
        let turn = match self.defect {
            Defect::KeyWithoutTurn => 0,
            _ => self.turn as u64,
        };
        (key * 4 + turn) * 2 + past
    }

    fn move_index(m: u8) -> usize {
        usize::from(m)
    }

    fn leaves(&self, depth: u32) -> u64 {
        let right = kaesu_rules::perft::leaves(self, depth);
        right + u64::from(self.has(Defect::LeavesWrong) && depth == 3 && self.turn == 2)
    }
}

impl Notation for Heap {
    fn seat_name(&self, seat: Seat) -> &'static str {
        ["a", "b", "c", "d"][seat.index()]
    }

    fn move_text(&self, m: u8) -> String {
        match self.defect {
            Defect::NotationAmbiguous if m == 3 => "2".to_owned(),
            // Reads well, but only one move at a time.
            Defect::TranscriptSkips if m == 3 => " 3".to_owned(),
            _ => m.to_string(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<u8, UnreadableMove> {
        let example = UnreadableMove { example: "2" };
        text.trim().parse().map_err(|_| example)
    }

    fn position_text(&self) -> String {
        let [a, b, c, d] = self.taken;
        let out = match self.defect {
            Defect::LineWithoutOut => 0,
            _ => (0..SEATS)
                .map(|seat| u8::from(self.out[seat]) << seat)
                .sum(),
        };
        let comma = if self.has(Defect::LineUnreadable) && self.left == 3 {
            ","
        } else {
            ""
        };
        format!("{a} {b} {c} {d} {out} {}{comma}", self.turn)
    }

    fn parse_position(rules: &Defect, line: &str) -> Result<Self, PositionError> {
        let problem = || PositionError::new(1, "six small numbers");
        let numbers: Option<Vec<u8>> = line.split(' ').map(|word| word.parse().ok()).collect();
        let numbers = numbers.ok_or_else(problem)?;
        let &[a, b, c, d, out, turn] = numbers.as_slice() else {
            return Err(problem());
        };
        Ok(Self {
            left: HEAP - a - b - c - d,
            taken: [a, b, c, d],
            out: std::array::from_fn(|seat| out >> seat & 1 == 1),
            turn: usize::from(turn),
            ..Self::start(rules)
        })
    }

    fn is_pass(m: u8) -> bool {
        m == PASS
    }
}

impl Symmetric for Heap {
    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ROTATIONS
    }

    fn turned(&self, symmetry: Symmetry) -> Self {
        let steps = usize::from(symmetry.quarter_turns);
        let mut turned = self.clone();
        turned.taken.rotate_right(steps);
        turned.out.rotate_right(steps);
        if !self.has(Defect::TurnedForgetsTurn) {
            turned.turn = (self.turn + steps) % SEATS;
        }
        turned
    }

    fn turned_move(&self, m: u8, symmetry: Symmetry) -> u8 {
        match self.defect {
            Defect::TurnedMoveWrong if symmetry.quarter_turns == 3 && m < 3 => 3 - m,
            _ => m,
        }
    }

    fn turned_seat(&self, seat: Seat, symmetry: Symmetry) -> Seat {
        seat.next(usize::from(symmetry.quarter_turns), SEATS)
    }
}
