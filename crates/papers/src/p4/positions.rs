//! Positions of games that P4's program plays with itself, after some random moves by seed.

use players::{Playable, Playing};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::hash::mix;
use rules::reversi::Othello;
use rules::{Game, GameName};
use search::Limits;

use crate::file_of;
use lab::contender::Contender;

/// Random moves before the program plays.
const RANDOM: usize = 4;

/// Nodes a move where only the position matters.
const SKETCH: u64 = 5000;

/// The latest position, by plies played: enough empty squares are left for every depth.
const LATEST: usize = 44;

/// Othello.
pub(super) fn othello() -> GameName {
    "othello".parse().expect("it is a game")
}

/// Returns a game that begins with random moves.
pub(super) fn opening(seed: u64) -> Playing<Othello> {
    let mut game = Playing::new(Othello::start(&()), seed);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..RANDOM {
        let moves = game.position().legal();
        let m = moves[random.random_range(0..moves.len())];
        game.line.play(m).expect("the move is from the list");
    }
    game
}

/// Returns a position from a game of its own, at a ply drawn by the seed.
pub(super) fn somewhere(program: &Contender, seed: u64) -> Playing<Othello> {
    let mut player = Othello::player(file_of(program).1).expect("it plays Othello");
    for attempt in 0.. {
        let seed = mix(seed ^ mix(attempt));
        let mut game = opening(seed);
        let plies = Xoshiro256PlusPlus::seed_from_u64(mix(seed)).random_range(RANDOM..=LATEST);
        while game.ply() < plies && !game.line.is_finished() {
            let choice = game.ask(&mut *player, &Limits::nodes(SKETCH), &mut |_| ());
            let choice = choice.expect("players of ours have a move");
            game.play(&choice);
        }
        if !game.line.is_finished() {
            return game;
        }
    }
    unreachable!("some game of the program takes longer than {LATEST} plies")
}

/// Returns the moves of a game as one text.
pub(super) fn transcript(game: &Playing<Othello>) -> String {
    game.line.moves_text()
}
