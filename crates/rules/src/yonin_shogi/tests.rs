//! Relations that hold in every position of every game.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::SEATS;
use super::{RuleSet, YoninShogi};
use crate::game::Game;
use crate::seat::Seat;
use crate::symmetry::Symmetry;

/// Random games under all rules, with a resignation now and then; `check` sees every position.
fn playouts(games: u64, mut check: impl FnMut(&YoninShogi, &mut Xoshiro256PlusPlus)) {
    for rules in RuleSet::ALL {
        for game in 0..games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
            let mut position = YoninShogi::start(&rules);
            check(&position, &mut rng);
            while !position.is_finished() {
                if rng.random_range(0..400) == 0 {
                    position.resign(Seat::new(rng.random_range(0..SEATS)));
                } else {
                    let moves = position.legal();
                    position.play_unchecked(moves[rng.random_range(0..moves.len())]);
                }
                check(&position, &mut rng);
            }
        }
    }
}

#[test]
fn moves_are_there_once_and_until_the_end() {
    let (mut mates, mut resigned) = (0, 0);
    playouts(30, |position, _| {
        let mut moves = position.legal();
        assert_eq!(moves.is_empty(), position.is_finished(), "{position:?}");
        assert_eq!(
            position.leaves(1),
            moves.len().max(1) as u64,
            "{position:?}"
        );
        moves.sort_unstable();
        assert!(
            moves.windows(2).all(|pair| pair[0] != pair[1]),
            "{position:?}"
        );
        if position.is_finished() {
            mates += position.outs().iter().filter(|out| out.mated).count();
            resigned += position.outs().iter().filter(|out| !out.mated).count();
        }
    });
    assert!(
        mates > 30 && resigned > 15,
        "the playouts prove little: {mates} {resigned}"
    );
}

#[test]
fn nobody_moves_into_check() {
    playouts(10, |position, rng| {
        let moves = position.legal();
        if moves.is_empty() {
            return;
        }
        let m = moves[rng.random_range(0..moves.len())];
        let mut next = position.clone();
        next.move_pieces(m);
        assert!(!next.is_in_check(position.turn()), "{position:?} {m}");
        assert!(
            next.board().king(position.turn()) == position.board().king(position.turn())
                || m.from() == Some(position.board().king(position.turn()))
        );
    });
}

#[test]
fn a_line_makes_the_same_position() {
    playouts(10, |position, _| {
        let text = position.position_text();
        let read = YoninShogi::parse_position(&RuleSet::Iemoto, &text).expect(&text);
        assert_eq!(&read, position);
        assert_eq!(read.key(), position.key(), "{position:?}");
        assert_eq!(read.position_text(), text);
        assert_eq!(read.standing(), position.standing());
    });
}

#[test]
fn playing_and_turning_change_places() {
    playouts(6, |position, rng| {
        let symmetry = Symmetry::ROTATIONS[rng.random_range(0..4)];
        let turned = position.turned(symmetry);
        assert_eq!(&turned.turned(symmetry.inverse()), position);
        let moves = position.legal();
        assert_eq!(turned.legal().len(), moves.len(), "{position:?}");
        if moves.is_empty() {
            return;
        }
        let m = moves[rng.random_range(0..moves.len())];
        let after = turned.after(position.turned_move(m, symmetry));
        let expected = position.after(m).turned(symmetry);
        assert_eq!(after, expected);
        assert_eq!(after.key(), expected.key());
        for seat in Seat::all(SEATS) {
            let there = position.turned_seat(seat, symmetry);
            let standing = position.after(m).standing();
            assert_eq!(after.standing().ranks[there], standing.ranks[seat]);
            assert_eq!(after.standing().scores[there], standing.scores[seat]);
        }
    });
}

#[test]
fn the_drawing_shows_everybody() {
    playouts(1, |position, _| {
        let drawing = position.to_string();
        assert_eq!(drawing.lines().count(), 15, "{drawing}");
    });
    let line = "2nK6/9/wK8/5wS1wP<+xR>/1wP<2sR3#e/9/9/9/2sK6 -/P/-/- N Ex 0100 iemoto 1 2";
    let position = YoninShogi::parse_position(&RuleSet::Iemoto, line).expect(line);
    assert_eq!(
        position.to_string(),
        "   9    8    7    6    5    4    3    2    1
a  .    .   vK    .    .    .    .    .    .
b  .    .    .    .    .    .    .    .    .
c >K    .    .    .    .    .    .    .    .
d  .    .    .    .    .   >S    .   <Pw  >+Rx
e  .   <Pw   .    .   ^R    .    .    .   ##
f  .    .    .    .    .    .    .    .    .
g  .    .    .    .    .    .    .    .    .
h  .    .    .    .    .    .    .    .    .
i  .    .   ^K    .    .    .    .    .    .
S: hand -
W: hand P, mates 1
N: hand -
E: mated, out as number 1
N to move, ply 1, seen 2 times"
    );
}
