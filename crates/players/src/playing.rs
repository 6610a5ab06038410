//! Playing a game: players take turns until it is over.

use rules::{Game, Seat};
use search::{Limits, Report};

use crate::player::{Choice, Note, Player, PlayerError, Turn};

/// A game being played from some position on.
pub struct Playing<G: Game> {
    /// Where it began.
    pub start: G,
    /// The position now.
    pub position: G,
    /// The moves so far.
    pub moves: Vec<G::Move>,
    /// What was noted, with the seat that noted it.
    pub notes: Vec<(Seat, Note)>,
    /// Decides everything random, together with the players' own seeds.
    pub seed: u64,
}

impl<G: Game> Playing<G> {
    /// A game that goes on from this position.
    #[must_use]
    pub fn new(position: G, seed: u64) -> Self {
        Self {
            start: position.clone(),
            position,
            moves: Vec::new(),
            notes: Vec::new(),
            seed,
        }
    }

    /// Lets a player decide the next move, without playing it.
    ///
    /// # Errors
    /// If the player gives no move.
    pub fn ask(
        &self,
        player: &mut dyn Player<G>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Choice<G::Move>, PlayerError> {
        let seat = self.position.turn();
        let own = self.notes.iter().filter(|(by, _)| *by == seat);
        let notes: Vec<Note> = own.map(|(_, note)| note.clone()).collect();
        player.choose(&mut Turn {
            position: &self.position,
            start: &self.start,
            moves: &self.moves,
            ply: self.moves.len(),
            seed: self.seed,
            limits,
            notes: &notes,
            progress,
        })
    }

    /// Plays what a player decided.
    ///
    /// # Panics
    /// If the move is not legal: players choose legal moves, or fail.
    pub fn play(&mut self, choice: &Choice<G::Move>) {
        let seat = self.position.turn();
        self.position
            .play(choice.m)
            .expect("players choose legal moves");
        self.moves.push(choice.m);
        self.notes
            .extend(choice.note.clone().map(|note| (seat, note)));
    }

    /// Plays to the end with one player for each seat.
    ///
    /// # Errors
    /// If one of them gives no move.
    pub fn to_the_end(
        &mut self,
        players: &mut [Box<dyn Player<G>>],
        limits: &Limits,
    ) -> Result<(), PlayerError> {
        while !self.position.is_finished() {
            let player = &mut players[self.position.turn().index()];
            let choice = self.ask(&mut **player, limits, &mut |_| ())?;
            self.play(&choice);
        }
        Ok(())
    }
}
