use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Seat, Symmetric, Symmetry};

use super::features::{CELLS, MOST, PHASES, kept_rows, other_rows, phase, rows};
use super::*;

/// Weights that are different everywhere.
fn random_weights(seed: u64) -> Arc<Weights> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut row = || std::array::from_fn(|_| random.random_range(-40..=40));
    let rows = (0..KIND.rows).map(|_| row()).collect();
    Arc::new(Weights::from_rows(&KIND, rows))
}

/// Calls `each` for every position of random games under all rules, in some of which seats leave.
fn everywhere(games: u64, mut each: impl FnMut(&YoninShogi)) {
    for game in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(game);
        let mut position = YoninShogi::start(&RuleSet::ALL[game as usize % 3]);
        loop {
            each(&position);
            let moves = position.legal();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
            if game % 4 == 0 && random.random_range(0..100) == 0 {
                position.resign(Seat::new(random.random_range(0..4)));
            }
        }
    }
}

#[test]
fn turned_positions_name_the_same_rows_and_have_turned_values() {
    let evaluation = YoninShogiStrengths::new(random_weights(1));
    let named = |position: &YoninShogi, turns: usize| {
        let mut named = Vec::new();
        if !position.is_finished() {
            rows(position, |seat, cell| {
                named.push(((seat + turns) % SEATS, cell))
            });
        }
        named.sort_unstable();
        named
    };
    everywhere(9, |position| {
        let (values, own) = (evaluation.of(position), named(position, 0));
        for symmetry in &Symmetry::ROTATIONS[1..] {
            let turned = position.turned(*symmetry);
            let back = SEATS - usize::from(symmetry.quarter_turns);
            assert_eq!(named(&turned, back), own);
            let turned = evaluation.of(&turned);
            for seat in Seat::all(SEATS) {
                assert_eq!(turned[position.turned_seat(seat, *symmetry)], values[seat]);
            }
        }
    });
}

#[test]
fn what_is_kept_from_move_to_move_is_what_is_counted_anew() {
    let evaluation = YoninShogiStrengths::new(random_weights(4));
    let sorted = |mut rows: Vec<(usize, usize)>| {
        rows.sort_unstable();
        rows
    };
    let mut mates = 0;
    everywhere(9, |position| {
        if position.is_finished() {
            return;
        }
        let (mut all, mut parts) = (Vec::new(), Vec::new());
        rows(position, |seat, cell| all.push((seat, cell)));
        kept_rows(position, |seat, cell| parts.push((seat, cell)));
        other_rows(position, |seat, cell| parts.push((seat, cell)));
        assert_eq!(sorted(all), sorted(parts));
        let (kept, moves) = (evaluation.kept(position), position.legal());
        let mut values = Vec::new();
        evaluation.after_each(position, &moves, &mut values);
        for (&m, value) in moves.iter().zip(&values) {
            let after = position.after(m);
            mates += usize::from(after.outs().len() > position.outs().len());
            if !after.is_finished() {
                let counted = evaluation.kept(&after);
                assert_eq!(evaluation.kept_after(&kept, position, m, &after), counted);
            }
            assert_eq!(*value, evaluation.of(&after), "{position:?} {m}");
        }
    });
    assert!(mates > 5, "{mates}");
}

#[test]
fn values_have_a_constant_sum_and_results_are_results() {
    let evaluation = YoninShogiStrengths::new(random_weights(2));
    everywhere(12, |position| {
        let values = evaluation.of(position);
        assert_eq!(values.iter().sum::<i32>(), SUM);
        assert!(values.iter().all(|value| (0..=FIRST_PLACE).contains(value)));
        if position.is_finished() {
            assert_eq!(values, chances::result(&position.standing()));
        }
    });
}

#[test]
fn every_phase_comes_and_no_row_lies_outside() {
    let mut phases = [0; PHASES];
    everywhere(12, |position| {
        if position.is_finished() {
            return;
        }
        phases[phase(position)] += 1;
        let mut count = 0;
        rows(position, |seat, cell| {
            assert!(seat < SEATS && cell < CELLS);
            count += 1;
        });
        assert!((40..=MOST).contains(&count), "{count}");
    });
    assert!(phases.iter().all(|&count| count > 50), "{phases:?}");
    assert_eq!(KIND.rows, PHASES * CELLS);
}

#[test]
fn who_is_out_is_behind_for_certain() {
    let evaluation = YoninShogiStrengths::new(random_weights(3));
    let mut position = YoninShogi::start(&RuleSet::Survivor);
    position.resign(Seat::new(2));
    position.resign(Seat::new(0));
    let values = evaluation.of(&position);
    assert_eq!(
        (values[Seat::new(2)], values[Seat::new(0)]),
        (0, crate::POINT)
    );
    assert!(values[Seat::new(1)] >= 2 * crate::POINT && values[Seat::new(3)] >= 2 * crate::POINT);
}

#[test]
fn weights_of_another_game_or_of_other_features_are_refused() {
    let bytes = Weights::zero(&KIND).write(&KIND);
    assert!(Weights::read(&KIND, &bytes).is_ok());
    let said =
        |kind: &crate::Kind, bytes: &[u8]| Weights::read(kind, bytes).unwrap_err().to_string();
    assert_eq!(
        said(&crate::yonin::KIND, &bytes),
        "the weights are for yonin-shogi, not for yonin"
    );
    let other = crate::Kind {
        features: KIND.features + 1,
        ..KIND
    };
    assert!(said(&KIND, &Weights::zero(&other).write(&other)).contains("other features"));
    let mut later = bytes;
    later[8] += 1;
    assert_eq!(
        said(&KIND, &later),
        "the weights have version 2, and this program reads version 1"
    );
}
