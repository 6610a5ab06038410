//! The sequential test keeps its promises: with the truth known, both kinds of error are as rare as
//! asked for, for pairs and for blocks; and single games of a block break them.

mod common;

use common::{Random, at_most, bisect, block_of, logistic_mean, pick, runs, stream, tilted};
use kaesu_statistics::block::{Measure, mean};
use kaesu_statistics::elo::{NORMALISED, score_of_elo};
use kaesu_statistics::pairs::Basis;
use kaesu_statistics::placing::Seated;
use kaesu_statistics::sprt::{Bounds, Decision, Hypothesis, Plan, Sprt};
use rand::RngExt;

/// Pairs with hardly any, some and mostly draws.
const BASES: [(&str, [f64; 5], f64); 3] = [
    ("few draws", [0.22, 0.06, 0.44, 0.06, 0.22], 60.0),
    ("some draws", [0.1, 0.2, 0.4, 0.2, 0.1], 50.0),
    ("many draws", [0.005, 0.1, 0.79, 0.1, 0.005], 20.0),
];

fn usual() -> Bounds {
    Bounds::new(0.05, 0.05).expect("these are chances")
}

/// How often `h1` is accepted, and how many observations that takes on average; `observe` gives
/// one or more observations at a time.
fn campaign(
    runs: usize,
    test: &Sprt,
    seed: u64,
    mut observe: impl FnMut(&mut Random) -> Vec<f64>,
) -> (usize, f64) {
    let (mut accepted, mut observations) = (0, 0);
    let mut random = stream(seed);
    for _ in 0..runs {
        let mut test = test.clone();
        while test.decision() == Decision::Continue {
            for value in observe(&mut random) {
                test.observe(value);
            }
        }
        accepted += usize::from(test.decision() == Decision::AcceptH1);
        observations += test.path().len();
    }
    (accepted, observations as f64 / runs as f64)
}

