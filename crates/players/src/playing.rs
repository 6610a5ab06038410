//! Playing a game: players take turns until it is over.

use rules::line::GameLine;
use rules::{Game, PerSeat, Seat};
use search::{AllMoves, Limits, Report};

use crate::player::{Choice, Note, Player, PlayerError, Turn};

/// A game being played: its line, and what players noted on the way.
#[derive(Clone, Debug)]
pub struct Playing<G: Game> {
    /// The game so far.
    pub line: GameLine<G>,
    /// What was noted, with the seat that noted it.
    pub notes: Vec<(Seat, Note)>,
    /// Decides everything random, together with the players' own seeds.
    pub seed: u64,
}

impl<G: Game> Playing<G> {
    /// Creates a game that starts from this position.
    #[must_use]
    pub fn new(position: G, seed: u64) -> Self {
        Self::on(GameLine::new(position), seed)
    }

    /// Creates a game that continues this line.
    #[must_use]
    pub const fn on(line: GameLine<G>, seed: u64) -> Self {
        Self {
            line,
            notes: Vec::new(),
            seed,
        }
    }

    /// Returns the position now.
    #[must_use]
    pub fn position(&self) -> &G {
        self.line.position()
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> Vec<G::Move> {
        self.line.moves().collect()
    }

    /// Returns how many moves there are so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.line.move_count()
    }

    /// Lets a player decide the next move, without playing it.
    ///
    /// # Errors
    /// Returns an error if the player gives no move.
    pub fn ask(
        &self,
        player: &mut dyn Player<G>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Choice<G::Move>, PlayerError> {
        let notes = self.notes_of_mover();
        player.choose(&mut self.turn(limits, &notes, progress))
    }

    /// Lets a player say what every legal move is worth to every seat.
    ///
    /// # Errors
    /// Returns an error if the player cannot say.
    pub fn consider(
        &self,
        player: &mut dyn Player<G>,
        limits: &Limits,
    ) -> Result<AllMoves<G::Move, PerSeat<i32>>, PlayerError> {
        let notes = self.notes_of_mover();
        player.consider(&mut self.turn(limits, &notes, &mut |_| ()), None)
    }

    fn notes_of_mover(&self) -> Vec<Note> {
        let seat = self.position().turn();
        let own = self.notes.iter().filter(|(by, _)| *by == seat);
        own.map(|(_, note)| note.clone()).collect()
    }

    fn turn<'a>(
        &'a self,
        limits: &'a Limits,
        notes: &'a [Note],
        progress: &'a mut dyn FnMut(&Report<G::Move>),
    ) -> Turn<'a, G> {
        Turn {
            position: self.position(),
            line: &self.line,
            seed: self.seed,
            limits,
            notes,
            progress,
        }
    }

    /// Plays what a player decided.
    ///
    /// # Panics
    /// Panics if the move is not legal: players choose legal moves, or fail.
    pub fn play(&mut self, choice: &Choice<G::Move>) {
        let seat = self.position().turn();
        self.line
            .play(choice.m)
            .expect("players choose legal moves");
        self.notes
            .extend(choice.note.clone().map(|note| (seat, note)));
    }

    /// Takes plies back until this many are left, and with them what was noted there.
    pub fn undo(&mut self, plies: usize) {
        self.line.undo(plies);
        let moves = self.ply();
        self.notes.retain(|(_, note)| note.ply < moves);
    }

    /// Plays to the end with one player for each seat.
    ///
    /// # Errors
    /// Returns an error if one of them gives no move.
    pub fn to_the_end(
        &mut self,
        players: &mut [Box<dyn Player<G>>],
        limits: &Limits,
    ) -> Result<(), PlayerError> {
        while !self.line.is_finished() {
            let player = &mut players[self.position().turn().index()];
            let choice = self.ask(&mut **player, limits, &mut |_| ())?;
            self.play(&choice);
        }
        Ok(())
    }
}
