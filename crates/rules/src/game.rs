//! The one trait of all games: sequential, perfect information, two to six seats. How a game is
//! written is [`Notation`](crate::Notation), how its board can be turned
//! [`Symmetric`](crate::Symmetric).
//!
//! A value of a type that implements [`Game`] is a *position*: legal once it was made, cheap to
//! clone, and sufficient to continue the game. Search copies a position and plays on the copy;
//! there is no undo.

use std::fmt;
use std::hash::Hash;
use std::ops::DerefMut;

use thiserror::Error;

use crate::outcome::Outcome;
use crate::seat::Seat;

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

/// A position of a game, and with it the game's rules: all that is needed to play and to search.
pub trait Game: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The options under which this game is played.
    type Rules: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// A move. Equal moves are the same move only in the same position.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// Room for all legal moves.
    type Moves: MoveList<Self::Move>;

    /// One more than the largest [`Game::move_index`].
    const MOVE_INDICES: usize;

    /// Returns the position before the first move.
    fn start(rules: &Self::Rules) -> Self;

    /// Returns the rules this position is played under.
    fn rules(&self) -> Self::Rules;

    /// Returns what holds of every game under these rules.
    fn facts(&self) -> Facts;

    /// Returns whose turn it is. A turn may jump. In a finished game it means nothing.
    fn turn(&self) -> Seat;

    /// Puts the legal moves into an empty list, always in the same order. The list stays empty
    /// exactly when the game is finished: a forced pass is a move.
    fn generate(&self, moves: &mut Self::Moves);

    /// Returns the legal moves.
    #[inline]
    fn legal(&self) -> Self::Moves {
        let mut moves = Self::Moves::default();
        self.generate(&mut moves);
        moves
    }

    /// Reports whether this move is legal here.
    #[inline]
    fn is_legal(&self, m: Self::Move) -> bool {
        self.legal().contains(&m)
    }

    /// Plays a move that is known to be legal. Any other move leaves a position that means
    /// nothing (but is never unsafe).
    fn play_unchecked(&mut self, m: Self::Move);

    /// Plays a move; an illegal one changes nothing.
    ///
    /// # Errors
    /// Returns an error if the move is not legal here.
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove);
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Returns the position after a legal move.
    #[inline]
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// Takes a seat out that resigned or lost on time, whoever's turn it is. Does nothing in a
    /// finished game, or for a seat that is already out.
    fn resign(&mut self, seat: Seat);

    /// Reports whether a seat has left the game: it was mated, has resigned or lost on time, and
    /// makes no more moves.
    fn is_out(&self, seat: Seat) -> bool;

    /// Reports whether the game is over.
    fn is_finished(&self) -> bool;

    /// Ranks and scores as the position stands; in a finished game, the result.
    fn standing(&self) -> Outcome;

    /// Returns the result, once the game is over.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_finished().then(|| self.standing())
    }

    /// Returns a hash of everything that determines how the game can continue, except earlier
    /// positions. It takes constant time.
    fn key(&self) -> u64;

    /// Returns a small number for a move, for tables of moves; different moves may share one only
    /// if they are never legal together.
    fn move_index(m: Self::Move) -> usize;

    /// Returns the number of positions `depth` plies from here: a pass is a ply, a finished game
    /// counts as one leaf.
    fn leaves(&self, depth: u32) -> u64 {
        crate::perft::leaves(self, depth)
    }
}

/// A move that is not legal in this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the move is not legal here")]
pub struct IllegalMove;
