//! Reversi on any board, Othello first of all.
//!
//! A position holds the discs from the mover's side: playing exchanges the sides, so one
//! function serves both colours.

use std::fmt;

use arrayvec::ArrayVec;

use crate::game::{Facts, Game};
use crate::hash::mix;
use crate::notation::{Notation, PositionError, UnreadableMove};
use crate::outcome::Outcome;
use crate::seat::{PerSeat, Seat};
use crate::symmetry::{Symmetric, Symmetry};

pub mod bits;
pub mod board;
pub mod kernel;
pub(crate) mod leaves;
pub(crate) mod notation;

pub use bits::Bits;
pub use board::{Board, Board4x4, Board6x6, Board8x8, Board10x10, Board88, Nipp, Octagon};

/// Othello: Reversi on the board of eight by eight.
pub type Othello = Reversi<Board8x8>;

/// Placing a disc, or passing because nothing can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// On the square with this bit of the grid.
    Place(u8),
    /// A forced pass.
    Pass,
}

impl Move {
    /// Returns the bit of the square a disc is placed on.
    #[inline]
    #[must_use]
    pub fn square(self) -> Option<u32> {
        match self {
            Self::Place(bit) => Some(u32::from(bit)),
            Self::Pass => None,
        }
    }

    pub(crate) const INDICES: usize = 129;

    pub(crate) fn index(self) -> usize {
        match self {
            Self::Place(bit) => usize::from(bit),
            Self::Pass => Self::INDICES - 1,
        }
    }
}

const BLACK: Seat = Seat::new(0);
const WHITE: Seat = Seat::new(1);

/// A position of Reversi: black is seat 0 and begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversi<B: Board> {
    own: B::Bits,
    other: B::Bits,
    turn: Seat,
    resigned: Option<Seat>,
}

/// Discs from which a position is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup<B: Board> {
    /// The black discs.
    pub black: B::Bits,
    /// The white discs.
    pub white: B::Bits,
    /// Whose turn it is.
    pub turn: Seat,
}

impl<B: Board> Setup<B> {
    /// Returns the position with these discs, unless a square is taken twice, lies outside the
    /// board or the seat does not exist.
    #[must_use]
    pub fn position(self) -> Option<Reversi<B>> {
        let Self { black, white, turn } = self;
        let legal = (black & white).is_empty()
            && ((black | white) & !B::MASK).is_empty()
            && turn.index() < 2;
        legal.then(|| {
            let (own, other) = if turn == BLACK {
                (black, white)
            } else {
                (white, black)
            };
            Reversi {
                own,
                other,
                turn,
                resigned: None,
            }
        })
    }
}

impl<B: Board> Reversi<B> {
    /// Returns the discs of the seat to move.
    #[inline]
    #[must_use]
    pub fn own(&self) -> B::Bits {
        self.own
    }

    /// Returns the discs of the seat that waits.
    #[inline]
    #[must_use]
    pub fn other(&self) -> B::Bits {
        self.other
    }

    /// Returns the discs of a seat.
    #[inline]
    #[must_use]
    pub fn discs(&self, seat: Seat) -> B::Bits {
        if seat == self.turn {
            self.own
        } else {
            self.other
        }
    }

    /// Returns the empty squares.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> B::Bits {
        B::MASK & !(self.own | self.other)
    }

    /// Returns the squares where the seat to move can place a disc.
    #[inline]
    #[must_use]
    pub fn placements(&self) -> B::Bits {
        B::Bits::moves(self.own, self.other) & B::MASK
    }

    /// Returns the squares where the seat that waits could place a disc if it were its turn.
    #[inline]
    #[must_use]
    pub fn placements_of_other(&self) -> B::Bits {
        B::Bits::moves(self.other, self.own) & B::MASK
    }

    /// Returns the discs a placement of the seat to move turns.
    #[inline]
    #[must_use]
    pub fn flips(&self, square: u32) -> B::Bits {
        B::Bits::flips(self.own, self.other, square)
    }

    /// Returns the seat that resigned or lost on time, if one did.
    #[must_use]
    pub fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    fn disc_sign(seat: Seat) -> char {
        if seat == BLACK { 'X' } else { 'O' }
    }

    fn parse_disc_sign(c: char) -> Option<Seat> {
        match c {
            'X' | 'x' | '*' => Some(BLACK),
            'O' | 'o' | '0' => Some(WHITE),
            _ => None,
        }
    }
}

