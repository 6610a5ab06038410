//! What every move is worth.

use kaesu_search::{Limits, Score, Search};
use rules::Game;
use rules::reversi::{Board6x6, Othello, Reversi};

use crate::explicit_tree::ExplicitTree;
use crate::positions;
use crate::scores::{Mixed, OfNode};
use crate::searches::{all, check_line, minimax};

/// The value of each move by a search of the position after it.
fn one_by_one<G: Game>(root: &G, depth: u32, score: &impl Score<G>) -> Vec<(G::Move, i32)> {
    root.legal()
        .into_iter()
        .map(|m| {
            let child = root.after(m);
            let value = if depth > 1 || child.is_finished() {
                minimax(score, None)
                    .search(&child, &Limits::depth(depth - 1), &mut |_| ())
                    .value(root.turn())
            } else if child.turn() == root.turn() {
                score.score(&child)
            } else {
                -score.score(&child)
            };
            (m, value)
        })
        .collect()
}

fn check<G: Game, S: Score<G> + Copy + 'static>(roots: &[G], score: S) {
    let mut searches = all::<G, S>(score, Some(1));
    searches.push(("minimax".to_owned(), Box::new(minimax(score, Some(1)))));
    for (place, root) in roots.iter().enumerate() {
        let depth = 1 + place as u32 % 4;
        let limits = Limits::depth(depth);
        let values = one_by_one(root, depth, &score);
        let best = minimax(score, Some(1)).search(root, &limits, &mut |_| ());
        for (name, search) in &mut searches {
            let all = search.all_moves(root, &limits);
            assert_eq!(all.values, values, "{name} at\n{root:?}");
            assert_eq!(all.report.values, best.values);
            assert_eq!(all.report.best(), best.best());
            check_line(root, &all.report, &score);
        }
    }
}

#[test]
fn is_what_a_search_of_each_says() {
    for coarse in [1, 100] {
        let score = Mixed {
            coarse,
            orders: true,
        };
        check(&positions::sample::<Othello>(&(), 100, 31), score);
        check(&positions::sample::<Reversi<Board6x6>>(&(), 200, 32), score);
    }
}

#[test]
fn is_right_where_turns_jump() {
    let mut random = positions::random(33);
    let trees: Vec<_> = (0..500)
        .map(|_| ExplicitTree::random(&mut random, 2, 10, true))
        .collect();
    check(&trees, OfNode);
}

#[test]
fn is_of_one_depth_when_a_limit_stops_it() {
    let score = Mixed {
        coarse: 1,
        orders: false,
    };
    for root in positions::sample::<Othello>(&(), 20, 34) {
        for nodes in [0, 1, 5, 40, 300, 2_000] {
            for (name, mut search) in all(score, None) {
                let all = search.all_moves(&root, &Limits::nodes(nodes));
                let depth = all.report.depth.max(1);
                if all.report.stopped && depth < 5 {
                    assert_eq!(all.values, one_by_one(&root, depth, &score), "{name}");
                }
                assert!(all.report.nodes <= nodes);
            }
        }
    }
}
