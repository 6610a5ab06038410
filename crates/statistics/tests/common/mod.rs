//! Results with known truth, for the tests by simulation.

#![allow(dead_code, reason = "each test uses its own part")]

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Outcome, PerSeat, Seat};

use kaesu_statistics::placing::Seated;
use kaesu_statistics::seating::{Order, mixed};

/// The generator of all simulations.
pub(crate) type Random = Xoshiro256PlusPlus;

/// A stream that follows from a seed.
pub(crate) fn stream(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// How many runs to simulate: few in every test, many when `KAESU_CAMPAIGN` gives a factor.
pub(crate) fn runs(usual: usize) -> usize {
    let factor = std::env::var("KAESU_CAMPAIGN").ok();
    usual
        * factor.map_or(1, |text| {
            text.parse().expect("KAESU_CAMPAIGN is a whole number")
        })
}

/// Whether a rate over so many runs is no further above a promise than chance allows (4 standard
/// errors; one in thirty thousand).
#[track_caller]
pub(crate) fn at_most(promise: f64, count: usize, runs: usize, what: &str) {
    let error = (promise * (1.0 - promise) / runs as f64).sqrt();
    let rate = count as f64 / runs as f64;
    println!("{what}: {rate:.4} of {runs}, promised at most {promise}");
    assert!(rate <= promise + 4.0 * error, "{what}: {rate} of {runs}");
}

/// Whether a rate over so many runs is within a distance of a promise, chance allowed for.
#[track_caller]
pub(crate) fn close_to(promise: f64, slack: f64, count: usize, runs: usize, what: &str) {
    let error = (promise * (1.0 - promise) / runs as f64).sqrt();
    let rate = count as f64 / runs as f64;
    println!("{what}: {rate:.4} of {runs}, promised {promise}");
    assert!(
        (rate - promise).abs() <= slack + 4.0 * error,
        "{what}: {rate} of {runs}"
    );
}

/// A standard normal number (Box and Muller).
pub(crate) fn normal(random: &mut Random) -> f64 {
    let (u, v): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Which of these weights a random number falls on.
pub(crate) fn pick(weights: &[f64], random: &mut Random) -> usize {
    let mut left = random.random::<f64>() * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    weights.len() - 1
}

/// Where a growing function crosses zero.
pub(crate) fn bisect(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The mean of 1 / (1 + exp(−x)) for a normal x.
pub(crate) fn logistic_mean(mean: f64, deviation: f64) -> f64 {
    (-400..=400)
        .map(|i| {
            let z = f64::from(i) / 50.0;
            let weight = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt() / 50.0;
            weight / (1.0 + (-mean - z * deviation).exp())
        })
        .sum()
}

/// Probabilities of the five outcomes of a pair with exactly this mean: an exponential tilt.
pub(crate) fn tilted(base: [f64; 5], mean: f64) -> [f64; 5] {
    let of = |slope: f64| {
        let mut p = base;
        for (i, p) in p.iter_mut().enumerate() {
            *p *= (slope * i as f64).exp();
        }
        let sum: f64 = p.iter().sum();
        p.map(|p| p / sum)
    };
    let found = |slope: f64| -> f64 {
        let p = of(slope);
        (0..5).map(|i| p[i] * i as f64 / 4.0).sum()
    };
    of(bisect(-20.0, 20.0, |slope| found(slope) - mean))
}

/// A game by the model of Plackett and Luce: the next place goes to a seat with a chance in
/// proportion to its strength. Score differences below `tie` count as equal.
pub(crate) fn game(
    players: Order,
    strength: impl Fn(usize) -> f64,
    tie: f64,
    random: &mut Random,
) -> Seated {
    // Exponential waiting times with these rates come in such an order.
    let seats = players.len();
    let scores = PerSeat::from_fn(seats, |seat| {
        let u: f64 = random.random();
        let log_time = (-(1.0 - u).ln()).ln() - strength(seat.index());
        let step = if tie > 0.0 { tie } else { 1e-6 };
        (-log_time / step).round() as i32
    });
    Seated {
        players,
        outcome: Outcome::by_score(scores),
    }
}

/// All mixed seatings of A (0) against B (1) in one opening: A is stronger by `strength`, and by
/// something of this opening; so is each seat.
pub(crate) fn block_of(
    strength: f64,
    seats: f64,
    opening: f64,
    random: &mut Random,
) -> Vec<Seated> {
    let of_seat = [0; 4].map(|_| seats * normal(random));
    let of_a = strength + opening * normal(random);
    mixed(4)
        .into_iter()
        .map(|order| {
            let is_a = |seat| f64::from(u8::from(order[Seat::new(seat)] == 0));
            game(order, |seat| of_seat[seat] + of_a * is_a(seat), 0.0, random)
        })
        .collect()
}
