//! What the tests of several papers share: positions of random games, and a board as plain as a
//! paper draws it, so that nothing fast is compared with itself.

#![allow(dead_code)]

use kaesu_players::{Choice, Playable, Player, PlayerFile, Playing, library};
use rules::hash::mix;
use rules::reversi::Othello;
use rules::{Game, Seat};
use search::Limits;

/// Positions that are not finished, from games of random moves.
pub(crate) fn positions<G: Game>(rules: &G::Rules, count: usize, seed: u64) -> Vec<G> {
    let mut positions = Vec::new();
    let mut state = mix(seed);
    while positions.len() < count {
        let mut position = G::start(rules);
        while !position.is_finished() {
            positions.push(position.clone());
            let moves = position.legal();
            state = mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
            position.play_unchecked(moves[state as usize % moves.len()]);
        }
    }
    // Not only the openings of the last game.
    positions.truncate(count);
    positions
}

/// Rows of squares: 1 for a disc of the seat to move, -1 for one of the other, 0 for none.
pub(crate) type Squares = [[i32; 8]; 8];

/// The board of a position as rows, from the side of the seat to move.
pub(crate) fn squares(own: u64, other: u64) -> Squares {
    let mut squares = [[0; 8]; 8];
    for (row, squares) in squares.iter_mut().enumerate() {
        for (column, square) in squares.iter_mut().enumerate() {
            let bit = 8 * row + column;
            *square = (own >> bit & 1) as i32 - (other >> bit & 1) as i32;
        }
    }
    squares
}

/// How many squares a side, 1 or -1, could place a disc on.
pub(crate) fn candidates(board: &Squares, side: i32) -> i32 {
    let at = |row: i32, column: i32| {
        ((0..8).contains(&row) && (0..8).contains(&column))
            .then(|| board[row as usize][column as usize])
    };
    let mut count = 0;
    for row in 0..8 {
        for column in 0..8 {
            let mut turns = false;
            for (down, right) in [
                (-1, -1),
                (-1, 0),
                (-1, 1),
                (0, -1),
                (0, 1),
                (1, -1),
                (1, 0),
                (1, 1),
            ] {
                let mut steps = 1;
                while at(row + steps * down, column + steps * right) == Some(-side) {
                    steps += 1;
                }
                let end = at(row + steps * down, column + steps * right);
                turns |= steps > 1 && end == Some(side);
            }
            count += i32::from(turns && at(row, column) == Some(0));
        }
    }
    count
}

/// A player of a game from the text of a file.
pub(crate) fn player<G: Playable>(text: &str) -> Box<dyn Player<G>> {
    let file = PlayerFile::parse("test.toml", text).unwrap();
    G::player(&file).unwrap()
}

/// A player that comes along.
pub(crate) fn named<G: Playable>(name: &str) -> Box<dyn Player<G>> {
    G::player(&library::load(name).unwrap()).unwrap()
}

/// What a player decides in a position of a game with this seed.
pub(crate) fn ask<G: Game>(player: &mut dyn Player<G>, position: &G, seed: u64) -> Choice<G::Move> {
    let playing = Playing::new(position.clone(), seed);
    let choice = playing.ask(player, &Limits::default(), &mut |_| ());
    choice.expect("players of ours have a move")
}

/// The number of the move that is chosen in a position: discs placed, and one.
pub(crate) fn move_number(position: &Othello) -> usize {
    let scores = position.standing().scores;
    (scores[Seat::new(0)] + scores[Seat::new(1)] - 3) as usize
}
