//! Positions of random games, finished ones and ones with a pass included.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Game;

/// A source of random numbers.
pub(crate) fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// All positions of one random game, the start and the end included.
pub(crate) fn game<G: Game>(rules: &G::Rules, random: &mut Xoshiro256PlusPlus) -> Vec<G> {
    let mut position = G::start(rules);
    let mut positions = vec![position.clone()];
    loop {
        let moves = position.legal();
        if moves.is_empty() {
            return positions;
        }
        position.play_unchecked(moves[random.random_range(0..moves.len())]);
        positions.push(position.clone());
    }
}

/// So many positions of random games, each game giving every position with chance one in four,
/// and always its last three, where passes and endings are.
pub(crate) fn sample<G: Game>(rules: &G::Rules, count: usize, seed: u64) -> Vec<G> {
    let mut random = random(seed);
    let mut sample = Vec::new();
    while sample.len() < count {
        let game = game::<G>(rules, &mut random);
        let last = game.len().saturating_sub(3);
        for (place, position) in game.into_iter().enumerate() {
            if place >= last || random.random_ratio(1, 4) {
                sample.push(position);
            }
        }
    }
    sample.truncate(count);
    sample
}
