//! Which of equal moves is chosen.

use std::collections::BTreeMap;

use kaesu_search::{Limits, Search, SearchAll};
use rules::reversi::Othello;
use rules::{Game, Notation};

use crate::positions;
use crate::scores::Mixed;
use crate::searches::{all, minimax};

const COARSE: Mixed = Mixed {
    coarse: 100,
    orders: false,
};

/// The best moves by minimax, in the game's order.
fn best_moves(root: &Othello, limits: &Limits) -> Vec<rules::reversi::Move> {
    let values = minimax(COARSE, None).all_moves(root, limits).values;
    let most = values.iter().map(|&(_, value)| value).max();
    values
        .into_iter()
        .filter(|&(_, value)| Some(value) == most)
        .map(|(m, _)| m)
        .collect()
}

#[test]
fn without_a_seed_the_first_in_the_games_order() {
    let limits = Limits::depth(3);
    let mut ties = 0;
    for root in positions::sample::<Othello>(&(), 200, 21) {
        let best = best_moves(&root, &limits);
        ties += usize::from(best.len() > 1);
        for (name, mut search) in all(COARSE, None) {
            let report = search.search(&root, &limits, &mut |_| ());
            assert_eq!(report.best(), best.first().copied(), "{name} at\n{root}");
        }
    }
    assert!(ties > 30, "only {ties} positions have equal moves");
}

#[test]
fn with_a_seed_any_of_the_best_as_often_as_the_others() {
    let limits = Limits::depth(3);
    let equal = |root: &Othello| (3..=6).contains(&best_moves(root, &limits).len());
    let roots = positions::sample::<Othello>(&(), 400, 22);
    for root in roots.into_iter().filter(equal).take(5) {
        let best = best_moves(&root, &limits);
        let rounds = 200 * best.len() as u64;
        let mut chosen: BTreeMap<_, Vec<u64>> = BTreeMap::new();
        for seed in 0..rounds {
            for (place, (_, mut search)) in all(COARSE, Some(seed)).into_iter().enumerate() {
                let m = search.search(&root, &limits, &mut |_| ()).best().unwrap();
                chosen.entry(m).or_insert_with(|| vec![0; 7])[place] += 1;
            }
        }
        assert!(chosen.keys().copied().eq(best), "always one of the best");
        // Binomial with mean 200 and a standard deviation below 14.2: five of them never happen.
        for (m, times) in chosen {
            assert!(
                times.iter().all(|times| times.abs_diff(200) < 71),
                "{} was chosen {times:?} times of {rounds}",
                root.move_text(m)
            );
        }
    }
}

#[test]
fn a_seed_chooses_differently_in_different_positions() {
    // The same seed for a whole game must not prefer, say, always the first of two.
    let limits = Limits::depth(1);
    let flat = Mixed {
        coarse: 1_000_000,
        orders: false,
    };
    let mut places = [0; 3];
    for root in positions::sample::<Othello>(&(), 3_000, 23) {
        let moves = root.legal();
        if moves.len() == 3 {
            let m = minimax(flat, Some(1))
                .search(&root, &limits, &mut |_| ())
                .best();
            places[moves.iter().position(|&other| Some(other) == m).unwrap()] += 1;
        }
    }
    let sum: i32 = places.iter().sum();
    assert!(
        sum > 90 && places.iter().all(|&times| times > sum / 5),
        "{places:?}"
    );
}
