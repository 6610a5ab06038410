//! Yonin-shogi, shogi for four (Ota 1993), under three rule sets.
//!
//! A [`YoninShogi`] is a position that can be played: every living seat has a king, every seat
//! that is out has a wall, and whoever is to move has a legal move unless the game is over.
//!
//! - [`square`], [`set`], `lines`: the board as a grid
//! - [`piece`], [`hand`], [`board`]: what stands and lies on it
//! - [`moves`], `generate`, `doubles`, `sink`: what may be done
//! - `turn`, `history`: what comes of it
//! - [`notation`], `drawing`: how it is written

pub mod board;
mod doubles;
mod drawing;
mod generate;
pub mod hand;
mod history;
mod lines;
pub mod moves;
pub mod notation;
pub mod piece;
pub mod set;
mod sink;
pub mod square;
#[cfg(test)]
mod tests;
mod turn;
mod zobrist;

use std::fmt;

use arrayvec::ArrayVec;

use crate::game::{Facts, Game};
use crate::notation::{Notation, PositionError, UnreadableMove};
use crate::options::{Choice, GameOption, Label, Options, Values};
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::symmetry::{Symmetric, Symmetry};

use board::{Board, SEATS};
use generate::{Mover, has_move};
use history::History;
use moves::Move;
use piece::{Kind, Piece};
use sink::Count;
pub use sink::Moves;
use square::Square;

/// The game stops after this many plies.
pub const LONGEST: usize = 1000;

/// What becomes of a mated player, and who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// The inventor's rules: the mater inherits; the game ends when two are out.
    #[default]
    Iemoto,
    /// Nobody inherits; the game ends when one king is left.
    Survivor,
    /// Opposite seats are partners; the first mate ends the game.
    Doubles,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [Self; 3] = [Self::Iemoto, Self::Survivor, Self::Doubles];

    /// Returns the name in game names and position lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iemoto => "iemoto",
            Self::Survivor => "survivor",
            Self::Doubles => "doubles",
        }
    }
}

impl Options for RuleSet {
    const OPTIONS: &'static [GameOption<Self>] = &[GameOption {
        key: "rules",
        about: "the inventor's rules, the last king standing, or pairs",
        label: Label {
            en: "Rules",
            ja: "ルール",
        },
        values: Values::Choices {
            choices: &[
                Choice::new(
                    Self::Iemoto.name(),
                    "Iemoto: who mates inherits the army",
                    "家元：詰ませた人が駒を引き継ぐ",
                ),
                Choice::new(
                    Self::Survivor.name(),
                    "Survivor: the last king wins",
                    "生き残り：最後の王が勝ち",
                ),
                Choice::new(
                    Self::Doubles.name(),
                    "Doubles: opposite seats are partners",
                    "ダブルス：向かいと組む",
                ),
            ],
            get: |rules| *rules as usize,
            set: |rules, index| *rules = Self::ALL[index],
        },
    }];
}

/// A seat that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Out {
    /// Who is out.
    pub seat: Seat,
    /// Whether somebody mated him; otherwise he resigned, lost on time, or could not move after
    /// somebody had resigned.
    pub mated: bool,
}

/// A position of Yonin-shogi. Seats: South 0, West 1, North 2, East 3.
///
/// Equal positions agree in everything but the earlier positions of their games.
#[derive(Clone)]
pub struct YoninShogi {
    board: Board,
    turn: Seat,
    rules: RuleSet,
    seen: u8,
    /// The most that `seen` has been in this game.
    most_seen: u8,
    /// Quarter turns clockwise since the history began: its keys are those of the board as it lay
    /// then.
    turned_by: u8,
    ply: u16,
    mates: [u8; SEATS],
    outs: ArrayVec<Out, 3>,
    fates_key: u64,
    history: History,
}

impl YoninShogi {
    /// Returns what stands on the board and lies in the hands.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns who is out, in the order they went.
    #[must_use]
    pub fn outs(&self) -> &[Out] {
        &self.outs
    }

    /// Returns how many kings this seat has mated.
    #[must_use]
    pub fn mates(&self, seat: Seat) -> usize {
        self.mates[seat.index() % SEATS].into()
    }

    /// Returns how many moves have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply.into()
    }

    /// Returns how often this position has occurred, 1 to 4; with the fourth time the game stops.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.seen.into()
    }

    /// Returns how often the most frequent position of this game has occurred: below 3 no move can
    /// stop the game by repetition.
    #[inline]
    #[must_use]
    pub fn most_seen(&self) -> usize {
        self.most_seen.into()
    }

    /// Reports whether this seat lives and its king is attacked by another living player.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self, seat: Seat) -> bool {
        let attackers = self.board.hostile(seat);
        self.board.lives(seat)
            && !self
                .board
                .attackers(self.board.king(seat), attackers)
                .is_empty()
    }

    /// Returns the position with the turn handed on, which the rules do not allow but some searches
    /// imagine; `None` if the seat is in check, or the next one could not move. It counts no ply,
    /// and no occurrence.
    #[must_use]
    pub fn passed(&self) -> Option<Self> {
        if self.has_ended() || self.is_in_check(self.turn) {
            return None;
        }
        let mut next = self.clone();
        next.turn = self.next_turn(self.turn);
        has_move(&next.board, next.turn, self.is_doubles()).then_some(next)
    }

    /// Creates a position that nobody has moved in yet, whose rules and fates are already known.
    fn new(board: Board, rules: RuleSet, turn: Seat) -> Self {
        let mut position = Self {
            board,
            turn,
            rules,
            seen: 0,
            most_seen: 0,
            turned_by: 0,
            ply: 0,
            mates: [0; SEATS],
            outs: ArrayVec::new(),
            fates_key: 0,
            history: History::default(),
        };
        position.fates_key = position.fates_key_turned(0);
        position
    }
}

