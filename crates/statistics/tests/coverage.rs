//! Intervals contain the truth as often as they say, and tests cry wolf as rarely as they say, with
//! the truth known by construction.

mod common;

use common::{Random, at_most, block_of, close_to, game, normal, pick, runs, stream, tilted};
use rand::RngExt;

use kaesu_statistics::Level;
use kaesu_statistics::block::{Measure, mean};
use kaesu_statistics::bootstrap::Bootstrap;
use kaesu_statistics::elo::{Method, NORMALISED, Strength, elo_of_score};
use kaesu_statistics::exchange;
use kaesu_statistics::friedman::Friedman;
use kaesu_statistics::nemenyi::Nemenyi;
use kaesu_statistics::pairs::{Pentanomial, Trinomial};
use kaesu_statistics::placing::Seated;
use kaesu_statistics::plackett_luce::{ELO, Rankings, Spread};
use kaesu_statistics::proportion::Proportion;
use kaesu_statistics::seating::balanced_block;
use kaesu_statistics::sides::Sides;
use kaesu_statistics::standing::Standings;

/// Pairs drawn from five chances.
fn pairs(p: &[f64; 5], count: usize, random: &mut Random) -> Pentanomial {
    let mut pairs = Pentanomial::default();
    for _ in 0..count {
        pairs.0[pick(p, random)] += 1;
    }
    pairs
}

/// A balanced block of four players with these strengths; the opening is worth something to each
/// seat, and to each player, of which `tie` makes equal scores.
fn block(
    strengths: [f64; 4],
    opening: f64,
    tie: f64,
    number: u64,
    random: &mut Random,
) -> Vec<Seated> {
    let of_seat = [0; 4].map(|_| 0.5 * normal(random));
    let of_player = strengths.map(|strength| strength + opening * normal(random));
    balanced_block(4, number)
        .into_iter()
        .map(|order| {
            game(
                order,
                |seat| of_seat[seat] + of_player[order.as_ref()[seat]],
                tie,
                random,
            )
        })
        .collect()
}

#[test]
fn elo_intervals_of_pairs() {
    let runs = runs(1000);
    let base = [0.1, 0.2, 0.4, 0.2, 0.1];
    for (count, score, slack) in [
        (30, 0.5, 0.015),
        (100, 0.7, 0.01),
        (400, 0.55, 0.01),
        (100, 0.93, 0.02),
    ] {
        let mut random = stream(11);
        let p = tilted(base, score);
        let variance: f64 = (0..5)
            .map(|i| p[i] * (i as f64 / 4.0 - score).powi(2))
            .sum();
        let normalised = (score - 0.5) / (2.0 * variance).sqrt() * NORMALISED;
        let (mut elo, mut other) = (0, 0);
        for _ in 0..runs {
            let played = pairs(&p, count, &mut random);
            let strength = Strength::of_pairs(&played, Level::P95, Method::Likelihood).unwrap();
            elo += usize::from(strength.elo.interval.contains(elo_of_score(score)));
            other += usize::from(strength.normalised.interval.contains(normalised));
        }
        close_to(
            0.95,
            slack,
            elo,
            runs,
            &format!("Elo of {count} pairs at {score}"),
        );
        close_to(
            0.95,
            0.03,
            other,
            runs,
            &format!("normalised Elo of {count} pairs at {score}"),
        );
    }
}

#[test]
fn superiority_is_right_as_often_as_it_says() {
    // Equal players: the likelihood of superiority is even between 0 and 1.
    let runs = runs(2000);
    let mut random = stream(12);
    let p = tilted([0.1, 0.2, 0.4, 0.2, 0.1], 0.5);
    let above = (0..runs)
        .filter(|_| {
            let played = pairs(&p, 100, &mut random);
            Strength::of_pairs(&played, Level::P95, Method::Likelihood)
                .unwrap()
                .superiority
                > 0.9
        })
        .count();
    close_to(
        0.1,
        0.01,
        above,
        runs,
        "superiority above 0.9 of equal players",
    );
}

#[test]
fn fixed_tests_of_equal_players() {
    let runs = runs(1000);
    let mut random = stream(13);
    let (mut by_pairs, mut by_sides, mut score) = (0, 0, 0);
    let of_first = [0.39, 0.09, 0.52];
    for _ in 0..runs {
        let played = pairs(&[0.2, 0.1, 0.4, 0.1, 0.2], 60, &mut random);
        by_pairs += usize::from(exchange::pairs(&played) <= 0.05);
        let mut order = || {
            let mut counts = [0; 3];
            (0..100).for_each(|_| counts[pick(&of_first, &mut random)] += 1);
            Trinomial::new(counts[2], counts[1], counts[0])
        };
        let sides = Sides {
            a_first: order(),
            b_first: order(),
        };
        by_sides += usize::from(sides.p_value() <= 0.05);
        score += usize::from(sides.score(Level::P95).unwrap().interval.contains(0.5));
    }
    at_most(0.05, by_pairs, runs, "exchange test");
    at_most(0.05, by_sides, runs, "test of both orders");
    close_to(0.95, 0.01, score, runs, "score of both orders");
}

