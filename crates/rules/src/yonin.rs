//! Yonin, Reversi for four: one board, two colours, four territories.
//!
//! As in [`crate::reversi`] a position holds the discs from the mover's side. Colours alternate
//! round the table in either direction, so playing always exchanges the sides.

use std::fmt;

use arrayvec::ArrayVec;

use crate::game::{Facts, Game};
use crate::hash::mix;
use crate::notation::{Notation, PositionError, UnreadableMove};
use crate::outcome::Outcome;
use crate::reversi::leaves::{self, Node};
use crate::reversi::{Bits, Board8x8, Move, notation};
use crate::seat::{PerSeat, Seat};
use crate::symmetry::{Symmetric, Symmetry};

mod options;

pub use options::{Direction, Rules, Start};

const SEATS: usize = 4;

/// A position of Yonin. Seats sit at the corners: 0 top left, 1 top right, 2 bottom right,
/// 3 bottom left; 0 and 2 play black, 1 and 3 white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yonin {
    own: u64,
    other: u64,
    turn: Seat,
    rules: Rules,
    /// In which order seats went out, from 1; 0 for a seat that plays.
    out: [u8; SEATS],
}

impl Yonin {
    /// Returns the squares of a seat's territory.
    #[inline]
    #[must_use]
    pub const fn territory(seat: Seat) -> u64 {
        const TOP_LEFT: u64 = 0x0f0f_0f0f;
        [TOP_LEFT, TOP_LEFT << 4, TOP_LEFT << 36, TOP_LEFT << 32][seat.index()]
    }

    /// Returns the discs of the seat to move and of the opposite seat.
    #[inline]
    #[must_use]
    pub fn own(&self) -> u64 {
        self.own
    }

    /// Returns the discs of the other colour.
    #[inline]
    #[must_use]
    pub fn other(&self) -> u64 {
        self.other
    }

    /// Returns the discs of a seat's colour.
    #[inline]
    #[must_use]
    pub fn discs(&self, seat: Seat) -> u64 {
        if (seat.index() + self.turn.index()).is_multiple_of(2) {
            self.own
        } else {
            self.other
        }
    }

    /// Returns the empty squares.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> u64 {
        !(self.own | self.other)
    }

    /// Returns the squares where a seat could place a disc if it were its turn.
    #[inline]
    #[must_use]
    pub fn placements(&self, seat: Seat) -> u64 {
        let own = self.discs(seat);
        u64::moves(own, self.own ^ self.other ^ own) & self.allowed(seat)
    }

    /// Returns the discs a placement of the seat to move turns.
    #[inline]
    #[must_use]
    pub fn flips(&self, square: u32) -> u64 {
        u64::flips(self.own, self.other, square)
    }

    /// Reports whether a seat still plays: it has neither resigned nor lost on time.
    #[inline]
    #[must_use]
    pub fn plays(&self, seat: Seat) -> bool {
        self.out[seat.index()] == 0
    }

    /// Returns how many seats had left with a seat when it did, itself included; `None` while it plays.
    #[inline]
    #[must_use]
    pub fn left(&self, seat: Seat) -> Option<u8> {
        let order = self.out[seat.index()];
        (order > 0).then_some(order)
    }

    /// Returns the seat whose turn comes after this seat's.
    #[inline]
    #[must_use]
    pub fn next_seat(&self, seat: Seat) -> Seat {
        seat.next(self.rules.direction.step(), SEATS)
    }

    /// Returns the seat across the board, of the same colour.
    #[inline]
    #[must_use]
    pub const fn opposite(seat: Seat) -> Seat {
        seat.next(2, SEATS)
    }

    /// Discs of one's colour in one's own territory.
    #[inline]
    #[must_use]
    pub fn score(&self, seat: Seat) -> i32 {
        (self.discs(seat) & Self::territory(seat)).len() as i32
    }

    /// Returns where a seat may place at all: nowhere once it is out.
    #[inline]
    #[must_use]
    pub fn allowed(&self, seat: Seat) -> u64 {
        if self.plays(seat) {
            !Self::territory(Self::opposite(seat))
        } else {
            0
        }
    }

    #[inline]
    fn anyone_can_place(&self) -> bool {
        let mine = u64::moves(self.own, self.other);
        let theirs = u64::moves(self.other, self.own);
        Seat::all(SEATS).any(|seat| {
            let moves = if self.discs(seat) == self.own {
                mine
            } else {
                theirs
            };
            moves & self.allowed(seat) != 0
        })
    }

    /// Reports whether too many seats are out for anything to be left to decide.
    #[inline]
    fn decided_by_resignation(&self) -> bool {
        if self.rules.pairs {
            Seat::all(2).any(|seat| !self.plays(seat) && !self.plays(Self::opposite(seat)))
        } else {
            self.out.iter().filter(|&&order| order == 0).count() <= 1
        }
    }

    fn leave(&mut self, seat: Seat) {
        let already = self.out.iter().filter(|&&order| order > 0).count();
        self.out[seat.index()] = already as u8 + 1;
    }

    fn parse_seat(sign: char) -> Option<Seat> {
        let number = sign.to_digit(10)? as usize;
        (1..=SEATS).contains(&number).then(|| Seat::new(number - 1))
    }
}

