//! Players of Reversi.

use rules::reversi::{Board, Reversi};

use super::{Playable, any_game, wrong_search};
use crate::file::{FileError, PlayerFile};
use crate::player::Player;

impl<B: Board> Playable for Reversi<B> {
    fn player(file: &PlayerFile) -> Result<Box<dyn Player<Self>>, FileError> {
        any_game(file, B::NAME)?.ok_or_else(|| wrong_search(file, B::NAME, &[]))
    }
}
