//! Minimax is what its definition says, node by node.

use kaesu_search::{Limits, Score, Search};
use rules::reversi::{Board4x4, Board6x6, Othello, Reversi};
use rules::{Game, Seat};

use crate::positions;
use crate::scores::{Mixed, OfNode};
use crate::searches::{check_line, minimax};

/// The value for the first seat: one seat takes the most, the other the least. No signs change, so
/// it shares nothing with the search.
fn value<G: Game>(position: &G, depth: u32, score: &impl Score<G>) -> i32 {
    let (first, second) = (Seat::new(0), Seat::new(1));
    if position.is_finished() {
        return score.result(position, first);
    }
    let maximises = position.turn() == first;
    if depth == 0 {
        let value = score.score(position);
        return if maximises { value } else { -value };
    }
    assert!(maximises || position.turn() == second);
    let children = position.legal().into_iter();
    let values = children.map(|m| value(&position.after(m), depth - 1, score));
    let value = if maximises {
        values.max()
    } else {
        values.min()
    };
    value.expect("a running game has moves")
}

/// Positions up to this depth, the root included.
fn positions_within<G: Game>(position: &G, depth: u32) -> u64 {
    let below = match depth {
        0 => 0,
        _ => position
            .legal()
            .into_iter()
            .map(|m| positions_within(&position.after(m), depth - 1))
            .sum(),
    };
    1 + below
}

fn check<G: Game>(position: &G, depth: u32, score: &impl Score<G>) {
    let report = minimax(score, None).search(position, &Limits::depth(depth), &mut |_| ());
    let first = Seat::new(0);
    assert_eq!(report.value(first), value(position, depth, score));
    assert_eq!(report.value(Seat::new(1)), -report.value(first));
    check_line(position, &report, score);
    if position.is_finished() {
        assert!(report.exact && report.best().is_none());
    } else {
        assert_eq!(report.nodes, positions_within(position, depth));
    }
}

#[test]
fn on_random_positions() {
    let score = Mixed {
        coarse: 1,
        orders: false,
    };
    for (place, position) in positions::sample::<Othello>(&(), 200, 1).iter().enumerate() {
        check(position, 1 + place as u32 % 3, &score);
    }
    for position in positions::sample::<Reversi<Board6x6>>(&(), 300, 2) {
        check(&position, 3, &score);
    }
    for position in positions::sample::<Reversi<Board4x4>>(&(), 300, 3) {
        check(&position, 4, &score);
    }
}

#[test]
fn where_turns_jump() {
    let mut random = positions::random(4);
    for _ in 0..500 {
        let root = crate::explicit_tree::ExplicitTree::random(&mut random, 2, 20, true);
        for depth in 1..=6 {
            check(&root, depth, &OfNode);
        }
    }
}

#[test]
#[should_panic(expected = "this search is for two seats, the game has 4")]
fn more_seats_are_refused() {
    let root = rules::tree::Tree::start(&rules::tree::Rules::default());
    minimax(OfNode, None).search(&root, &Limits::depth(1), &mut |_| ());
}
