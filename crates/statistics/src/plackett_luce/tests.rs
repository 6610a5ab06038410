use rules::{Outcome, PerSeat};

use super::*;
use crate::elo::elo_of_score;

/// Returns a game with these ranks for these players.
fn game<const N: usize>(players: [usize; N], ranks: [u8; N]) -> Seated {
    let scores = PerSeat::from(ranks.map(|rank| -i32::from(rank)));
    Seated {
        players: PerSeat::from(players),
        outcome: Outcome::by_score(scores),
    }
}

fn rankings<const N: usize>(games: &[([usize; N], [u8; N], usize)]) -> Rankings {
    let players = games.iter().flat_map(|g| g.0).max().unwrap() + 1;
    let mut rankings = Rankings::new(players);
    for &(players, ranks, times) in games {
        for _ in 0..times {
            rankings.add_block(&[game(players, ranks)]);
        }
    }
    rankings
}

#[test]
fn for_two_it_is_elo() {
    // 30 wins, 10 draws, 20 losses: 35 of 60 points.
    let games = [
        ([0, 1], [1, 2], 30),
        ([0, 1], [1, 1], 10),
        ([0, 1], [2, 1], 20),
    ];
    let ratings = rankings(&games).rate(0.0).unwrap();
    let difference = ratings.difference(0, 1, Spread::Model, Level::P95);
    assert!((difference.value - elo_of_score(35.0 / 60.0)).abs() < 1e-6);
    // The information of n choices with chance p is n p (1 − p).
    let p: f64 = 35.0 / 60.0;
    let error = Level::P95.z() / (60.0 * p * (1.0 - p)).sqrt() * ELO;
    assert!((difference.interval.half_width() - error).abs() < 1e-6);
    assert!((ratings.chance_of_first(0, &[0, 1]) - p).abs() < 1e-9);
    // Draws vary less than decisions, and the blocks know.
    let blocks = ratings.difference(0, 1, Spread::Blocks, Level::P95);
    assert!(blocks.interval.half_width() < error);
}

#[test]
fn the_truth_is_found_in_its_own_frequencies() {
    // Strengths 3 : 2 : 1 have these chances in sixtieths; then they are the likeliest strengths.
    let games = [
        ([0, 1, 2], [1, 2, 3], 20),
        ([0, 1, 2], [1, 3, 2], 10),
        ([0, 1, 2], [2, 1, 3], 15),
        ([0, 1, 2], [3, 1, 2], 5),
        ([0, 1, 2], [2, 3, 1], 6),
        ([0, 1, 2], [3, 2, 1], 4),
    ];
    let ratings = rankings(&games).rate(0.0).unwrap();
    let log = |player| ratings.log_strength(player);
    assert!((log(0) - log(2) - 3f64.ln()).abs() < 1e-9);
    assert!((log(1) - log(2) - 2f64.ln()).abs() < 1e-9);
    let sum: f64 = (0..3)
        .map(|p| ratings.elo(p, Spread::Model, Level::P95).value)
        .sum();
    assert!(sum.abs() < 1e-6);
}

#[test]
fn a_tie_is_every_order_in_equal_parts() {
    // Six games with three tied are one game of each order of them.
    let tied = rankings(&[
        ([0, 1, 2, 3], [1, 1, 1, 4], 6),
        ([0, 1, 2, 3], [4, 3, 2, 1], 3),
        ([3, 0, 1, 2], [2, 1, 3, 4], 5),
    ]);
    let orders = rankings(&[
        ([0, 1, 2, 3], [1, 2, 3, 4], 1),
        ([0, 1, 2, 3], [1, 3, 2, 4], 1),
        ([0, 1, 2, 3], [2, 1, 3, 4], 1),
        ([0, 1, 2, 3], [2, 3, 1, 4], 1),
        ([0, 1, 2, 3], [3, 1, 2, 4], 1),
        ([0, 1, 2, 3], [3, 2, 1, 4], 1),
        ([0, 1, 2, 3], [4, 3, 2, 1], 3),
        ([3, 0, 1, 2], [2, 1, 3, 4], 5),
    ]);
    let (tied, orders) = (tied.rate(0.0).unwrap(), orders.rate(0.0).unwrap());
    for player in 0..4 {
        let elo = |ratings: &Ratings| ratings.elo(player, Spread::Model, Level::P95);
        let (a, b) = (elo(&tied), elo(&orders));
        assert!((a.value - b.value).abs() < 1e-6);
        assert!((a.interval.half_width() - b.interval.half_width()).abs() < 1e-6);
    }
}

#[test]
fn several_seats_of_one_player() {
    // A first seat of A twice as often as one of B, with two seats each: still A and B alike would
    // be even; here A has odds of two to one for the first place.
    let games = [
        ([0, 0, 1, 1], [1, 3, 3, 3], 40),
        ([0, 0, 1, 1], [3, 3, 1, 3], 20),
    ];
    let ratings = rankings(&games).rate(0.0).unwrap();
    let difference = ratings.log_strength(0) - ratings.log_strength(1);
    assert!(difference > 0.0 && difference < 2f64.ln());
    let level = rankings(&[
        ([0, 0, 1, 1], [1, 4, 2, 3], 1),
        ([1, 1, 0, 0], [1, 4, 2, 3], 1),
    ]);
    let level = level.rate(0.0).unwrap();
    assert!((level.log_strength(0) - level.log_strength(1)).abs() < 1e-9);
}

#[test]
fn who_never_lost_has_no_rating_without_a_prior() {
    let games = [([0, 1, 2], [1, 2, 3], 5), ([0, 1, 2], [1, 3, 2], 5)];
    let error = rankings(&games).rate(0.0).unwrap_err();
    let groups = vec![vec![0], vec![1, 2]];
    assert_eq!(error, RatingError::Apart { groups });
    let ratings = rankings(&games).rate(0.5).unwrap();
    let elo = |player| ratings.elo(player, Spread::Model, Level::P95);
    assert!(elo(0).interval.low > elo(1).value);
    assert!((elo(1).value - elo(2).value).abs() < 1e-6);
    assert!((0..3).map(|p| elo(p).value).sum::<f64>().abs() < 1e-6);
}

#[test]
fn one_block_says_nothing_of_blocks() {
    let mut rankings = Rankings::new(2);
    rankings.add_block(&[game([0, 1], [1, 2]), game([0, 1], [2, 1])]);
    let ratings = rankings.rate(0.0).unwrap();
    let elo = ratings.elo(0, Spread::Blocks, Level::P95);
    assert_eq!(elo.interval.high, f64::INFINITY);
}

#[test]
fn of_choices_alone_the_shares_are_the_strengths() {
    let mut rankings = Rankings::new(3);
    for (chosen, times) in [(0, 30), (1, 20), (2, 10)] {
        for _ in 0..times {
            let rank = |player| if player == chosen { 1 } else { NOT_CHOSEN };
            rankings.add_places([(0..3).map(|player| (rank(player), player)).collect()]);
        }
    }
    let ratings = rankings.rate(0.0).unwrap();
    assert!((ratings.chance_of_first(0, &[0, 1, 2]) - 0.5).abs() < 1e-9);
    assert!((ratings.chance_of_first(1, &[0, 1, 2]) - 1.0 / 3.0).abs() < 1e-9);
}
