//! How often values that are not exact are wrong, by confidence and empty squares. A campaign takes
//! more positions and larger ones; `--nocapture` shows the table.

use std::collections::BTreeMap;
use std::sync::Arc;

use kaesu_engine::{Board, Certainty, Engine, Question, Weights};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Limits;

fn weights() -> Arc<Weights> {
    let packed = include_bytes!("../../../weights/othello.zst");
    let bytes = zstd::decode_all(&packed[..]).expect("packed weights");
    Arc::new(Weights::read(&bytes).expect("weights"))
}

/// A position with so many empty squares from a game of ten to twenty random moves and then the
/// engine's own; none if the game was over before.
fn position(engine: &mut Engine, seed: u64, empties: u32) -> Option<Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let from_here = 60 - random.random_range(10..=20);
    let mut board = Board::START;
    while board.empty_count() > empties || board.moves() == 0 {
        if board.is_over() {
            return None;
        }
        let moves = board.moves();
        board = if moves == 0 {
            board.passed()
        } else if board.empty_count() > from_here {
            let any = random.random_range(0..moves.count_ones());
            let mut squares = (0..64).filter(|square| moves >> square & 1 == 1);
            let square = squares.nth(any as usize).expect("a move");
            board.play(square).expect("a legal move")
        } else {
            let answer = engine.search(&Question::new(board), &Limits::depth(3), &mut |_| ());
            let square = answer.lines[0].moves[0].expect("it need not pass");
            board.play(square).expect("a legal move")
        };
    }
    (board.empty_count() == empties).then_some(board)
}

#[derive(Default)]
struct Failures {
    values: u32,
    wrong: u32,
    discs: i32,
}

#[test]
fn values_are_as_sure_as_they_say() {
    let rounds: Option<usize> = std::env::var("KAESU_CAMPAIGN")
        .ok()
        .map(|rounds| rounds.parse().expect("a number"));
    let sizes: &[u32] = match rounds {
        None => &[16, 18],
        Some(_) => &[16, 18, 20, 22, 24],
    };
    let count = 12 * rounds.unwrap_or(1);
    let mut engine = Engine::new(weights(), 64);
    let mut failures: BTreeMap<(u8, u32), Failures> = BTreeMap::new();
    for &empties in sizes {
        let mut seeds = 1..;
        for _ in 0..count {
            let board = seeds
                .find_map(|seed| position(&mut engine, seed, empties))
                .expect("there are endless games");
            engine.clear();
            let mut guesses = Vec::new();
            let answer = engine.search(&Question::new(board), &Limits::default(), &mut |answer| {
                if let Certainty::Confidence(percent) = answer.lines[0].certainty {
                    guesses.push((percent, answer.lines[0].value));
                }
            });
            for (percent, value) in guesses {
                let off = (value - answer.lines[0].value).abs();
                let failures = failures.entry((percent, empties)).or_default();
                failures.values += 1;
                failures.wrong += u32::from(off > 0);
                failures.discs += off;
            }
        }
    }
    println!("| confidence | empty squares | values | wrong | discs off in the mean |");
    println!("|---|---|---|---|---|");
    for ((percent, empties), failures) in failures {
        let Failures {
            values,
            wrong,
            discs,
        } = failures;
        let mean = f64::from(discs) / f64::from(values);
        println!("| {percent} % | {empties} | {values} | {wrong} | {mean:.2} |");
        // A value needs many cuts, each of them so sure, and is even: one wrong cut makes two discs.
        assert!(mean < 2.0, "{percent} % with {empties} empty squares");
    }
}
