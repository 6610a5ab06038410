use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::yonin::{Rules, Yonin};

use super::*;
use crate::maxn::{self, MaxN};
use crate::utility::RankUtility;

/// A position of Yonin with so many empty squares.
fn late(seed: u64, empties: u32) -> Yonin {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Yonin::start(&Rules::default());
    while position.empties().count_ones() > empties && !position.is_finished() {
        let moves = position.legal();
        position.play_unchecked(moves[random.random_range(0..moves.len())]);
    }
    position
}

fn search(options: Options) -> Puct<RankUtility> {
    Puct::new(RankUtility::seats_beaten(4), options)
}

#[test]
fn what_it_proves_is_what_maxn_finds() {
    for seed in 0..16 {
        let position = late(seed, 6);
        if position.is_finished() {
            continue;
        }
        let report =
            search(Options::default()).search(&position, &Limits::nodes(5_000_000), &mut |_| ());
        assert!(report.exact, "{position:?}");
        let mut full = MaxN::new(RankUtility::seats_beaten(4), maxn::Options::solve());
        let truth = full.search(&position, &Limits::default(), &mut |_| ());
        assert_eq!(report.values, truth.values);
        let best = report.best().expect("a move");
        let after = search(Options::default()).all_moves(&position, &Limits::nodes(5_000_000));
        let worth = after
            .values
            .iter()
            .find(|(m, _)| *m == best)
            .expect("of the list")
            .1;
        assert_eq!(worth[position.turn()], truth.values[position.turn()]);
    }
}

#[test]
fn limits_are_met_and_results_repeat() {
    let position = late(3, 40);
    let limits = Limits {
        evaluations: Some(3000),
        ..Limits::default()
    };
    let report = search(Options::default()).search(&position, &limits, &mut |_| ());
    assert!(report.stopped && report.evaluations == 3000 && report.nodes > 0);
    let again = search(Options::default()).search(&position, &limits, &mut |_| ());
    let timeless = |report: &Report<_>| Report {
        time: Duration::ZERO,
        ..report.clone()
    };
    assert_eq!(timeless(&report), timeless(&again));
    // Even a search that may do nothing has a move.
    let none = Limits::nodes(1);
    assert!(
        search(Options::default())
            .search(&position, &none, &mut |_| ())
            .best()
            .is_some()
    );
    // A tree that is full goes on without growing.
    let small = Options {
        capacity: 60,
        ..Options::default()
    };
    assert_eq!(
        search(small)
            .search(&position, &limits, &mut |_| ())
            .evaluations,
        3000
    );
    // Every move has values with the same sum, but for rounding.
    let all = search(Options::default()).all_moves(&position, &limits);
    assert_eq!(all.values.len(), position.legal().len());
    let total = RankUtility::seats_beaten(4).total();
    for (_, values) in all.values {
        assert!((values.iter().sum::<i32>() - total).abs() <= 2);
    }
}

/// Everybody plays the first move there is.
struct First;

impl Habits<Yonin> for First {
    fn habit(&mut self, _: &Yonin, _: &[rules::reversi::Move], often: &mut [f32]) {
        often[0] = 1.0;
    }
}

/// What a seat gets that plays best among others who play the first move.
fn among_first(position: &Yonin, seat: rules::Seat) -> i32 {
    if position.is_finished() {
        return RankUtility::seats_beaten(4).result(position)[seat];
    }
    let moves = position.legal();
    if position.turn() != seat {
        return among_first(&position.after(moves[0]), seat);
    }
    let all = moves.iter();
    let all = all.map(|&m| among_first(&position.after(m), seat));
    all.max().expect("there is a move")
}

#[test]
fn habits_of_others_are_made_use_of() {
    let limits = Limits {
        evaluations: Some(30_000),
        ..Limits::default()
    };
    let mut gained = 0;
    for seed in 0..24 {
        let position = late(seed, 9);
        if position.is_finished() {
            continue;
        }
        let seat = position.turn();
        let search = search(Options {
            exploration: 2.0,
            temperature: 1.0,
            ..Options::default()
        });
        let best = |habits: Option<&mut dyn Habits<Yonin>>| {
            let report = search.search_among(&position, &limits, habits, &mut |_| ());
            among_first(&position.after(report.best().expect("a move")), seat)
        };
        let (knowing, not) = (best(Some(&mut First)), best(None));
        assert_eq!(knowing, among_first(&position, seat), "{position:?}");
        gained += knowing - not;
    }
    assert!(gained > 0, "there is something to gain");
}

/// Everybody plays the first move there is or the last, one as often as the other.
struct FirstOrLast;

impl Habits<Yonin> for FirstOrLast {
    fn habit(&mut self, _: &Yonin, moves: &[rules::reversi::Move], often: &mut [f32]) {
        often[0] += 0.5;
        often[moves.len() - 1] += 0.5;
    }
}

/// What a seat can expect that plays best among others who play the first move or the last.
fn among_first_or_last(position: &Yonin, seat: rules::Seat) -> f64 {
    if position.is_finished() {
        return f64::from(RankUtility::seats_beaten(4).result(position)[seat]);
    }
    let moves = position.legal();
    let expected = |m| among_first_or_last(&position.after(m), seat);
    if position.turn() != seat {
        return f64::midpoint(expected(moves[0]), expected(moves[moves.len() - 1]));
    }
    moves.iter().map(|&m| expected(m)).fold(0.0, f64::max)
}

#[test]
fn habits_may_be_of_several_moves() {
    let limits = Limits {
        evaluations: Some(100_000),
        ..Limits::default()
    };
    let most = f64::from(RankUtility::seats_beaten(4).total()) / 2.0;
    let mut looked_at = 0;
    for seed in 0..12 {
        let position = late(seed, 7);
        if position.is_finished() {
            continue;
        }
        looked_at += 1;
        let seat = position.turn();
        let search = search(Options {
            exploration: 2.0,
            temperature: 1.0,
            ..Options::default()
        });
        let habits: Option<&mut dyn Habits<Yonin>> = Some(&mut FirstOrLast);
        let report = search.search_among(&position, &limits, habits, &mut |_| ());
        let best = position.after(report.best().expect("a move"));
        let lost = among_first_or_last(&position, seat) - among_first_or_last(&best, seat);
        assert!(lost <= 0.03 * most, "{position:?} loses {lost} of {most}");
    }
    assert!(looked_at > 5);
}
