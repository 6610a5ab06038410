//! Games of its own: each seat takes the move after which it expects to beat most of the others, with
//! some luck, so that no two games are alike.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::reversi::Move;
use rules::yonin::{Rules, Start, Yonin};
use rules::{Game, Seat};
use strengths::chances::Pair;
use strengths::yonin::View;
use strengths::yonin::family::{self, Family};
use strengths::yonin::features::Features;

use super::{YoninSample, seats};
use crate::head::{PAIRS, logistic};
use crate::practice::Row;
use crate::practice::returns::{PairChances, Step, at_places, at_seats, beaten, result, returns};
use crate::samples::Sample;

/// Games begin with this many random plies at the most.
const RANDOM: u32 = 16;

/// One move of so many is any move at all.
const EXPLORES: u32 = 20;

/// How much luck is added to what a move is worth, in seats beaten.
const LUCK: f32 = 0.06;

/// Of a hundred games, so many begin with each colour in its own corners.
const OWN: u32 = 25;

/// Of a hundred games, so many are played in pairs.
const IN_PAIRS: u32 = 15;

/// In so many games of a hundred seats leave.
const LEAVING: u32 = 8;

/// Plays a game and returns what its positions teach.
pub(super) fn game(
    features: &Features,
    weights: &[Row],
    lambda: f32,
    seed: u64,
) -> Vec<YoninSample> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rules = Rules {
        start: if random.random_range(0..100) < OWN {
            Start::Own
        } else {
            Start::Othello
        },
        pairs: random.random_range(0..100) < IN_PAIRS,
        ..Rules::default()
    };
    let leaving = random.random_range(0..100) < LEAVING;
    let mut position = Yonin::start(&rules);
    for _ in 0..random.random_range(0..=RANDOM) {
        let moves = position.legal();
        if !moves.is_empty() {
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
    }
    let (mut views, mut steps) = (Vec::new(), Vec::new());
    while !position.is_finished() {
        views.push((View::of(&position), seats(&position)));
        let (m, mut step) = decide(features, weights, &position, &mut random);
        position.play_unchecked(m);
        if leaving && random.random_range(0..40) == 0 {
            // Nobody could expect it: what came before learns nothing from it.
            step.explored = true;
            position.resign(Seat::new(random.random_range(0..4)));
        }
        steps.push(step);
    }
    let worths = returns(&steps, result(&position.standing()), lambda);
    let samples = views.into_iter().zip(worths).map(|((view, seats), worth)| {
        let mut label = at_places(&worth, &seats);
        for (chance, (one, other)) in label.iter_mut().zip(PAIRS) {
            if view.pair(one, other) != Pair::Open {
                *chance = -1.0;
            }
        }
        Sample {
            position: view,
            label,
        }
    });
    samples.collect()
}

/// Chooses a move, and says what is expected after the best one.
fn decide(
    features: &Features,
    weights: &[Row],
    position: &Yonin,
    random: &mut Xoshiro256PlusPlus,
) -> (Move, Step) {
    let (mover, moves) = (position.turn(), position.legal());
    if let [only] = *moves {
        let expected = expected(features, weights, &position.after(only));
        let explored = false;
        return (only, Step { expected, explored });
    }
    let family = Family::new(*features, weights, position);
    let next = seats(family.passed());
    let judged = moves.iter().map(|&m| {
        let Move::Place(square) = m else {
            unreachable!("who can place does not pass")
        };
        let member = family.after(u32::from(square), position.flips(u32::from(square)));
        let expected = if member.mobility == [(0, 0); 4] {
            result(&position.after(m).standing())
        } else {
            at_seats(&chances(&member.view, &member.sum), &next)
        };
        let worth = beaten(&expected)[mover] + LUCK * gumbel(random);
        (m, expected, worth)
    });
    let best = judged.max_by(|one, other| one.2.total_cmp(&other.2));
    let (best, expected, _) = best.expect("a game that goes on has a move");
    let explores = random.random_range(0..EXPLORES) == 0;
    let m = if explores {
        moves[random.random_range(0..moves.len())]
    } else {
        best
    };
    let explored = m != best;
    (m, Step { expected, explored })
}

/// Returns what is expected of a position, for each two seats.
fn expected(features: &Features, weights: &[Row], position: &Yonin) -> PairChances {
    let view = View::of(position);
    let mobility = view.mobility();
    if mobility == [(0, 0); 4] || view.decided() {
        return result(&position.standing());
    }
    let sums = family::sum(weights, &features.rows(&view, &mobility));
    at_seats(&chances(&view, &sums), &seats(position))
}

/// Returns the chances of each two places.
fn chances(view: &View, sums: &Row) -> PairChances {
    PAIRS.map(|(one, other)| match view.pair(one, other) {
        Pair::Open => logistic(sums[one] - sums[other]),
        Pair::Before => 1.0,
        Pair::After => 0.0,
    })
}

/// Luck of the kind whose maximum draws moves by their worth (Gumbel).
fn gumbel(random: &mut impl Rng) -> f32 {
    let uniform: f32 = random.random_range(1e-6..1.0);
    -(-uniform.ln()).ln()
}
