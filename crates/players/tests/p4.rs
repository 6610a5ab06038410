//! P4: the evaluation is the paper's formula, worked out in plain arrays and, for the table, also
//! as the paper does it, by one mask for each number.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Squares, candidates, named, positions, squares};
use kaesu_players::evaluation::EvaluationSpec;
use kaesu_players::evaluation::finished::{MOST, WON};
use kaesu_players::evaluation::map::MapSum;
use kaesu_players::evaluation::phases::{Phases, PhasesSpec, UNIT};
use kaesu_players::{Playing, library};
use rules::reversi::Othello;
use rules::{Game, Notation, Seat};
use search::{Limits, Score, Worth};

const QUARTER: [[i32; 4]; 4] = [
    [100, -20, 10, 5],
    [-20, -50, -2, -2],
    [10, -2, 1, 0],
    [5, -2, 0, 0],
];

fn number(row: usize, column: usize) -> i32 {
    let folded = |place: usize| if place < 4 { place } else { 7 - place };
    QUARTER[folded(row)][folded(column)]
}

fn spec(name: &str) -> PhasesSpec {
    match library::load(name).unwrap().evaluation {
        Some(EvaluationSpec::Phases(spec)) => spec,
        other => panic!("{name} has {other:?}"),
    }
}

/// The value on the straight line through two points.
fn between(discs: i32, (from, start): (i32, f64), (to, end): (i32, f64)) -> f64 {
    start + (end - start) * f64::from(discs - from) / f64::from(to - from)
}

fn weights(discs: i32) -> [f64; 3] {
    let position = match discs {
        ..=20 => 1.0,
        21..=44 => between(discs, (20, 1.0), (44, 0.3)),
        45..=60 => between(discs, (44, 0.3), (60, 0.0)),
        _ => 0.0,
    };
    let ratio = match discs {
        ..=40 => 0.0,
        41..=50 => between(discs, (40, 0.0), (50, 0.2)),
        51..=60 => between(discs, (50, 0.2), (60, 1.0)),
        _ => 1.0,
    };
    let mobility = match discs {
        ..=32 => between(discs, (4, 0.3), (32, 1.0)),
        33..=50 => between(discs, (32, 1.0), (50, 0.5)),
        51..=60 => between(discs, (50, 0.5), (60, 0.0)),
        _ => 0.0,
    };
    [position, ratio, mobility]
}

fn slow(board: &Squares) -> f64 {
    let ratio = |own: i32, other: i32| {
        if own + other == 0 {
            0.0
        } else {
            f64::from(own - other) / f64::from(own + other)
        }
    };
    let mut table = 0;
    for (row, squares) in board.iter().enumerate() {
        for (column, disc) in squares.iter().enumerate() {
            table += disc * number(row, column);
        }
    }
    let count = |side: i32| board.iter().flatten().filter(|&&disc| disc == side).count() as i32;
    let (own, other) = (count(1), count(-1));
    let [position, discs, mobility] = weights(own + other);
    position * f64::from(table) / 400.0
        + discs * ratio(own, other)
        + mobility * ratio(candidates(board, 1), candidates(board, -1))
}

#[test]
fn the_evaluation_is_the_formula() {
    let fast = Phases::new(&spec("p4-othello-ai")).unwrap();
    let weak = Phases::new(&spec("p4-weak")).unwrap();
    for position in positions::<Othello>(&(), 6000, 21) {
        let right = slow(&squares(position.own(), position.other()));
        let value = fast.score(&position);
        // Weights are rounded to whole units, so a table sum of some hundreds is off by as many
        // halves.
        let error = f64::from(value) / f64::from(UNIT) - right;
        assert!(error.abs() < 1e-4, "{position}\n{value} is not {right}");
        assert_eq!(weak.score(&position), -value);
        assert_eq!(fast.of(&position), Worth::Running(value));
    }
}

#[test]
fn the_table_sum_is_that_of_masks_and_bit_counts() {
    let fast = MapSum::new(&spec("p4-othello-ai").table);
    let mut masks: Vec<(i32, u64)> = Vec::new();
    for square in 0..64 {
        let number = number(square / 8, square % 8);
        match masks.iter_mut().find(|(other, _)| *other == number) {
            Some((_, mask)) => *mask |= 1 << square,
            None => masks.push((number, 1 << square)),
        }
    }
    assert_eq!(masks.len(), 8);
    for position in positions::<Othello>(&(), 6000, 22) {
        let (own, other) = (position.own(), position.other());
        let counted: i32 = masks
            .iter()
            .map(|(number, mask)| {
                let count = |discs: u64| (discs & mask).count_ones() as i32;
                number * (count(own) - count(other))
            })
            .sum();
        assert_eq!(fast.difference(own, other), counted);
    }
}

#[test]
fn a_finished_game_is_worth_more_than_any_evaluation_and_nothing_left_is_worth_most() {
    let fast = Phases::new(&spec("p4-othello-ai")).unwrap();
    let weak = Phases::new(&spec("p4-weak")).unwrap();
    let [black, white] = [0, 1].map(Seat::new);
    let read = |line: &str| Othello::parse_position(&(), line).unwrap();
    let won = read(&format!("{}{} X", "X".repeat(33), "O".repeat(31)));
    assert_eq!(fast.of(&won), Worth::Finished(WON + 2));
    assert_eq!(fast.result(&won, white), -WON - 2);
    assert_eq!(weak.result(&won, black), -WON - 2);
    let wiped_out = read(&format!("XXX{} O", "-".repeat(61)));
    assert_eq!(fast.of(&wiped_out), Worth::Finished(-MOST));
    assert_eq!(fast.result(&wiped_out, black), MOST);
    assert_eq!(weak.result(&wiped_out, black), -MOST);
    for position in positions::<Othello>(&(), 3000, 23) {
        assert!(fast.score(&position).abs() < WON / 2);
    }
}

#[test]
fn nothing_over_nothing_counts_nothing() {
    // Nobody can place: the ratio of moves is 0/0. A score may be asked all the same.
    let fast = Phases::new(&spec("p4-othello-ai")).unwrap();
    let line = format!("{}{} X", "-".repeat(56), "X---O---");
    let position = Othello::parse_position(&(), &line).unwrap();
    let right = slow(&squares(position.own(), position.other()));
    assert!((f64::from(fast.score(&position)) / f64::from(UNIT) - right).abs() < 1e-4);
}

#[test]
fn the_strong_player_wins_and_the_weak_one_loses() {
    let limits = Limits::nodes(3000);
    let mut won = [0; 2];
    for (side, name) in ["p4-othello-ai", "p4-weak"].into_iter().enumerate() {
        for seed in 0..10 {
            let mut playing = Playing::new(Othello::start(&()), seed);
            let mut players = [named::<Othello>(name), named("random")];
            playing.to_the_end(&mut players, &limits).unwrap();
            won[side] += usize::from(playing.position().standing().ranks[Seat::new(0)] == 1);
        }
    }
    assert!(won[0] >= 9 && won[1] <= 1, "{won:?}");
}

#[test]
fn the_strengths_differ_in_limits_alone() {
    let full = library::load("p4-othello-ai").unwrap();
    let mut depths = Vec::new();
    for level in 1..=5 {
        let file = library::load(&format!("p4-level-{level}")).unwrap();
        assert_eq!(file.evaluation, full.evaluation);
        assert_eq!(file.search, full.search);
        assert!(file.limits.time.is_some());
        depths.push(file.limits.depth.unwrap_or(u32::MAX));
    }
    assert!(depths.is_sorted_by(|a, b| a < b));
    assert_eq!(full.limits, library::load("p4-level-5").unwrap().limits);
}
