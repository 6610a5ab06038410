//! The optimisers find what is best when the truth is known, from games that chance decides.

mod common;

use common::{Random, stream};
use kaesu_statistics::optimise::{Method, Optimiser, Range};
use rand::RngExt;

/// Where the best is.
const BEST: [f64; 3] = [4.0, -3.0, 1.5];

/// What a point is worth in Elo: 3 less for every square of a step away, and two of the numbers
/// belong together.
fn elo(point: &[f64]) -> f64 {
    let away: Vec<f64> = point.iter().zip(BEST).map(|(x, best)| x - best).collect();
    -3.0 * (away.iter().map(|x| x * x).sum::<f64>() + 0.8 * away[0] * away[1])
}

/// The share of points of so many games against a player weaker by so much Elo.
fn play(difference: f64, games: u32, random: &mut Random) -> f64 {
    let chance = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
    let won = (0..games)
        .filter(|_| random.random::<f64>() < chance)
        .count();
    won as f64 / f64::from(games)
}

/// A search of so many games in all; how far from the best it ends, in Elo.
fn search(method: Method, games: u32, each: u32, seed: u64) -> f64 {
    let ranges = vec![
        Range {
            low: -8.0,
            high: 8.0,
        };
        3
    ];
    let steps = games / each;
    let noise = 1.0 / f64::from(each).sqrt();
    let mut optimiser = Optimiser::new(method, ranges, steps, noise, seed);
    let mut random = stream(seed);
    for _ in 0..steps {
        let asked = optimiser.ask();
        let score = play(elo(&asked[0]) - elo(&asked[1]), each, &mut random);
        let scores = [score, 1.0 - score];
        optimiser.tell(&scores);
    }
    -elo(&optimiser.best())
}

#[test]
fn a_noisy_quadratic_is_climbed() {
    // The search begins 75 Elo or so below the best; how much is left on average, over seeds.
    println!("at the start {:.1} Elo below", -elo(&[0.0; 3]));
    for (method, most) in [(Method::Spsa, 4.0), (Method::Model, 4.0)] {
        let left: Vec<f64> = (1..=20)
            .map(|seed| search(method, 8000, 20, seed))
            .collect();
        let mean = left.iter().sum::<f64>() / left.len() as f64;
        let worst = left.iter().copied().fold(0.0, f64::max);
        println!("{method:?}: {mean:.1} Elo below the best on average, {worst:.1} at worst");
        assert!(mean < most, "{method:?}: {left:?}");
        assert!(worst < 4.0 * most, "{method:?}: {left:?}");
    }
}

#[test]
fn more_games_come_closer() {
    for (method, _) in Method::ALL {
        let mean = |games: u32| {
            let left = (1..=20).map(|seed| search(method, games, 20, seed));
            left.sum::<f64>() / 20.0
        };
        let (few, many) = (mean(1000), mean(16_000));
        println!("{method:?}: {few:.1} Elo below after 1000 games, {many:.1} after 16,000");
        assert!(many < 0.5 * few, "{method:?}: {few} {many}");
    }
}
