use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::yonin::{Direction, Rules, Start};
use rules::{Symmetric, Symmetry};

use super::features::{CELLS, FEATURES, PHASES, phase, squares};
use super::*;

/// Weights that are different everywhere.
fn random_weights(seed: u64) -> Arc<Weights> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut row = || std::array::from_fn(|_| random.random_range(-40..=40));
    let rows = (0..KIND.rows).map(|_| row()).collect();
    Arc::new(Weights::from_rows(&KIND, rows))
}

/// Calls `each` for every position of random games under all rules, in some of which seats leave.
fn everywhere(games: u64, mut each: impl FnMut(&Yonin)) {
    for game in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(game);
        let rules = Rules {
            start: [Start::Othello, Start::Own][game as usize % 2],
            direction: [Direction::Clockwise, Direction::Anticlockwise][game as usize / 2 % 2],
            pairs: game % 5 == 0,
        };
        let mut position = Yonin::start(&rules);
        loop {
            each(&position);
            let moves = position.legal();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
            if game % 3 == 0 && random.random_range(0..30) == 0 {
                position.resign(Seat::new(random.random_range(0..4)));
            }
        }
    }
}

#[test]
fn a_view_is_the_position_turned_to_the_seat_that_moves() {
    everywhere(40, |position| {
        let turned = position.turned(View::symmetry(position));
        let view = View::of(position);
        assert_eq!((view.own, view.other), (turned.own(), turned.other()));
        for place in 0..SEATS {
            let seat = seat_at(position, place);
            assert_eq!(
                position.turned_seat(seat, View::symmetry(position)).index(),
                place
            );
            assert_eq!(view.out[place], position.left(seat).unwrap_or(0));
            let (home, elsewhere) = view.mobility()[place];
            let placements = position.placements(seat);
            assert_eq!(home + elsewhere, placements.count_ones());
            assert_eq!(home, (placements & Yonin::territory(seat)).count_ones());
        }
    });
}

#[test]
fn turned_positions_have_turned_values() {
    let evaluation = YoninStrengths::new(random_weights(1));
    everywhere(40, |position| {
        let values = evaluation.of(position);
        for symmetry in Symmetry::ALL {
            let turned = evaluation.of(&position.turned(symmetry));
            for seat in Seat::all(SEATS) {
                assert_eq!(turned[position.turned_seat(seat, symmetry)], values[seat]);
            }
        }
    });
}

#[test]
fn values_have_a_constant_sum_and_results_are_results() {
    let evaluation = YoninStrengths::new(random_weights(2));
    everywhere(40, |position| {
        let values = evaluation.of(position);
        assert_eq!(values.iter().sum::<i32>(), SUM);
        assert!(values.iter().all(|value| (0..=FIRST_PLACE).contains(value)));
        if position.is_finished() {
            assert_eq!(values, chances::result(&position.standing()));
        } else {
            assert_eq!(values, evaluation.values(position));
        }
    });
}

#[test]
fn fast_numbers_are_those_counted_square_by_square() {
    let features = Features::new();
    everywhere(40, |position| {
        let view = View::of(position);
        let rows = features.rows(&view, &view.mobility());
        let mut first = phase(&view) * CELLS;
        for (row, squares) in rows.iter().zip(squares()) {
            let digits = squares.iter().rev().map(|&square| {
                usize::from(view.own >> square & 1 == 1)
                    + 2 * usize::from(view.other >> square & 1 == 1)
            });
            let number = digits.fold(0, |number, digit| 3 * number + digit);
            assert_eq!(*row as usize, first + number);
            first += 3usize.pow(squares.len() as u32);
        }
        // Nothing is named twice, and nothing outside the phase.
        let mut sorted = rows;
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|two| two[0] < two[1]));
        let end = (phase(&view) + 1) * CELLS;
        assert!(sorted[0] as usize >= end - CELLS && (sorted[FEATURES - 1] as usize) < end);
    });
    assert_eq!(KIND.rows, PHASES * CELLS);
}

#[test]
fn every_square_is_in_a_pattern_of_each_kind() {
    let mut seen = [0; 64];
    for pattern in squares() {
        assert!((4..=10).contains(&pattern.len()));
        for &square in pattern {
            seen[usize::from(square)] += 1;
        }
    }
    assert!(seen.iter().all(|&seen| seen >= 4));
}

#[test]
fn who_is_out_is_behind_for_certain() {
    let evaluation = YoninStrengths::new(random_weights(3));
    let mut position = Yonin::start(&Rules::default());
    position.resign(Seat::new(2));
    position.resign(Seat::new(0));
    let values = evaluation.of(&position);
    assert_eq!(
        (values[Seat::new(2)], values[Seat::new(0)]),
        (0, crate::POINT)
    );
    assert!(values[Seat::new(1)] > 2 * crate::POINT && values[Seat::new(3)] > 2 * crate::POINT);
}

#[test]
fn what_a_move_changes_adds_up_to_what_is_counted_anew() {
    let evaluation = YoninStrengths::new(random_weights(4));
    let mut together = Vec::new();
    everywhere(60, |position| {
        let moves = position.legal();
        evaluation.after_each(position, &moves, &mut together);
        let alone: Vec<_> = moves
            .iter()
            .map(|&m| evaluation.of(&position.after(m)))
            .collect();
        assert_eq!(together, alone);
    });
}
