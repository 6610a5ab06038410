//! What weights of Yonin are worth: matches of one against three without looking ahead, and whether
//! what they expect happens.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::hash::mix;
use rules::reversi::Move;
use rules::yonin::{Rules, Yonin};
use rules::{Game, Outcome, Seat};
use search::mcts::{Mcts, Options};
use search::{Evaluation, Limits, RankUtility, Search};
use strengths::{POINT, Weights, YoninStrengths};

use crate::practice::examination::{BINS, Bin, Match, shared_rank};
use crate::practice::{Asked, Examination};

/// Random plies that begin a game.
const OPENING: u32 = 8;

/// What each playout of the fixed opponent costs is little; so many make it a fair beginner.
const PLAYOUTS: u64 = 100;

/// Who plays in an examination.
enum Sitter {
    /// The best move at one glance, by weights.
    Glance(YoninStrengths),
    /// Any move.
    Random,
    /// Most discs at home right now.
    Greedy,
    /// Flat UCB with few playouts.
    FlatUcb,
}

pub(super) fn examine(
    weights: &Arc<Weights>,
    earlier: &Arc<Weights>,
    asked: &Asked,
) -> Examination {
    let ours = Sitter::Glance(YoninStrengths::new(Arc::clone(weights)));
    let opponents = [
        ("random", Sitter::Random),
        ("that take most discs at home", Sitter::Greedy),
        ("flat UCB with 100 playouts", Sitter::FlatUcb),
        (
            "with the weights of half as many games",
            Sitter::Glance(YoninStrengths::new(Arc::clone(earlier))),
        ),
    ];
    let matches = opponents.iter().map(|(name, others)| Match {
        against: (*name).to_owned(),
        ranks: (0..asked.openings)
            .map(|opening| one_against_three(&ours, others, mix(asked.seed ^ u64::from(opening))))
            .collect(),
    });
    let (calibration, error) = calibration(weights, asked);
    Examination {
        matches: matches.collect(),
        calibration,
        error,
        ..Examination::default()
    }
}

/// Plays one opening with our seat in every place, and returns the mean rank.
fn one_against_three(ours: &Sitter, others: &Sitter, seed: u64) -> f64 {
    let ranks = Seat::all(4).map(|seat| {
        let outcome = play(
            seed,
            |turn| if turn == seat { ours } else { others },
            |_| (),
        );
        shared_rank(&outcome, seat)
    });
    ranks.sum::<f64>() / 4.0
}

/// Plays a game whose opening follows from the seed; `each` hears of every position after it.
fn play<'a>(
    seed: u64,
    sitter: impl Fn(Seat) -> &'a Sitter,
    mut each: impl FnMut(&Yonin),
) -> Outcome {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Yonin::start(&Rules::default());
    for _ in 0..OPENING {
        let moves = position.legal();
        if !moves.is_empty() {
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
    }
    while !position.is_finished() {
        each(&position);
        let m = sitter(position.turn()).choose(&position, &mut random);
        position.play_unchecked(m);
    }
    position.standing()
}

/// Compares what is expected in games of its own with what came, and says how far it is off.
fn calibration(weights: &Arc<Weights>, asked: &Asked) -> (Vec<Bin>, f64) {
    let evaluation = YoninStrengths::new(Arc::clone(weights));
    let ours = Sitter::Glance(evaluation.clone());
    let mut bins = vec![Bin::default(); BINS];
    let (mut off, mut count) = (0.0, 0);
    for game in 0..asked.games {
        let mut seen = Vec::new();
        let seed = mix(asked.seed ^ u64::from(game) ^ 1 << 40);
        let outcome = play(
            seed,
            |_| &ours,
            |position| seen.push(evaluation.of(position)),
        );
        for values in seen {
            for seat in Seat::all(4) {
                let expected = 4.0 - f64::from(values[seat]) / f64::from(POINT);
                let came = shared_rank(&outcome, seat);
                Bin::add(&mut bins, expected, came);
                off += (expected - came).abs();
                count += 1;
            }
        }
    }
    (bins, off / f64::from(count.max(1)))
}

impl Sitter {
    fn choose(&self, position: &Yonin, random: &mut Xoshiro256PlusPlus) -> Move {
        let (mover, moves) = (position.turn(), position.legal());
        let most = |worth: &dyn Fn(&Yonin) -> i32| {
            let best = moves
                .iter()
                .copied()
                .max_by_key(|&m| worth(&position.after(m)));
            best.expect("a game that goes on has a move")
        };
        match self {
            Self::Glance(evaluation) => most(&|after| evaluation.of(after)[mover]),
            Self::Greedy => most(&|after| after.score(mover)),
            Self::Random => moves[random.random_range(0..moves.len())],
            Self::FlatUcb => {
                let options = Options::flat_ucb(random.random());
                let limits = Limits {
                    evaluations: Some(PLAYOUTS),
                    ..Limits::default()
                };
                let mut search = Mcts::new(RankUtility::seats_beaten(4), options);
                let report = search.search(position, &limits, &mut |_| ());
                report.best().expect("a game that goes on has a move")
            }
        }
    }
}