impl<B: Board> Game for Reversi<B> {
    type Rules = ();
    type Move = Move;
    // Every square of the largest board.
    type Moves = ArrayVec<Move, 100>;

    const MOVE_INDICES: usize = Move::INDICES;

    fn start((): &()) -> Self {
        let middle = B::SIDE / 2;
        let at = |row, column| B::Bits::only(B::bit(row, column));
        Self {
            own: at(middle - 1, middle) | at(middle, middle - 1),
            other: at(middle - 1, middle - 1) | at(middle, middle),
            turn: BLACK,
            resigned: None,
        }
    }

    fn rules(&self) {}

    fn facts(&self) -> Facts {
        Facts {
            seats: 2,
            // A pass is always followed by a placement or the end.
            longest: 2 * (B::MASK.len() as usize - 4),
            score_sum: None,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn generate(&self, moves: &mut Self::Moves) {
        if self.resigned.is_some() {
            return;
        }
        let placements = self.placements();
        if !placements.is_empty() {
            moves.extend(placements.squares().map(|square| Move::Place(square as u8)));
        } else if !self.placements_of_other().is_empty() {
            moves.push(Move::Pass);
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.resigned.is_none()
            && match m {
                Move::Place(bit) => {
                    u32::from(bit) < B::Bits::STRIDE * B::Bits::STRIDE
                        && self.placements().has(u32::from(bit))
                }
                Move::Pass => {
                    self.placements().is_empty() && !self.placements_of_other().is_empty()
                }
            }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (mut own, mut other) = (self.own, self.other);
        if let Move::Place(bit) = m {
            let square = u32::from(bit);
            let flips = B::Bits::flips(own, other, square);
            own = own | flips | B::Bits::only(square);
            other = other & !flips;
        }
        self.own = other;
        self.other = own;
        self.turn = self.turn.next(1, 2);
    }

    fn resign(&mut self, seat: Seat) {
        if !self.is_finished() {
            self.resigned = Some(seat);
        }
    }

    #[inline]
    fn is_out(&self, seat: Seat) -> bool {
        self.resigned == Some(seat)
    }

    #[inline]
    fn is_finished(&self) -> bool {
        self.resigned.is_some()
            || (self.placements().is_empty() && self.placements_of_other().is_empty())
    }

    fn standing(&self) -> Outcome {
        let scores = PerSeat::from_fn(2, |seat| self.discs(seat).len() as i32);
        Outcome::by_key(scores, |seat| match self.resigned {
            Some(resigned) => i32::from(seat != resigned),
            None => scores[seat],
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        let [own, own_high] = self.own.words();
        let [other, other_high] = self.other.words();
        let state =
            self.turn.index() as u64 + 2 * self.resigned.map_or(0, |s| 1 + s.index() as u64);
        let low = mix(own ^ mix(other.wrapping_add(state)));
        if B::Bits::STRIDE == 8 {
            low
        } else {
            mix(own_high ^ mix(other_high ^ low))
        }
    }

    fn move_index(m: Move) -> usize {
        m.index()
    }

    fn leaves(&self, depth: u32) -> u64 {
        match (self.own.words(), self.other.words()) {
            ([own, 0], [other, 0]) if B::Bits::STRIDE == 8 && self.resigned.is_none() => {
                let [board, _] = B::MASK.words();
                let node = leaves::Node {
                    own,
                    other,
                    turn: 0,
                    allowed: [board; 2],
                };
                leaves::leaves(node, depth)
            }
            _ => crate::perft::leaves(self, depth),
        }
    }
}

impl<B: Board> Notation for Reversi<B> {
    const SEPARATOR: &'static str = "";

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == BLACK { "black" } else { "white" }
    }

    fn move_text(&self, m: Move) -> String {
        notation::move_text::<B>(m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnreadableMove> {
        notation::parse_move::<B>(text).ok_or(UnreadableMove {
            example: "\"d3\" (column, then row of a square of the board), or \"--\" for a pass",
        })
    }

    fn split_move(text: &str) -> (&str, &str) {
        notation::split_move(text)
    }

    fn omitted_pass(&self) -> Option<Move> {
        self.is_legal(Move::Pass).then_some(Move::Pass)
    }

    /// Returns the board line of the field: squares from `a1`, row by row, then whose turn it is;
    /// after a resignation `resigned=` and who.
    fn position_text(&self) -> String {
        let board = notation::board_line::<B>(self.discs(BLACK), self.discs(WHITE));
        let turn = Self::disc_sign(self.turn);
        match self.resigned {
            Some(seat) => format!("{board} {turn} resigned={}", Self::disc_sign(seat)),
            None => format!("{board} {turn}"),
        }
    }

    /// Reads a board line. What follows a `;` (scores of an OBF line) is ignored.
    fn parse_position((): &(), line: &str) -> Result<Self, PositionError> {
        let line = line.split(';').next().unwrap_or_default();
        let mut reader = notation::LineReader::new(line);
        let (black, white) = reader.board::<B>()?;
        let (at, c) = reader.next();
        let turn = c.and_then(Self::parse_disc_sign).ok_or_else(|| {
            PositionError::new(at, "after the board comes whose turn it is, X or O")
        })?;
        let mut position = Setup { black, white, turn }
            .position()
            .expect("each square was read once and inside the board");
        for (at, word) in reader.words() {
            let resigned = word
                .strip_prefix("resigned=")
                .filter(|sign| sign.len() == 1)
                .and_then(|sign| sign.chars().next())
                .and_then(Self::parse_disc_sign);
            match resigned {
                Some(seat) if !position.is_finished() => position.resigned = Some(seat),
                Some(_) => {
                    return Err(PositionError::new(at, "nobody can resign a finished game"));
                }
                None => {
                    return Err(PositionError::new(
                        at,
                        format!(
                            "\"{word}\" means nothing after the turn; only resigned=X or resigned=O may follow"
                        ),
                    ));
                }
            }
        }
        Ok(position)
    }

    fn is_pass(m: Move) -> bool {
        m == Move::Pass
    }
}

impl<B: Board> Symmetric for Reversi<B> {
    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ALL
    }

    fn turned(&self, symmetry: Symmetry) -> Self {
        Self {
            own: notation::turned_bits(self.own, symmetry),
            other: notation::turned_bits(self.other, symmetry),
            ..*self
        }
    }

    fn turned_move(&self, m: Move, symmetry: Symmetry) -> Move {
        match m {
            Move::Place(bit) => {
                Move::Place(notation::turned_square::<B::Bits>(u32::from(bit), symmetry) as u8)
            }
            Move::Pass => Move::Pass,
        }
    }

    fn turned_seat(&self, seat: Seat, _: Symmetry) -> Seat {
        seat
    }
}

impl<B: Board> fmt::Display for Reversi<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placements = if self.is_finished() {
            B::Bits::EMPTY
        } else {
            self.placements()
        };
        let (black, white) = (self.discs(BLACK), self.discs(WHITE));
        notation::draw_board::<B>(f, black, white, false, |bit| {
            placements.has(bit).then_some('+')
        })?;
        write!(f, "X black {}, O white {}", black.len(), white.len())
    }
}
