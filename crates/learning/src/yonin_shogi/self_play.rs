//! Games of its own: each seat takes the move after which it expects to beat most of the others, with
//! some luck, so that no two games are alike.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Seat};
use strengths::SEATS;
use strengths::chances::Pair;
use strengths::yonin_shogi::features::{self, CELLS};
use strengths::yonin_shogi::{pair, turned};

use super::{Named, YoninShogiSample};
use crate::head::{PAIRS, logistic};
use crate::practice::Row;
use crate::practice::learner::add;
use crate::practice::returns::{PairChances, Step, beaten, result, returns};
use crate::samples::Sample;

/// Games begin with this many random plies at the most.
const RANDOM: u32 = 24;

/// One move of so many is any move at all.
const EXPLORES: u32 = 25;

/// How much luck is added to what a move is worth, in seats beaten.
const LUCK: f32 = 0.03;

/// Of a hundred games, so many are played by the last king standing, and so many in pairs.
const SURVIVOR: u32 = 12;
const DOUBLES: u32 = 12;

/// In so many games of a hundred seats leave.
const LEAVING: u32 = 5;

/// Games that are longer teach what was expected when they were broken off.
const LONGEST: usize = 400;

/// Plays a game and returns what its positions teach.
pub(super) fn game(weights: &[Row], lambda: f32, seed: u64) -> Vec<YoninShogiSample> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rules = match random.random_range(0..100) {
        ..SURVIVOR => RuleSet::Survivor,
        lot if lot < SURVIVOR + DOUBLES => RuleSet::Doubles,
        _ => RuleSet::Iemoto,
    };
    let leaving = random.random_range(0..100) < LEAVING;
    let mut position = YoninShogi::start(&rules);
    for _ in 0..random.random_range(0..=RANDOM) {
        let moves = position.legal();
        if !moves.is_empty() {
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
    }
    let (mut seen, mut steps) = (Vec::new(), Vec::new());
    while !position.is_finished() && steps.len() < LONGEST {
        let open = PAIRS.map(|(one, other)| pair(&position, one, other) == Pair::Open);
        seen.push((Named::of(&position), open));
        let (m, mut step) = decide(weights, &position, &mut random);
        position.play_unchecked(m);
        if leaving && random.random_range(0..60) == 0 {
            // Nobody could expect it: what came before learns nothing from it.
            step.explored = true;
            position.resign(Seat::new(random.random_range(0..SEATS)));
        }
        steps.push(step);
    }
    let end = expected(weights, &position);
    let worths = returns(&steps, end, lambda);
    let samples = seen.into_iter().zip(worths).map(|((named, open), worth)| {
        let label = std::array::from_fn(|pair| if open[pair] { worth[pair] } else { -1.0 });
        Sample {
            position: named,
            label,
        }
    });
    samples.collect()
}

/// Chooses a move, and says what is expected after the best one.
fn decide(weights: &[Row], position: &YoninShogi, random: &mut Xoshiro256PlusPlus) -> (Move, Step) {
    let (mover, moves) = (position.turn(), position.legal());
    let judged = moves.iter().map(|&m| {
        let expected = expected(weights, &position.after(m));
        let worth = beaten(&expected)[mover] + LUCK * gumbel(random);
        (m, expected, worth)
    });
    let best = judged.max_by(|one, other| one.2.total_cmp(&other.2));
    let (best, expected, _) = best.expect("a game that goes on has a move");
    let explores = moves.len() > 1 && random.random_range(0..EXPLORES) == 0;
    let m = if explores {
        moves[random.random_range(0..moves.len())]
    } else {
        best
    };
    let explored = m != best;
    (m, Step { expected, explored })
}

/// Returns what is expected of a position, for each two seats.
fn expected(weights: &[Row], position: &YoninShogi) -> PairChances {
    if position.is_finished() {
        return result(&position.standing());
    }
    let weights = &weights[features::phase(position) * CELLS..];
    let mut sums = [[0.0; SEATS]; SEATS];
    features::rows(position, |seat, cell| add(&mut sums[seat], &weights[cell]));
    let strengths = turned(&sums);
    PAIRS.map(|(one, other)| match pair(position, one, other) {
        Pair::Open => logistic(strengths[one] - strengths[other]),
        Pair::Before => 1.0,
        Pair::After => 0.0,
    })
}

/// Luck of the kind whose maximum draws moves by their worth (Gumbel).
fn gumbel(random: &mut impl Rng) -> f32 {
    let uniform: f32 = random.random_range(1e-6..1.0);
    -(-uniform.ln()).ln()
}