#[test]
fn shares_near_the_edge() {
    let runs = runs(4000);
    let mut random = stream(14);
    for p in [0.03, 0.25, 0.5] {
        let (mut wilson, mut exact) = (0, 0);
        for _ in 0..runs {
            let count = (0..60).filter(|_| random.random::<f64>() < p).count();
            let share = Proportion::new(count as f64, 60.0);
            wilson += usize::from(share.wilson(Level::P95).interval.contains(p));
            exact += usize::from(share.clopper_pearson(Level::P95).interval.contains(p));
        }
        close_to(0.95, 0.025, wilson, runs, &format!("Wilson at {p}"));
        at_most(
            0.05,
            runs - exact,
            runs,
            &format!("Clopper and Pearson misses at {p}"),
        );
    }
}

#[test]
fn mean_ranks_of_blocks() {
    // The players are equal, so 2.5 is the truth; openings that suit somebody spread the blocks.
    let runs = runs(300);
    let mut random = stream(15);
    let bootstrap = Bootstrap {
        resamples: 400,
        seed: 1,
    };
    let (mut by_student, mut by_bootstrap, mut by_seat) = (0, 0, 0);
    for _ in 0..runs {
        let mut standings = Standings::new(4, 4);
        let mut means = Vec::new();
        for number in 0..25 {
            let games = block([0.0; 4], 0.7, 0.5, number, &mut random);
            standings.add_block(&games);
            means.push(mean(&games, 0, Measure::Ranks).unwrap());
        }
        let line = standings.player(0, Level::P95).unwrap();
        by_student += usize::from(line.mean_rank.interval.contains(2.5));
        let seat = standings.seat(rules::Seat::new(1), Level::P95).unwrap();
        by_seat += usize::from(seat.mean_rank.interval.contains(2.5));
        let average = |values: &[&f64]| values.iter().copied().sum::<f64>() / values.len() as f64;
        let found = bootstrap.estimate(&means, Level::P95, average).unwrap();
        by_bootstrap += usize::from(found.interval.contains(0.5));
    }
    close_to(0.95, 0.01, by_student, runs, "mean rank over blocks");
    close_to(0.95, 0.01, by_seat, runs, "mean rank of a seat");
    close_to(0.95, 0.03, by_bootstrap, runs, "bootstrap over blocks");
}

#[test]
fn friedman_and_nemenyi_of_equal_players() {
    let runs = runs(1000);
    let mut random = stream(16);
    let (mut friedman, mut nemenyi) = (0, 0);
    for _ in 0..runs {
        let rows: Vec<Vec<f64>> = (0..20)
            .map(|number| {
                let games = block([0.0; 4], 0.5, 0.0, number, &mut random);
                let rank = |player| 1.0 - mean(&games, player, Measure::Ranks).unwrap();
                (0..4).map(rank).collect()
            })
            .collect();
        let test = Friedman::new(&rows).unwrap();
        friedman += usize::from(test.f_p_value <= 0.05);
        nemenyi += usize::from(Nemenyi::new(&test, 0.05).groups.len() > 1);
    }
    close_to(0.05, 0.01, friedman, runs, "Friedman");
    at_most(0.055, nemenyi, runs, "Nemenyi");
}

#[test]
fn ratings_of_independent_games() {
    let runs = runs(200);
    let mut random = stream(17);
    let truth = [0.6, 0.2, -0.1, -0.7];
    let (mut by_model, mut by_blocks) = (0, 0);
    for _ in 0..runs {
        let mut rankings = Rankings::new(4);
        for number in 0..10 {
            for order in balanced_block(4, number) {
                let strength = |seat: usize| truth[order.as_ref()[seat]];
                rankings.add_block(&[game(order, strength, 0.0, &mut random)]);
            }
        }
        let ratings = rankings.rate(0.0).unwrap();
        for (player, strength) in truth.iter().enumerate() {
            let contains = |spread| {
                let elo = ratings.elo(player, spread, Level::P95);
                usize::from(elo.interval.contains(strength * ELO))
            };
            by_model += contains(Spread::Model);
            by_blocks += contains(Spread::Blocks);
        }
    }
    // Four players of one run are not independent: count runs, not players.
    let each = |count: usize| count / 4;
    close_to(
        0.95,
        0.01,
        each(by_model),
        runs,
        "Plackett-Luce by the model",
    );
    close_to(
        0.95,
        0.015,
        each(by_blocks),
        runs,
        "Plackett-Luce by blocks",
    );
}

#[test]
fn ratings_of_blocks_that_agree_with_themselves() {
    // Equal players, but every opening suits somebody: the model's interval is far too narrow,
    // that of the blocks is right.
    let runs = runs(200);
    let mut random = stream(18);
    let (mut by_model, mut by_blocks) = (0, 0);
    for _ in 0..runs {
        let mut rankings = Rankings::new(2);
        for _ in 0..40 {
            rankings.add_block(&block_of(0.0, 0.5, 1.0, &mut random));
        }
        let ratings = rankings.rate(0.0).unwrap();
        let contains = |spread| {
            let difference = ratings.difference(0, 1, spread, Level::P95);
            usize::from(difference.interval.contains(0.0))
        };
        by_model += contains(Spread::Model);
        by_blocks += contains(Spread::Blocks);
    }
    println!("by the model: {by_model} of {runs}");
    assert!(by_model < runs * 8 / 10);
    close_to(0.95, 0.015, by_blocks, runs, "ratings by blocks");
}
