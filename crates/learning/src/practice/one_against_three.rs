//! Examines weights of a game for four without looking ahead: matches of one against three, and whether
//! what they expect happens.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::hash::mix;
use rules::{Game, Outcome, Seat};
use search::Evaluation;
use strengths::POINT;

use super::Asked;
use super::examination::{BINS, Bin, Examination, Match};

/// Random plies that begin a game.
const OPENING: u32 = 8;

/// Who plays in an examination.
pub(crate) trait Sitter<G: Game> {
    fn choose(&self, position: &G, random: &mut Xoshiro256PlusPlus) -> G::Move;
}

/// Lets one play three of each opponent from this start, and compares what the evaluation it plays by
/// expects with what comes.
pub(crate) fn examine<G: Game, S: Sitter<G>>(
    start: &G,
    (ours, evaluation): (&S, &impl Evaluation<G>),
    opponents: &[(&str, S)],
    asked: &Asked,
) -> Examination {
    let matches = opponents.iter().map(|(name, others)| Match {
        against: (*name).to_owned(),
        ranks: (0..asked.openings)
            .map(|opening| mean_rank(start, ours, others, mix(asked.seed ^ u64::from(opening))))
            .collect(),
    });
    let (calibration, error) = calibration(start, ours, evaluation, asked);
    Examination {
        matches: matches.collect(),
        calibration,
        error,
        ..Examination::default()
    }
}

/// Plays one opening with our seat in every place, and returns the mean rank.
fn mean_rank<G: Game, S: Sitter<G>>(start: &G, ours: &S, others: &S, seed: u64) -> f64 {
    let seats = start.facts().seats;
    let ranks = Seat::all(seats).map(|seat| {
        let sitter = |turn| if turn == seat { ours } else { others };
        play(start, seed, sitter, |_| ()).shared_rank(seat)
    });
    ranks.sum::<f64>() / seats as f64
}

/// Plays a game whose opening follows from the seed; `each` hears of every position after it.
fn play<'a, G: Game, S: Sitter<G> + 'a>(
    start: &G,
    seed: u64,
    sitter: impl Fn(Seat) -> &'a S,
    mut each: impl FnMut(&G),
) -> Outcome {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
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
fn calibration<G: Game, S: Sitter<G>>(
    start: &G,
    ours: &S,
    evaluation: &impl Evaluation<G>,
    asked: &Asked,
) -> (Vec<Bin>, f64) {
    let seats = start.facts().seats;
    let mut bins = vec![Bin::default(); BINS];
    let (mut off, mut count) = (0.0, 0);
    for game in 0..asked.games {
        let mut seen = Vec::new();
        let seed = mix(asked.seed ^ u64::from(game) ^ 1 << 40);
        let see = |position: &G| seen.push(evaluation.of(position));
        let outcome = play(start, seed, |_| ours, see);
        for values in seen {
            for seat in Seat::all(seats) {
                let expected = seats as f64 - f64::from(values[seat]) / f64::from(POINT);
                let came = outcome.shared_rank(seat);
                Bin::add(&mut bins, expected, came);
                off += (expected - came).abs();
                count += 1;
            }
        }
    }
    (bins, off / f64::from(count.max(1)))
}
