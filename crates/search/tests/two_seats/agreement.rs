//! Pruning, memory and ordering change neither value nor move.

use kaesu_search::{Limits, Score, Search};
use rules::Game;
use rules::reversi::{
    Board, Board4x4, Board6x6, Board8x8, Board10x10, Board88, Nipp, Octagon, Reversi,
};
use rules::tree::{Generator, Parameters, Tree};

use crate::explicit_tree::ExplicitTree;
use crate::positions;
use crate::scores::{Mixed, OfNode};
use crate::searches::{all, check_line, minimax};

fn check<G: Game, S: Score<G> + Copy + 'static>(
    roots: &[G],
    score: S,
    shuffle: Option<u64>,
    depth: impl Fn(usize) -> u32,
) {
    let mut searches = all::<G, S>(score, shuffle);
    for (place, root) in roots.iter().enumerate() {
        let limits = Limits::depth(depth(place));
        let full = minimax(score, shuffle).search(root, &limits, &mut |_| ());
        for (name, search) in &mut searches {
            let report = search.search(root, &limits, &mut |_| ());
            let context = || format!("{name} at depth {:?} of\n{root:?}", limits.depth);
            assert_eq!(report.values, full.values, "{}", context());
            assert_eq!(report.best(), full.best(), "{}", context());
            assert!(!full.exact || report.exact, "{}", context());
            assert!(!report.stopped && report.evaluations <= report.nodes);
            assert!(report.researched < report.nodes || root.is_finished());
            check_line(root, &report, &score);
        }
    }
}

fn check_board<B: Board>(count: usize, deepest: usize) {
    let roots = positions::sample::<Reversi<B>>(&(), count, B::MASK_SEED);
    let depth = |place| 1 + (place % deepest) as u32;
    for (coarse, orders, shuffle) in [
        (1, false, None),
        (40, true, None),
        (200, false, Some(7)),
        (1, true, Some(8)),
    ] {
        check(&roots, Mixed { coarse, orders }, shuffle, depth);
    }
}

/// A seed for the positions of each board.
trait Seeded {
    const MASK_SEED: u64;
}

impl<B: Board> Seeded for B {
    const MASK_SEED: u64 = B::SIDE as u64;
}

#[test]
fn on_8x8() {
    check_board::<Board8x8>(600, 4);
}

#[test]
fn on_6x6() {
    check_board::<Board6x6>(600, 5);
}

#[test]
fn on_4x4() {
    check_board::<Board4x4>(600, 7);
}

#[test]
fn on_10x10() {
    check_board::<Board10x10>(200, 3);
}

#[test]
fn on_88() {
    check_board::<Board88>(200, 3);
}

#[test]
fn on_the_octagon() {
    check_board::<Octagon>(200, 3);
}

#[test]
fn on_nipp() {
    check_board::<Nipp>(600, 4);
}

#[test]
fn on_synthetic_trees() {
    for (width, depth, change, generator) in [
        (2, 9, (1, 100), Generator::Rejection),
        (3, 6, (1, 2500), Generator::Rejection),
        (4, 5, (1, 10_000), Generator::Mean),
        (6, 4, (1, 50), Generator::Mean),
    ] {
        let trees: Vec<_> = (0..400)
            .map(|seed| {
                let parameters = Parameters {
                    players: 2,
                    width,
                    depth,
                    change,
                    generator,
                    seed,
                    ..Parameters::default()
                };
                Tree::start(&parameters.check().unwrap())
            })
            .collect();
        // To the leaves, beyond them, and not so far.
        check(&trees, OfNode, None, |place| {
            (depth + 1 - place % 4).max(1) as u32
        });
        check(&trees[..100], OfNode, Some(3), |_| depth as u32);
    }
}

#[test]
fn where_turns_jump_and_positions_are_shared() {
    let mut random = positions::random(6);
    for sum in [3, 20, 100] {
        let trees: Vec<_> = (0..500)
            .map(|_| ExplicitTree::random(&mut random, 2, sum, true))
            .collect();
        check(&trees, OfNode, None, |place| 1 + place as u32 % 7);
        check(&trees, OfNode, Some(5), |_| 6);
    }
}

#[test]
fn alpha_beta_visits_no_more_than_minimax_and_pvs_far_less() {
    let score = Mixed {
        coarse: 1,
        orders: true,
    };
    let limits = Limits::depth(5);
    let (mut full, mut others) = (0, vec![0; 7]);
    for position in positions::sample::<Reversi<Board8x8>>(&(), 20, 9) {
        let nodes =
            |search: &mut dyn Search<_>| search.search(&position, &limits, &mut |_| ()).nodes;
        full += nodes(&mut minimax(score, None));
        for (sum, (_, search)) in others.iter_mut().zip(all(score, None)) {
            let mut search = search;
            *sum += search.search(&position, &limits, &mut |_| ()).nodes;
        }
    }
    let [at_once, iterated, line_first, .., pvs] = others[..] else {
        unreachable!("there are seven searches")
    };
    assert!(at_once < full && line_first < iterated && pvs < line_first);
    assert!(pvs * 10 < full, "{pvs} of {full}");
}
