//! The one trait of all games: sequential, perfect information, two to six seats.
//!
//! A value of a type that implements [`Game`] is a *position*: legal for ever after it was made,
//! cheap to clone, and enough by itself to go on playing. Search copies a position and plays on the
//! copy; nothing is ever taken back.

use std::fmt;
use std::hash::Hash;
use std::ops::DerefMut;

use thiserror::Error;

use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::symmetry::Symmetry;

/// What holds of every game under these rules, declared once so that algorithms can check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// How many seats there are.
    pub seats: usize,
    /// No game takes more plies than this, passes included.
    pub longest: usize,
    /// The sum of all final scores, where it is the same for every game.
    pub score_sum: Option<i32>,
}

/// A list of moves of a fixed capacity that holds every legal move of any position.
pub trait MoveList<M>: Default + Clone + DerefMut<Target = [M]> + IntoIterator<Item = M> {
    /// Empties the list.
    fn clear(&mut self);
    /// Adds a move at the end.
    fn push(&mut self, m: M);
}

impl<M: Copy, const N: usize> MoveList<M> for arrayvec::ArrayVec<M, N> {
    #[inline]
    fn clear(&mut self) {
        self.clear();
    }
    #[inline]
    fn push(&mut self, m: M) {
        self.push(m);
    }
}

/// A position of a game, and with it the game's rules.
///
/// `Display` draws the board as a person wants to see it.
pub trait Game: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The options under which this game is played.
    type Rules: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// A move. Equal moves are the same move only in the same position.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// Room for all legal moves.
    type Moves: MoveList<Self::Move>;

    /// One more than the largest [`Game::move_index`].
    const MOVE_INDICES: usize;

    /// The position before the first move.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules this position is played under.
    fn rules(&self) -> Self::Rules;

    /// What holds of every game under these rules.
    fn facts(&self) -> Facts;

    /// The seat's name, as short as the game writes it.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// Whose turn it is. A turn may jump. In a finished game it means nothing.
    fn turn(&self) -> Seat;

    /// Puts the legal moves into an empty list, always in the same order. There is none exactly
    /// when the game is finished: a forced pass is a move.
    fn generate(&self, moves: &mut Self::Moves);

    /// The legal moves.
    #[inline]
    fn legal(&self) -> Self::Moves {
        let mut moves = Self::Moves::default();
        self.generate(&mut moves);
        moves
    }

    /// Whether this move is legal here.
    #[inline]
    fn is_legal(&self, m: Self::Move) -> bool {
        self.legal().contains(&m)
    }

    /// Plays a move that is known to be legal. Any other move leaves a position that means
    /// nothing (but is never unsafe).
    fn play_unchecked(&mut self, m: Self::Move);

    /// Plays a move, or changes nothing if it is not legal.
    ///
    /// # Errors
    /// If the move is not legal here.
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove);
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// The seat gives up or has lost on time, whoever's turn it is. In a finished game, or for a
    /// seat that is out already, nothing changes.
    fn resign(&mut self, seat: Seat);

    /// Whether the game is over.
    fn is_finished(&self) -> bool;

    /// Ranks and scores as the position stands; in a finished game, the result.
    fn standing(&self) -> Outcome;

    /// The result, once the game is over.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_finished().then(|| self.standing())
    }

    /// A hash of all that decides how the game may go on, except earlier positions. It costs the
    /// same in every position.
    fn key(&self) -> u64;

    /// A small number for a move, for tables of moves; different moves may share one only if they
    /// are never legal together.
    fn move_index(m: Self::Move) -> usize;

    /// The symmetries of the game: playing and turning the board can change places.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }

    /// The position with the board turned, and colours, seats and rules changed along with it.
    ///
    /// # Panics
    /// If the symmetry is not one of [`Game::symmetries`].
    #[must_use]
    fn turned(&self, symmetry: Symmetry) -> Self {
        panic!("{symmetry:?} is no symmetry of this game")
    }

    /// What becomes of a move when the board is turned.
    ///
    /// # Panics
    /// If the symmetry is not one of [`Game::symmetries`].
    fn turned_move(&self, _: Self::Move, symmetry: Symmetry) -> Self::Move {
        panic!("{symmetry:?} is no symmetry of this game")
    }

    /// Where a seat goes when the board is turned.
    ///
    /// # Panics
    /// If the symmetry is not one of [`Game::symmetries`].
    fn turned_seat(&self, _: Seat, symmetry: Symmetry) -> Seat {
        panic!("{symmetry:?} is no symmetry of this game")
    }

    /// The move as people write it.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads a move, legal or not.
    ///
    /// # Errors
    /// If the text is no move of this game.
    fn parse_move(&self, text: &str) -> Result<Self::Move, UnreadableMove>;

    /// Cuts the first move off a text that holds at least one character other than blanks. By
    /// default moves are separated by blanks.
    fn split_move(text: &str) -> (&str, &str) {
        let text = text.trim_start();
        text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
    }

    /// The pass that has to be played here, if transcripts of this game leave such passes out.
    fn omitted_pass(&self) -> Option<Self::Move> {
        None
    }

    /// The position in one line, from which [`Game::parse_position`] makes it again.
    fn position_text(&self) -> String;

    /// Reads a position line. Options the line carries win over `rules`.
    ///
    /// # Errors
    /// If the line is malformed, or the position cannot be played; the error says where.
    fn parse_position(rules: &Self::Rules, line: &str) -> Result<Self, PositionError>;

    /// The number of positions `depth` plies from here: a pass is a ply, a finished game counts
    /// as one leaf.
    fn leaves(&self, depth: u32) -> u64 {
        crate::perft::leaves(self, depth)
    }
}

/// A move that is not legal in this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the move is not legal here")]
pub struct IllegalMove;

/// A text that is no move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a move is written like {example}")]
pub struct UnreadableMove {
    /// What moves look like.
    pub example: &'static str,
}

/// A position line that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {at} of the position: {problem}")]
pub struct PositionError {
    /// The first character that is wrong, counted from 1.
    pub at: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl PositionError {
    /// A problem at this character, counted from 1.
    pub fn new(at: usize, problem: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
        }
    }
}
