//! The player that moves at random, and the random numbers of all players.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Game, PerSeat};
use search::Report;

use crate::player::{Choice, Player, PlayerError, Turn};

/// The generator of every random decision, fixed so that games can always be replayed.
pub(crate) type Random = Xoshiro256PlusPlus;

/// Creates the random numbers of a seed.
pub(crate) fn stream(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// Any legal move, all equally likely.
#[derive(Clone)]
pub(crate) struct RandomPlayer {
    pub(crate) seed: u64,
}

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(&mut self, turn: &mut Turn<'_, G>) -> Result<Choice<G::Move>, PlayerError> {
        let moves = turn.position.legal();
        let m = moves[stream(turn.move_seed(self.seed)).random_range(0..moves.len())];
        let seats = turn.position.facts().seats;
        Ok(Choice::best(Report::before(
            PerSeat::all(seats, 0),
            vec![m],
        )))
    }
}
