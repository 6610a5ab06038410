//! What decides moves.

use rules::Game;
use rules::hash::mix;
use search::{Limits, Report};

/// What a player is told when it is its turn.
pub struct Turn<'a, G: Game> {
    /// The position; its turn is the player's.
    pub position: &'a G,
    /// How many plies were played before, passes included.
    pub ply: usize,
    /// The seed of this game: with the player's own seed it decides everything random.
    pub seed: u64,
    /// Limits for this move. If any of depth, nodes, evaluations or time is set here, they take
    /// the place of the limits in the player's file.
    pub limits: &'a Limits,
    /// What this player noted at its earlier moves of this game, in order.
    pub notes: &'a [Note],
    /// Hears of every finished iteration of the search.
    pub progress: &'a mut dyn FnMut(&Report<G::Move>),
}

impl<G: Game> Turn<'_, G> {
    /// A seed that belongs to this move of this game and to this player alone.
    #[must_use]
    pub fn move_seed(&self, player: u64) -> u64 {
        mix(mix(self.seed ^ mix(player)) ^ self.ply as u64)
    }

    /// A seed that belongs to this game and to this player alone, the same at every move.
    #[must_use]
    pub fn game_seed(&self, player: u64) -> u64 {
        mix(self.seed ^ mix(player ^ 1))
    }

    /// Whether this player has done such a thing in this game.
    #[must_use]
    pub fn noted(&self, kind: NoteKind) -> bool {
        self.notes.iter().any(|note| note.kind == kind)
    }
}

/// What a player has decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move, legal in the position.
    pub m: M,
    /// What was found. A player that does not search reports nothing but its line of one move.
    pub report: Report<M>,
    /// Something to tell after the game.
    pub note: Option<Note>,
}

/// What a player did on purpose that can be told after the game, and that it may have to
/// remember: players keep nothing from move to move, so that a game can go on anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// At which ply.
    pub ply: usize,
    /// What kind of thing it was.
    pub kind: NoteKind,
    /// What it cost by the player's own evaluation, in its units: best move less chosen move.
    pub cost: i32,
}

/// The things players do on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// A gift that lets the person expect to win (P2).
    Expectation,
    /// A move nobody would expect (P2).
    Surprise,
}

/// Decides moves of one game.
pub trait Player<G: Game>: Send {
    /// Decides a move. The game is not finished.
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Choice<G::Move>;
}
