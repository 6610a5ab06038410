//! From a player file to a player of a certain game.

use rules::Game;
use rules::reversi::{Board, Reversi};
use rules::tree::Tree;
use rules::yonin::Yonin;
use rules::yonin_shogi::YoninShogi;
use thiserror::Error;

use crate::file::PlayerFile;
use crate::player::Player;
use crate::random::RandomPlayer;
use crate::searching::SearchSpec;

/// A game for which players can be made.
pub trait Playable: Game {
    /// The player of this file.
    ///
    /// # Errors
    /// If the file names something that this game does not have.
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, CannotPlay>;
}

/// A player that cannot play a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotPlay {}

impl<B: Board> Playable for Reversi<B> {
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, CannotPlay> {
        any_game(file)
    }
}

impl Playable for Yonin {
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, CannotPlay> {
        any_game(file)
    }
}

impl Playable for YoninShogi {
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, CannotPlay> {
        any_game(file)
    }
}

impl Playable for Tree {
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, CannotPlay> {
        any_game(file)
    }
}

/// The players that need to know nothing of the game.
fn any_game<G: Game>(file: &PlayerFile) -> Result<Box<dyn Player<G>>, CannotPlay> {
    match &file.search {
        SearchSpec::Random {} => Ok(Box::new(RandomPlayer { seed: file.seed })),
    }
}
