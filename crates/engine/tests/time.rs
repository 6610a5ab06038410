//! Games with a fixed time for every move: none is lost on time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kaesu_engine::{Board, Engine, Question, Weights};
use search::Limits;

/// What a move may take, and what of it is kept for the way back.
const ALLOWED: Duration = Duration::from_millis(20);
const RESERVE: Duration = Duration::from_millis(4);

/// The first moves of a game, the same for a number: the game's number read in base 7.
fn opening(game: usize) -> Board {
    let (mut board, mut number) = (Board::START, game);
    for _ in 0..6 {
        let count = board.moves().count_ones() as usize;
        let nth = (number % 7) % count;
        number /= 7;
        let mut moves = (0..64).filter(|&square| board.play(square).is_some());
        let square = moves.nth(nth).expect("a legal move");
        board = board.play(square).expect("a legal move");
    }
    board
}

/// A campaign plays as many games as it says and allows no move that is late, which asks for a quiet
/// machine. Otherwise one game is played, and its moves have to come in any time.
#[test]
fn no_game_is_lost_on_time() {
    let campaign = std::env::var("KAESU_CAMPAIGN").ok();
    let games: usize = campaign
        .as_ref()
        .map_or(1, |n| n.parse().expect("a number"));
    let packed = include_bytes!("../../../weights/othello.zst");
    let bytes = zstd::decode_all(&packed[..]).expect("packed weights");
    let weights = Arc::new(Weights::read(&bytes).expect("weights"));
    let mut engine = Engine::new(weights, 16);
    let limits = Limits {
        time: Some(ALLOWED - RESERVE),
        ..Limits::default()
    };
    let (mut moves, mut late, mut slowest) = (0, 0, Duration::ZERO);
    for game in 0..games {
        let mut board = opening(game);
        engine.clear();
        while !board.is_over() {
            let started = Instant::now();
            let answer = engine.search(&Question::new(board), &limits, &mut |_| ());
            let took = started.elapsed();
            moves += 1;
            late += usize::from(took > ALLOWED);
            slowest = slowest.max(took);
            board = match answer.lines[0].moves[0] {
                Some(square) => board.play(square).expect("a legal move"),
                None => board.passed(),
            };
        }
    }
    println!("{games} games, {moves} moves, {late} late, the slowest took {slowest:?}");
    assert!(moves >= 20 * games);
    assert!(
        campaign.is_none() || late == 0,
        "{late} of {moves} moves were late"
    );
}
