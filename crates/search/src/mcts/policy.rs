//! Which moves playouts make.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Game;

/// Draws the moves of playouts.
pub trait Policy<G: Game>: Send + Sync {
    /// Returns a legal move, or `None` if the game is over.
    fn next(&self, position: &G, random: &mut Xoshiro256PlusPlus) -> Option<G::Move>;
}

/// Any legal move, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn next(&self, position: &G, random: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
        let moves = position.legal();
        (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
    }
}
