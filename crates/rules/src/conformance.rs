//! One kit that every game passes: random games in which each position keeps the promises of
//! [`Game`](crate::Game), [`Notation`] and [`Symmetric`].
//!
//! - at each position: the legal list is what checked play accepts, without doubles, empty exactly
//!   at the end; moves and position come back from their text, the key with them; move indices are
//!   distinct; ranks are well formed; playing and turning the board change places;
//! - over each game: equal keys mean equal moves, counting with the game's own
//!   [`leaves`](crate::Game::leaves) is plain counting, moves replay one by one and from a transcript, the
//!   [line](crate::line) of the game comes back from its texts and from being taken back, the end
//!   comes within the declared length;
//! - with seats resigning at random: all of that again, see [`check`].
//!
//! The kit panics when a promise is broken and says game, seed, ply and position. It needs a source
//! of randomness from the caller: a function from a seed to a chooser, which is asked for an index
//! below `n`.
//!
//! ```
//! use kaesu_rules::conformance;
//! use kaesu_rules::reversi::{Board4x4, Reversi};
//!
//! // A line of Lehmer's numbers will do here; tests take a better generator.
//! let chooser = |seed: u64| {
//!     let mut state = seed + 1;
//!     move |n: usize| {
//!         state = state * 48_271 % 0x7fff_ffff;
//!         state as usize % n
//!     }
//! };
//! conformance::check::<Reversi<Board4x4>, _>("reversi-4x4", &(), 0..10, chooser);
//! ```

mod line;
mod play;
mod position;
mod resignation;
mod scene;
pub mod text;

use std::ops::Range;

pub use scene::Scene;

use crate::notation::Notation;
use crate::symmetry::Symmetric;

/// How many moves from earlier positions are tried where they may not be legal.
const STRANGERS: usize = 48;

/// Plays one game to the end and one with resignations for each seed.
///
/// A resignation never revives a finished game, counts once, leaves the resigned seat at most one
/// move (the pass) if its turn ever comes, and as long as anybody is left, somebody who did not
/// resign is first.
///
/// # Panics
/// Panics if the game breaks a promise.
pub fn check<G: Notation + Symmetric, C: FnMut(usize) -> usize>(
    game: &str,
    rules: &G::Rules,
    seeds: Range<u64>,
    chooser: impl Fn(u64) -> C,
) {
    let mut strangers = Strangers(Vec::new());
    for seed in seeds {
        let mut choose = chooser(seed);
        play::check::<G>(game, rules, seed, &mut choose, &mut strangers);
        resignation::check::<G>(game, rules, seed, &mut choose, &mut strangers);
    }
}

/// Moves that were legal somewhere, each position's slowly pushing out the earlier ones.
struct Strangers<M>(Vec<M>);

impl<M: Copy> Strangers<M> {
    fn meet(&mut self, m: M, choose: &mut dyn FnMut(usize) -> usize) {
        if self.0.len() < STRANGERS {
            self.0.push(m);
        } else {
            self.0[choose(STRANGERS)] = m;
        }
    }
}
