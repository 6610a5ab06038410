//! The rules at a table, whatever game it is: whose turn it is and which moves are legal.

use rules::line::GameLine;
use rules::{Game, GameName, Notation, with_game};

/// A game that is being played.
pub(crate) trait Board: Send + Sync {
    /// Returns whose turn it is, unless the game is over.
    fn turn(&self) -> Option<u8>;
    /// Plays a move, or changes nothing and reports so.
    fn play(&mut self, text: &str) -> bool;
    /// Returns the pass that has to be played now, if one has.
    fn forced_pass(&self) -> Option<String>;
    /// Returns ranks and scores as the game stands.
    fn standing(&self) -> (Vec<u8>, Vec<i32>);
    /// Returns the legal moves.
    fn legal(&self) -> Vec<String>;
}

struct Line<G: Game>(GameLine<G>);

/// Begins a game.
pub(crate) fn begin(game: &GameName) -> Box<dyn Board> {
    with_game!(game, G, rules => Box::new(Line::<G>(GameLine::new(G::start(rules)))))
}

impl<G: Notation> Board for Line<G> {
    fn turn(&self) -> Option<u8> {
        let now = self.0.position();
        (!now.is_finished()).then(|| now.turn().index() as u8)
    }

    fn play(&mut self, text: &str) -> bool {
        self.0.play_text(text).is_ok()
    }

    fn forced_pass(&self) -> Option<String> {
        let pass = self.0.forced_pass()?;
        Some(self.0.position().move_text(pass))
    }

    fn standing(&self) -> (Vec<u8>, Vec<i32>) {
        let standing = self.0.position().standing();
        (standing.ranks.to_vec(), standing.scores.to_vec())
    }

    fn legal(&self) -> Vec<String> {
        let now = self.0.position();
        now.legal().iter().map(|&m| now.move_text(m)).collect()
    }
}