impl Game for Yonin {
    type Rules = Rules;
    type Move = Move;
    type Moves = ArrayVec<Move, 64>;

    const MOVE_INDICES: usize = Move::INDICES;

    fn start(rules: &Rules) -> Self {
        let falling = u64::only(27) | u64::only(36);
        let rising = u64::only(28) | u64::only(35);
        let (own, other) = match rules.start {
            Start::Othello => (rising, falling),
            Start::Own => (falling, rising),
        };
        Self {
            own,
            other,
            turn: Seat::new(0),
            rules: *rules,
            out: [0; SEATS],
        }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn facts(&self) -> Facts {
        Facts {
            seats: SEATS,
            // At most three passes stand between two placements.
            longest: 4 * 60,
            score_sum: None,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn generate(&self, moves: &mut Self::Moves) {
        if self.decided_by_resignation() {
            return;
        }
        let placements = self.placements(self.turn);
        if placements != 0 {
            moves.extend(placements.squares().map(|square| Move::Place(square as u8)));
        } else if self.anyone_can_place() {
            moves.push(Move::Pass);
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        !self.decided_by_resignation()
            && match m {
                Move::Place(bit) => bit < 64 && self.placements(self.turn).has(u32::from(bit)),
                Move::Pass => self.placements(self.turn) == 0 && self.anyone_can_place(),
            }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (mut own, mut other) = (self.own, self.other);
        if let Move::Place(bit) = m {
            let flips = u64::flips(own, other, u32::from(bit));
            own |= flips | u64::only(u32::from(bit));
            other &= !flips;
        }
        self.own = other;
        self.other = own;
        self.turn = self.next_seat(self.turn);
    }

    fn resign(&mut self, seat: Seat) {
        if self.plays(seat) && !self.is_finished() {
            self.leave(seat);
        }
    }

    #[inline]
    fn is_out(&self, seat: Seat) -> bool {
        !self.plays(seat)
    }

    #[inline]
    fn is_finished(&self) -> bool {
        self.decided_by_resignation() || !self.anyone_can_place()
    }

    fn standing(&self) -> Outcome {
        let scores = PerSeat::from_fn(SEATS, |seat| self.score(seat));
        Outcome::by_key(scores, |seat| {
            let opposite = Self::opposite(seat);
            match (self.rules.pairs, self.out[seat.index()]) {
                (true, _) => {
                    let plays = self.plays(seat) || self.plays(opposite);
                    (u8::from(plays), scores[seat] + scores[opposite])
                }
                (false, 0) => (u8::MAX, scores[seat]),
                (false, order) => (order, 0),
            }
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        let Rules {
            direction,
            pairs,
            start: _,
        } = self.rules;
        let options = u32::from(direction == Direction::Anticlockwise) | u32::from(pairs) << 1;
        let state = u64::from(u32::from_le_bytes(self.out)) << 8
            | u64::from(options) << 2
            | self.turn.index() as u64;
        mix(self.own ^ mix(self.other ^ mix(state)))
    }

    fn move_index(m: Move) -> usize {
        m.index()
    }

    fn leaves(&self, depth: u32) -> u64 {
        if self.is_finished() {
            return 1;
        }
        let mut seat = self.turn;
        let allowed = std::array::from_fn(|_| {
            let allowed = self.allowed(seat);
            seat = self.next_seat(seat);
            allowed
        });
        let node: Node<SEATS> = Node {
            own: self.own,
            other: self.other,
            turn: 0,
            allowed,
        };
        leaves::leaves(node, depth)
    }
}

impl Notation for Yonin {
    const SEPARATOR: &'static str = "";

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["1", "2", "3", "4"][seat.index()]
    }

    fn move_text(&self, m: Move) -> String {
        notation::move_text::<Board8x8>(m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnreadableMove> {
        notation::parse_move::<Board8x8>(text).ok_or(UnreadableMove {
            example: "\"d3\" (column a to h, row 1 to 8), or \"--\" for a pass",
        })
    }

    fn split_move(text: &str) -> (&str, &str) {
        notation::split_move(text)
    }

    /// Returns the board line of Reversi, the seat to move as 1 to 4, and if seats are out `out=`
    /// with their numbers in the order they went. The options are part of the game's name, not of
    /// it.
    fn position_text(&self) -> String {
        let [black, white] = [0, 1].map(|seat| self.discs(Seat::new(seat)));
        let board = notation::board_line::<Board8x8>(black, white);
        let mut text = format!("{board} {}", self.seat_name(self.turn));
        let mut gone: Vec<Seat> = Seat::all(SEATS).filter(|&seat| !self.plays(seat)).collect();
        if !gone.is_empty() {
            gone.sort_by_key(|seat| self.out[seat.index()]);
            text.push_str(" out=");
            text.extend(gone.into_iter().map(|seat| self.seat_name(seat)));
        }
        text
    }

    fn parse_position(rules: &Rules, line: &str) -> Result<Self, PositionError> {
        let mut reader = notation::LineReader::new(line);
        let (black, white) = reader.board::<Board8x8>()?;
        let (at, c) = reader.next();
        let turn = c.and_then(Self::parse_seat).ok_or_else(|| {
            PositionError::new(at, "after the board comes the seat to move, 1 to 4")
        })?;
        let (own, other) = if turn.index() % 2 == 0 {
            (black, white)
        } else {
            (white, black)
        };
        let mut position = Self {
            own,
            other,
            turn,
            rules: *rules,
            out: [0; SEATS],
        };
        for (at, word) in reader.words() {
            let Some(seats) = word.strip_prefix("out=") else {
                return Err(PositionError::new(
                    at,
                    format!(
                        "\"{word}\" means nothing after the turn; only out= and seats may follow"
                    ),
                ));
            };
            for (index, sign) in seats.chars().enumerate() {
                let at = at + "out=".len() + index;
                let seat = Self::parse_seat(sign).ok_or_else(|| {
                    PositionError::new(at, format!("\"{sign}\" is no seat from 1 to 4"))
                })?;
                if !position.plays(seat) {
                    return Err(PositionError::new(at, format!("seat {sign} is out twice")));
                }
                // The discs may have come to a standstill after seats left, not before.
                if position.decided_by_resignation() {
                    return Err(PositionError::new(at, "nobody can leave a finished game"));
                }
                position.leave(seat);
            }
        }
        Ok(position)
    }

    fn is_pass(m: Move) -> bool {
        m == Move::Pass
    }
}

impl Symmetric for Yonin {
    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ALL
    }

    /// Returns the position after a symmetry. A quarter turn brings every seat to one of the other
    /// colour, and colours are exchanged with it; a mirror also makes the turn go round the other
    /// way.
    fn turned(&self, symmetry: Symmetry) -> Self {
        let mut turned = Self {
            own: notation::turned_bits(self.own, symmetry),
            other: notation::turned_bits(self.other, symmetry),
            turn: self.turned_seat(self.turn, symmetry),
            ..*self
        };
        if symmetry.mirrored {
            turned.rules.direction = self.rules.direction.reversed();
        }
        for seat in Seat::all(SEATS) {
            turned.out[self.turned_seat(seat, symmetry).index()] = self.out[seat.index()];
        }
        turned
    }

    fn turned_move(&self, m: Move, symmetry: Symmetry) -> Move {
        match m {
            Move::Place(bit) => {
                Move::Place(notation::turned_square::<u64>(u32::from(bit), symmetry) as u8)
            }
            Move::Pass => Move::Pass,
        }
    }

    fn turned_seat(&self, seat: Seat, symmetry: Symmetry) -> Seat {
        let place = if symmetry.mirrored {
            5 - seat.index()
        } else {
            seat.index()
        };
        Seat::new((place + usize::from(symmetry.quarter_turns)) % SEATS)
    }
}

impl fmt::Display for Yonin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finished = self.is_finished();
        let [black, white] = [0, 1].map(|seat| self.discs(Seat::new(seat)));
        let placements = if finished {
            0
        } else {
            self.placements(self.turn)
        };
        let mark = |bit| placements.has(bit).then_some('+');
        notation::draw_board::<Board8x8>(f, black, white, true, mark)?;
        let places = ["top left", "top right", "bottom right", "bottom left"];
        for seat in Seat::all(SEATS) {
            write!(
                f,
                "{}seat {} ({}, {}) {}{}",
                if seat.index() == 0 { "" } else { "\n" },
                self.seat_name(seat),
                places[seat.index()],
                if seat.index() % 2 == 0 { 'X' } else { 'O' },
                self.score(seat),
                if self.plays(seat) { "" } else { ", out" },
            )?;
        }
        Ok(())
    }
}
