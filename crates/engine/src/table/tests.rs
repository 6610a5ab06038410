use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use super::*;
use crate::positions::random_games;

fn found(value: i32, depth: u32) -> Found {
    Found {
        alpha: value - 1,
        beta: value + 1,
        value,
        depth,
        level: 5,
        best: 19,
    }
}

#[test]
fn what_is_put_is_got_and_nothing_else() {
    let table = Table::new(1);
    let positions: Vec<Board> = random_games(5, 20).collect();
    for board in &positions {
        let value = (board.hash() % 129) as i32 - 64;
        table.put(*board, board.hash(), &found(value, board.empty_count()));
    }
    let mut hits = 0;
    for board in positions {
        let value = (board.hash() % 129) as i32 - 64;
        if let Some(entry) = table.get(board, board.hash()) {
            assert_eq!(
                (i32::from(entry.lower), i32::from(entry.upper)),
                (value, value)
            );
            assert_eq!(u32::from(entry.depth), board.empty_count());
            hits += 1;
        }
        let swapped = Board {
            own: board.own ^ 1,
            ..board
        };
        assert!(table.get(swapped, board.hash()).is_none());
    }
    assert!(hits > 1000);
}

/// Many threads and a table of two lines: every entry that is got is one that was put.
#[test]
fn a_tiny_table_and_many_threads() {
    let table = Table::with_lines(2);
    let positions: Vec<Board> = random_games(6, 2).collect();
    let expected = |board: Board| (board.hash() % 129) as i32 - 64;
    let (done, hits) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for thread in 0..4 {
            let (table, positions, done, hits) = (&table, &positions, &done, &hits);
            scope.spawn(move || {
                for round in 0..2_000 {
                    let board = positions[(round * 7 + thread * 13) % positions.len()];
                    if let Some(entry) = table.get(board, board.hash()) {
                        assert_eq!(i32::from(entry.lower), expected(board));
                        hits.fetch_add(1, Ordering::Relaxed);
                    }
                    table.put(
                        board,
                        board.hash(),
                        &found(expected(board), board.empty_count()),
                    );
                }
                done.store(true, Ordering::Relaxed);
            });
        }
    });
    assert!(done.into_inner() && hits.into_inner() > 0);
}

/// More often than eras have numbers.
#[test]
fn a_cleared_table_knows_nothing() {
    let mut table = Table::with_lines(4);
    let positions: Vec<Board> = random_games(8, 1).collect();
    for round in 0..600 {
        for board in &positions {
            assert!(table.get(*board, board.hash()).is_none(), "{round}");
        }
        let some = positions.iter().cycle().skip(7 * round).take(5);
        for board in some {
            table.put(*board, board.hash(), &found(round as i32 % 60, 20));
            let entry = table.get(*board, board.hash()).expect("it was put there");
            assert_eq!(i32::from(entry.lower), round as i32 % 60);
        }
        table.clear();
    }
}

#[test]
fn surer_and_deeper_bounds_stay() {
    let table = Table::new(1);
    let board = Board::START;
    let put = |value, depth, level, best| {
        let found = Found {
            level,
            best,
            ..found(value, depth)
        };
        table.put(board, board.hash(), &found);
        table.get(board, board.hash()).expect("it was put there")
    };
    put(10, 20, 5, 19);
    let entry = put(4, 12, 2, 26);
    assert_eq!((entry.lower, entry.depth, entry.level), (10, 20, 5));
    assert_eq!(entry.moves, [26, 19]);
    let entry = put(6, 22, 2, 26);
    assert_eq!((entry.lower, entry.depth, entry.level), (6, 22, 2));
}
