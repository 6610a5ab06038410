//! Facts about the games that were published.

use kaesu_rules::reversi::{Board6x6, Reversi};
use kaesu_rules::{Game, GameLine};

/// Perfect play on 6 × 6 (Feinstein 1993), on the squares b2 to g7 of an 8 × 8 board.
const FEINSTEIN: &str = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 \
                         f7 f6 b4 b2 g6 g7 f2 g2";

/// The square one further left and up: our 6 × 6 board begins at a1.
fn shifted(square: &str) -> String {
    square.bytes().map(|byte| char::from(byte - 1)).collect()
}

#[test]
fn feinsteins_line_ends_16_to_20() {
    let squares: Vec<String> = FEINSTEIN.split(' ').map(shifted).collect();
    let mut line = GameLine::new(Reversi::<Board6x6>::start(&()));
    line.play_transcript(&squares.join(""))
        .expect("a legal line");
    let passes = line.moves().filter(|m| m.square().is_none()).count();
    assert_eq!((line.moves().count(), passes), (33, 1), "Black passes once");
    let outcome = line.outcome().expect("the line goes to the end");
    assert_eq!(*outcome.scores, [16, 20]);
    assert_eq!(*outcome.ranks, [2, 1]);
}