/// South's pieces before the first move, by row and column; the others' by turning the board.
const START: [(Kind, usize, usize); 9] = [
    (Kind::King, 8, 4),
    (Kind::Gold, 8, 3),
    (Kind::Gold, 8, 5),
    (Kind::Silver, 8, 2),
    (Kind::Silver, 8, 6),
    (Kind::Rook, 7, 4),
    (Kind::Pawn, 7, 3),
    (Kind::Pawn, 7, 5),
    (Kind::Pawn, 6, 4),
];

impl Game for YoninShogi {
    type Rules = RuleSet;
    type Move = Move;
    type Moves = Moves;

    const MOVE_INDICES: usize = moves::INDICES;

    fn start(rules: &RuleSet) -> Self {
        let mut board = Board::EMPTY;
        for (seat, turn) in Seat::all(SEATS).zip(Symmetry::ROTATIONS) {
            for (kind, row, column) in START {
                board.put(
                    Square::new(row, column).turned(turn),
                    Piece::own(kind, seat),
                );
            }
        }
        let mut position = Self::new(board, *rules, Seat::new(0));
        position.record();
        position
    }

    fn rules(&self) -> RuleSet {
        self.rules
    }

    fn facts(&self) -> Facts {
        Facts {
            seats: SEATS,
            longest: LONGEST,
            score_sum: None,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    fn generate(&self, moves: &mut Moves) {
        if !self.has_ended() {
            Mover::new(&self.board, self.turn, self.is_doubles()).generate(moves);
        }
    }

    fn play_unchecked(&mut self, m: Move) {
        self.move_pieces(m);
        self.ply = self.ply.saturating_add(1);
        self.settle(self.turn, Some(self.turn));
    }

    fn resign(&mut self, seat: Seat) {
        if self.has_ended() || !self.board.lives(seat) {
            return;
        }
        self.put_out(seat, None);
        if seat == self.turn {
            self.settle(seat, None);
        } else {
            self.record();
        }
    }

    #[inline]
    fn is_out(&self, seat: Seat) -> bool {
        !self.board.lives(seat)
    }

    #[inline]
    fn is_finished(&self) -> bool {
        self.has_ended()
    }

    fn standing(&self) -> Outcome {
        self.ranking()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.full_key()
    }

    #[inline]
    fn move_index(m: Move) -> usize {
        m.index()
    }

    fn leaves(&self, depth: u32) -> u64 {
        if depth == 0 || self.has_ended() {
            return 1;
        }
        let mover = Mover::new(&self.board, self.turn, self.is_doubles());
        if depth == 1 {
            let mut count = Count::default();
            mover.generate(&mut count);
            return count.moves as u64;
        }
        let mut moves = Moves::new();
        mover.generate(&mut moves);
        moves.iter().map(|&m| self.after(m).leaves(depth - 1)).sum()
    }
}

impl Notation for YoninShogi {
    fn seat_name(&self, seat: Seat) -> &'static str {
        ["S", "W", "N", "E"][seat.index() % SEATS]
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnreadableMove> {
        Move::read(text).ok_or(UnreadableMove {
            example: "7g7f, 7c7b+ or S*5e",
        })
    }

    fn position_text(&self) -> String {
        notation::write(self)
    }

    fn parse_position(_: &RuleSet, line: &str) -> Result<Self, PositionError> {
        notation::read(line)
    }
}

impl Symmetric for YoninShogi {
    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ROTATIONS
    }

    fn turned(&self, symmetry: Symmetry) -> Self {
        let seat = |seat| self.turned_seat(seat, symmetry);
        let mut turned = self.clone();
        turned.board = self.board.turned(symmetry);
        turned.turn = seat(self.turn);
        for out in &mut turned.outs {
            out.seat = seat(out.seat);
        }
        turned.mates.rotate_right(symmetry.quarter_turns.into());
        turned.fates_key = turned.fates_key_turned(0);
        turned.turned_by = (self.turned_by + symmetry.quarter_turns) % 4;
        turned
    }

    fn turned_move(&self, m: Move, symmetry: Symmetry) -> Move {
        m.turned(symmetry)
    }

    fn turned_seat(&self, seat: Seat, symmetry: Symmetry) -> Seat {
        assert!(
            !symmetry.mirrored,
            "{symmetry:?} is no symmetry of this game"
        );
        seat.next(symmetry.quarter_turns.into(), SEATS)
    }
}

impl PartialEq for YoninShogi {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.rules == other.rules
            && self.seen == other.seen
            && self.ply == other.ply
            && self.mates == other.mates
            && self.outs == other.outs
    }
}

impl fmt::Debug for YoninShogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("YoninShogi")
            .field(&self.position_text())
            .finish()
    }
}