#[test]
fn pairs_err_as_rarely_as_promised() {
    let runs = runs(1500);
    for (name, base, elo) in BASES {
        let (h0, h1) = (Hypothesis::elo(0.0), Hypothesis::elo(elo));
        let test = Sprt::new(Basis::Pairs, h0, h1, usual()).unwrap();
        for (truth, seed) in [(0.0, 1), (elo, 2)] {
            let mean = score_of_elo(truth);
            let p = tilted(base, mean);
            let draw = |random: &mut Random| vec![pick(&p, random) as f64 / 4.0];
            let (accepted, length) = campaign(runs, &test, seed, draw);
            let errors = if truth == 0.0 {
                accepted
            } else {
                runs - accepted
            };
            at_most(0.05, errors, runs, &format!("pairs, {name}, truth {truth}"));
            let variance: f64 = (0..5).map(|i| p[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
            let plan = Plan::new(0.5, score_of_elo(elo), usual(), mean, variance);
            println!("  {length:.0} pairs, planned {:.0}", plan.observations);
            assert!((length / plan.observations - 1.0).abs() < 0.3);
        }
    }
}

#[test]
fn unequal_errors_are_kept_apart() {
    let runs = runs(1500);
    let bounds = Bounds::new(0.01, 0.2).unwrap();
    let (h0, h1) = (Hypothesis::elo(-20.0), Hypothesis::elo(30.0));
    let test = Sprt::new(Basis::Pairs, h0, h1, bounds).unwrap();
    for (truth, promise, seed) in [(-20.0, 0.01, 3), (30.0, 0.2, 4)] {
        let p = tilted(BASES[1].1, score_of_elo(truth));
        let draw = |random: &mut Random| vec![pick(&p, random) as f64 / 4.0];
        let (accepted, _) = campaign(runs, &test, seed, draw);
        let errors = if truth < 0.0 {
            accepted
        } else {
            runs - accepted
        };
        at_most(promise, errors, runs, &format!("unequal, truth {truth}"));
    }
}

#[test]
fn normalised_elo_errs_as_rarely_as_promised() {
    let runs = runs(600);
    for (name, base, _) in BASES {
        let elo = 60.0;
        let of = |elo| Hypothesis::normalised_elo(elo, 2);
        let test = Sprt::new(Basis::Pairs, of(0.0), of(elo), usual()).unwrap();
        for (truth, seed) in [(0.0, 5), (elo, 6)] {
            // The mean that lies so many of its own deviations above one half.
            let distance = |mean: f64| {
                let p = tilted(base, mean);
                let variance: f64 = (0..5).map(|i| p[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
                (mean - 0.5) / (2.0 * variance).sqrt() * NORMALISED
            };
            let p = tilted(base, bisect(0.5, 0.8, |mean| distance(mean) - truth));
            let draw = |random: &mut Random| vec![pick(&p, random) as f64 / 4.0];
            let (accepted, _) = campaign(runs, &test, seed, draw);
            let errors = if truth == 0.0 {
                accepted
            } else {
                runs - accepted
            };
            at_most(
                0.05,
                errors,
                runs,
                &format!("normalised, {name}, truth {truth}"),
            );
        }
    }
}

/// The mean of A against B over all mixed seatings.
fn observation(block: &[Seated]) -> f64 {
    mean(block, 0, Measure::Against(1)).expect("both play")
}

#[test]
fn blocks_err_as_rarely_as_promised() {
    let runs = runs(500);
    let h1 = 0.53;
    let test = Sprt::new(
        Basis::Blocks,
        Hypothesis::Mean(0.5),
        Hypothesis::Mean(h1),
        usual(),
    )
    .unwrap();
    // What an opening is worth to each seat, and to A, differs from block to block.
    for (seats, opening) in [(0.0, 0.0), (1.0, 0.0), (0.5, 0.5)] {
        // One seat against another: three normal terms, one of A and two of seats.
        let spread = f64::sqrt(opening * opening + 2.0 * seats * seats);
        let strength = bisect(0.0, 2.0, |strength| logistic_mean(strength, spread) - h1);
        for (truth, strength, seed) in [(0.5, 0.0, 7), (h1, strength, 8)] {
            let observe = |random: &mut Random| {
                vec![observation(&block_of(strength, seats, opening, random))]
            };
            let (accepted, length) = campaign(runs, &test, seed, observe);
            let errors = if truth == 0.5 {
                accepted
            } else {
                runs - accepted
            };
            let name = format!("blocks, spread {seats} and {opening}, truth {truth}");
            at_most(0.05, errors, runs, &name);
            println!("  {length:.1} blocks");
        }
    }
}

#[test]
fn blocks_far_outside_count_for_what_they_are() {
    let test = Sprt::new(
        Basis::Blocks,
        Hypothesis::Mean(0.5),
        Hypothesis::Mean(0.53),
        usual(),
    )
    .unwrap();
    for (value, decision) in [(0.41, Decision::AcceptH0), (0.62, Decision::AcceptH1)] {
        let mut test = test.clone();
        let taken = (1..).find(|_| test.observe(value) != Decision::Continue);
        assert_eq!(test.decision(), decision);
        println!("blocks of {value}: decided after {}", taken.unwrap());
        // Thirteen could still come from a mean of 0.53 one time of twenty: rare blocks of 1.
        assert!((13..=18).contains(&taken.unwrap()), "{taken:?}");
    }
}

#[test]
fn skewed_blocks_err_as_rarely_as_promised() {
    // Far from normal: mostly a little above the mean, at times far below, or the other way round.
    let runs = runs(500);
    for (h1, seed) in [(0.52, 10), (0.55, 11)] {
        let test = Sprt::new(
            Basis::Blocks,
            Hypothesis::Mean(0.5),
            Hypothesis::Mean(h1),
            usual(),
        )
        .unwrap();
        for side in [-1.0, 1.0] {
            for truth in [0.5, h1] {
                let draw = |random: &mut Random| {
                    let wait = -(1.0 - random.random::<f64>()).ln();
                    vec![(truth + side * 0.1 * (wait - 1.0)).clamp(0.0, 1.0)]
                };
                let (accepted, length) = campaign(runs, &test, seed, draw);
                let errors = if truth == 0.5 {
                    accepted
                } else {
                    runs - accepted
                };
                let name = format!("blocks skewed {side} against {h1}, truth {truth}");
                at_most(0.05, errors, runs, &name);
                println!("  {length:.1} blocks");
            }
        }
    }
}

#[test]
fn single_games_of_a_block_break_the_promise() {
    // Openings that suit A in one block and B in the next: equal players, but the games of a
    // block agree with each other, and a test that takes them as independent is fooled.
    let runs = runs(300);
    let (h0, h1) = (Hypothesis::Mean(0.5), Hypothesis::Mean(0.55));
    let seats_by_game = |random: &mut Random| {
        let block = block_of(0.0, 0.5, 1.0, random);
        block
            .iter()
            .map(|game| observation(std::slice::from_ref(game)))
            .collect()
    };
    let by_game = Sprt::new(Basis::Blocks, h0, h1, usual()).unwrap();
    let (accepted, _) = campaign(runs, &by_game, 9, seats_by_game);
    let rate = accepted as f64 / runs as f64;
    println!("single games: {rate:.3} instead of 0.05");
    assert!(rate > 0.15, "{rate}");
    let by_block = Sprt::new(Basis::Blocks, h0, h1, usual()).unwrap();
    let observe = |random: &mut Random| vec![observation(&block_of(0.0, 0.5, 1.0, random))];
    let (accepted, _) = campaign(runs, &by_block, 9, observe);
    at_most(0.05, accepted, runs, "the same by blocks");
}
