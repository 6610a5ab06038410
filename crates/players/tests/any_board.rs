//! The evaluation for any board equals its description, worked out square by square.

#![allow(clippy::unwrap_used)]

mod common;

use common::positions;
use kaesu_players::evaluation::EvaluationSpec;
use kaesu_players::evaluation::any_board::{AnyBoard, UNIT};
use kaesu_players::library;
use rules::Game;
use rules::reversi::{Bits, Board, Board6x6, Board8x8, Board10x10, Nipp, Octagon, Reversi};
use search::{Score, Worth};

/// The weights of `reversi-any`, as straight lines over the percentage of the board filled.
fn line(percent: f64, points: &[(f64, f64)]) -> f64 {
    let after = points.iter().position(|point| point.0 >= percent).unwrap();
    if after == 0 {
        return points[0].1;
    }
    let ((from, start), (to, end)) = (points[after - 1], points[after]);
    start + (end - start) * (percent - from) / (to - from)
}

fn slow<B: Board>(position: &Reversi<B>) -> f64 {
    let disc = |row: i32, column: i32| {
        let side = 0..B::SIDE as i32;
        if !side.contains(&row) || !side.contains(&column) {
            return None;
        }
        let (row, column) = (row as usize, column as usize);
        let bit = B::bit(row, column);
        B::holds(row, column)
            .then(|| i32::from(position.own().has(bit)) - i32::from(position.other().has(bit)))
    };
    let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut sum = 0.0;
    let (mut discs, mut squares, mut taken) = (0, 0, 0);
    for row in 0..B::SIDE as i32 {
        for column in 0..B::SIDE as i32 {
            let Some(own) = disc(row, column) else {
                continue;
            };
            squares += 1;
            discs += own;
            taken += own.abs();
            let is_safe = |row: i32, column: i32| {
                disc(row, column).is_some()
                    && lines.iter().all(|(down, right)| {
                        disc(row + down, column + right).is_none()
                            || disc(row - down, column - right).is_none()
                    })
            };
            if is_safe(row, column) {
                sum += 50.0 * f64::from(own);
            }
            let near_empty_safe = |steps: &[(i32, i32)]| {
                steps.iter().any(|(down, right)| {
                    [1, -1].iter().any(|way| {
                        let (row, column) = (row + way * down, column + way * right);
                        is_safe(row, column) && disc(row, column) == Some(0)
                    })
                })
            };
            if near_empty_safe(&lines[..2]) {
                sum -= 10.0 * f64::from(own);
            }
            if near_empty_safe(&lines[2..]) {
                sum -= 25.0 * f64::from(own);
            }
        }
    }
    let percent = f64::from(100 * taken / squares);
    let moves = position.placements().len() as i32 - position.placements_of_other().len() as i32;
    let mobility = [(0.0, 4.0), (50.0, 8.0), (90.0, 4.0), (100.0, 0.0)];
    let worth = [(0.0, -1.0), (60.0, -1.0), (85.0, 1.0), (100.0, 6.0)];
    let last_word = [(0.0, 0.0), (60.0, 0.0), (85.0, 5.0), (100.0, 5.0)];
    let parity = if (squares - taken) % 2 == 1 {
        1.0
    } else {
        -1.0
    };
    sum + f64::from(moves) * line(percent, &mobility)
        + f64::from(discs) * line(percent, &worth)
        + parity * line(percent, &last_word)
}

fn check<B: Board>(seed: u64) {
    let Some(EvaluationSpec::AnyBoard(spec)) = library::load("reversi-any").unwrap().evaluation
    else {
        panic!("it is for any board")
    };
    let fast = AnyBoard::<B>::new(&spec).unwrap();
    for position in positions::<Reversi<B>>(&(), 500, seed) {
        let value = f64::from(fast.score(&position)) / f64::from(UNIT);
        // Three weights are rounded to hundredths, and multiplied by at most some tens.
        let error = value - slow(&position);
        assert!(error.abs() < 0.5, "{position}\n{value} is off by {error}");
        assert_eq!(fast.of(&position), Worth::Running(fast.score(&position)));
        assert!(!position.is_finished());
    }
}

#[test]
fn the_evaluation_is_its_description_on_every_kind_of_board() {
    check::<Board8x8>(41);
    check::<Board6x6>(42);
    check::<Board10x10>(43);
    check::<Octagon>(44);
    check::<Nipp>(45);
}
