//! What weights of Yonin-shogi are worth: matches of one against three without looking ahead, and
//! whether what they expect happens.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::hash::mix;
use rules::yonin_shogi::moves::Move;
use rules::yonin_shogi::piece::Kind;
use rules::yonin_shogi::{RuleSet, YoninShogi};
use rules::{Game, Outcome, Seat};
use search::Evaluation;
use strengths::{POINT, SEATS, Weights, YoninShogiStrengths};

use crate::practice::examination::{BINS, Bin, Match, shared_rank};
use crate::practice::{Asked, Examination};

/// Random plies that begin a game.
const OPENING: u32 = 8;

/// Who plays in an examination.
enum Sitter {
    /// The best move at one glance, by weights.
    Glance(YoninShogiStrengths),
    /// Any move.
    Random,
    /// The move that leaves it with most, by the usual worth of pieces, and mates if it can.
    Material,
}

pub(super) fn examine(
    weights: &Arc<Weights>,
    earlier: &Arc<Weights>,
    asked: &Asked,
) -> Examination {
    let ours = Sitter::Glance(YoninShogiStrengths::new(Arc::clone(weights)));
    let opponents = [
        ("random", Sitter::Random),
        ("that take the most valuable", Sitter::Material),
        (
            "with the weights of half as many games",
            Sitter::Glance(YoninShogiStrengths::new(Arc::clone(earlier))),
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
    let ranks = Seat::all(SEATS).map(|seat| {
        let outcome = play(
            seed,
            |turn| if turn == seat { ours } else { others },
            |_| (),
        );
        shared_rank(&outcome, seat)
    });
    ranks.sum::<f64>() / SEATS as f64
}

/// Plays a game whose opening follows from the seed; `each` hears of every position after it.
fn play<'a>(
    seed: u64,
    sitter: impl Fn(Seat) -> &'a Sitter,
    mut each: impl FnMut(&YoninShogi),
) -> Outcome {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = YoninShogi::start(&RuleSet::Iemoto);
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
    let evaluation = YoninShogiStrengths::new(Arc::clone(weights));
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
            for seat in Seat::all(SEATS) {
                let expected = SEATS as f64 - f64::from(values[seat]) / f64::from(POINT);
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
    fn choose(&self, position: &YoninShogi, random: &mut Xoshiro256PlusPlus) -> Move {
        let (mover, moves) = (position.turn(), position.legal());
        let mut most = |worth: &dyn Fn(&YoninShogi) -> i32| {
            // Of equal moves any.
            let mut lot = || random.random_range(0..1 << 20);
            let best = moves
                .iter()
                .copied()
                .map(|m| (worth(&position.after(m)), lot(), m))
                .max();
            best.expect("a game that goes on has a move").2
        };
        match self {
            Self::Glance(evaluation) => most(&|after| evaluation.of(after)[mover]),
            Self::Material => most(&|after| material(after, mover)),
            Self::Random => moves[random.random_range(0..moves.len())],
        }
    }
}

/// What a seat owns, and a large sum for each king it mated.
fn material(position: &YoninShogi, seat: Seat) -> i32 {
    let board = position.board();
    let worth = |kind| match kind {
        Kind::Pawn => 1,
        Kind::Silver => 5,
        Kind::Gold | Kind::Tokin | Kind::PromotedSilver => 6,
        Kind::Rook => 9,
        Kind::Dragon => 12,
        Kind::King => 0,
    };
    let pieces = board.owned(seat).filter_map(|square| board.piece(square));
    let on_board: i32 = pieces.map(|piece| worth(piece.kind())).sum();
    let held = Kind::IN_HAND.map(|kind| board.hand(seat).count(kind) as i32 * worth(kind));
    on_board + held.iter().sum::<i32>() + 100 * position.mates(seat) as i32
}
