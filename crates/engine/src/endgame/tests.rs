use super::fastest;
use crate::board::Board;
use crate::compiled::Compiled;
use crate::positions::{endgames, rounds, with_each_kernel};
use crate::worker::Worker;

/// Plain alpha-beta by the rules alone: no table, no order, no pruning but the window.
fn plain(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = board.moves();
    if moves == 0 {
        if board.passed().moves() == 0 {
            return board.final_score();
        }
        return -plain(board.passed(), -beta, -alpha);
    }
    while moves != 0 && alpha < beta {
        let next = board.play(moves.trailing_zeros()).expect("a legal move");
        moves &= moves - 1;
        alpha = alpha.max(-plain(next, -beta, -alpha));
    }
    alpha
}

/// Every window that can be asked: the bounds have to be true, and to be met at the value.
fn check<K: Compiled>(kernel: K, worker: &mut Worker<'_>, board: Board, value: i32) {
    for alpha in [-65, -30, value - 2, value - 1, value, value + 1, 30, 64] {
        let found = fastest::solve(kernel, worker, board, alpha);
        if value > alpha {
            assert!(
                found > alpha && found <= value,
                "{board:x?} {alpha}: {found}"
            );
        } else {
            assert!(
                found <= alpha && found >= value,
                "{board:x?} {alpha}: {found}"
            );
        }
    }
}

#[test]
fn every_window_agrees_with_plain_alpha_beta() {
    let mut solved = Vec::new();
    for (empties, count) in [
        (1, 500),
        (2, 500),
        (3, 500),
        (4, 500),
        (5, 300),
        (6, 200),
        (7, 100),
        (8, 64),
        (9, 30),
        (10, 6),
        (11, 1),
        (12, 1),
    ] {
        for board in endgames(u64::from(empties), empties).take(count * rounds()) {
            solved.push((board, plain(board, -64, 64)));
        }
    }
    let parts = crate::worker::Parts::for_tests();
    with_each_kernel!(kernel => {
        let mut worker = parts.worker();
        for &(board, value) in &solved {
            check(kernel, &mut worker, board, value);
        }
    });
}
