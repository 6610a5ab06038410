//! Where a check stands, so that a failure can be found again.

use std::fmt;

use crate::notation::Notation;

/// The game, seed, ply and position a check has come to. Dropped in a panic, whoever's it is, it
/// says them: a failure inside a game's own code is found as easily as a broken relation.
#[derive(Debug)]
pub struct Scene {
    game: String,
    seed: u64,
    line: String,
    moves: Vec<String>,
}

impl Scene {
    /// Returns the beginning of the game that this seed decides.
    #[must_use]
    pub fn new(game: &str, seed: u64) -> Self {
        Self {
            game: game.to_owned(),
            seed,
            line: String::new(),
            moves: Vec::new(),
        }
    }

    /// The check has come to this position.
    pub fn at<G: Notation>(&mut self, position: &G) {
        self.line = position.position_text();
    }

    /// This was done: a move, or a resignation.
    pub fn done(&mut self, what: impl Into<String>) {
        self.moves.push(what.into());
    }

    /// Returns what was done so far, in order.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game, seed, line, ..
        } = self;
        let ply = self.moves.len();
        writeln!(f, "{game}, seed {seed}, after ply {ply}, position {line}")?;
        write!(f, "moves {}", self.moves.join(" "))
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{self}");
        }
    }
}
