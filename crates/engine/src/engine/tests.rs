use std::sync::atomic::{AtomicBool, Ordering};

use rules::hash::mix;
use rules::reversi::kernel::Scalar;

use super::*;
use crate::evaluation::features::CELLS;
use crate::evaluation::weights::PHASES;
use crate::evaluation::{Indices, PARTS};
use crate::leaf::to_discs;
use crate::positions::{endgames, random_games, rounds, with_each_kernel};
use crate::selectivity::Parameters;

fn some_weights() -> Arc<Weights> {
    let values: Vec<i16> = (0..PHASES * CELLS)
        .map(|cell| (mix(cell as u64) % 61) as i16 - 30)
        .collect();
    let constants = std::array::from_fn(|empties| empties as i16 % 7 - 3);
    Arc::new(Weights::from_cells(
        &values,
        constants,
        Parameters::default(),
    ))
}

fn engine() -> Engine {
    Engine::new(some_weights(), 4)
}

fn ask(engine: &mut Engine, question: &Question, limits: &Limits) -> Answer {
    engine.search(question, limits, &mut |_| ())
}

/// Solves a position by a second, simple solver: alpha-beta with fewest replies first.
fn simple(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = board.moves();
    if moves == 0 {
        if board.passed().moves() == 0 {
            return board.final_score();
        }
        return -simple(board.passed(), -beta, -alpha);
    }
    let mut children = Vec::new();
    while moves != 0 {
        children.push(board.play(moves.trailing_zeros()).expect("a legal move"));
        moves &= moves - 1;
    }
    children.sort_by_key(|child| child.moves().count_ones());
    for child in children {
        alpha = alpha.max(-simple(child, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

#[test]
fn endgames_equal_a_simple_solver() {
    let rounds = rounds();
    let mut engine = engine();
    for (empties, count) in [
        (3, 20 * rounds),
        (8, 20 * rounds),
        (12, 10 * rounds),
        (13, 6 * rounds),
        (14, 3 * rounds),
        (15, rounds),
        // The simple solver takes minutes for the largest: campaigns have a few.
        (16, rounds / 5),
        (17, rounds / 10),
        (18, rounds / 25),
    ] {
        for board in endgames(100, empties).take(count) {
            let value = simple(board, -64, 64);
            with_each_kernel!(kernel => {
                engine.clear();
                let mut ask = |question: &Question| {
                    engine.search_with(kernel, question, &Limits::default(), &mut |_| ())
                };
                let answer = ask(&Question::new(board));
                assert_eq!(answer.lines[0].value, value, "{board:x?}");
                assert_eq!(answer.lines[0].certainty, Certainty::Exact);
                let after = match answer.lines[0].moves[0] {
                    Some(square) => board.play(square).expect("a legal move"),
                    None => board.passed(),
                };
                let kept = simple(after, -value - 1, -value + 1);
                assert_eq!(-kept, value, "the move keeps the value");

                let question = Question {
                    win_loss_draw: true,
                    ..Question::new(board)
                };
                assert_eq!(ask(&question).lines[0].value, value.signum());
            });
        }
    }
}

/// Returns the value of a move by plain search of this many plies.
fn plain(engine: &mut Engine, board: Board, square: u32, depth: u32) -> i32 {
    let next = board.play(square).expect("a legal move");
    let question = Question {
        selective: false,
        ..Question::new(next)
    };
    -ask(engine, &question, &Limits::depth(depth - 1)).lines[0].value
}

#[test]
fn a_stage_that_is_broken_off_tells_what_it_found_better() {
    let (mut better, mut engine) = (0, engine());
    for board in random_games(5, 3).filter(|board| (30..50).contains(&board.empty_count())) {
        if board.moves().count_ones() < 2 {
            continue;
        }
        let question = Question {
            selective: false,
            ..Question::new(board)
        };
        for nodes in [2_000, 5_000, 12_000] {
            let mut stage = None;
            engine.clear();
            let limits = Limits {
                depth: Some(5),
                nodes: Some(nodes),
                ..Limits::default()
            };
            let answer = engine.search(&question, &limits, &mut |answer| {
                stage = Some(answer.lines[0].clone());
            });
            let Some(Line {
                certainty, moves, ..
            }) = stage
            else {
                continue;
            };
            let (Certainty::Depth(depth), &[Some(before), ..]) = (certainty, &moves[..]) else {
                continue;
            };
            let now = answer.lines[0].moves[0].expect("there is a move");
            if now != before {
                better += 1;
                let value = |engine: &mut Engine, square| plain(engine, board, square, depth + 2);
                assert!(
                    value(&mut engine, now) > value(&mut engine, before),
                    "{board:x?}"
                );
            }
        }
    }
    assert!(better > 3, "{better}");
}

#[test]
fn the_scalar_twin_visits_the_same_nodes() {
    let start = (Board::START, Some(7));
    let ends = endgames(200, 15).take(4).map(|board| (board, None));
    for (board, depth) in ends.chain([start]) {
        let question = Question::new(board);
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let slow = engine().search_with(Scalar, &question, &limits, &mut |_| ());
        with_each_kernel!(kernel => {
            let fast = engine().search_with(kernel, &question, &limits, &mut |_| ());
            assert_eq!((fast.lines, fast.nodes), (slow.lines.clone(), slow.nodes));
        });
    }
}

/// Plain minimax with the same evaluation, in parts of a disc.
fn minimax(weights: &Weights, board: Board, depth: u32) -> i32 {
    let mut moves = board.moves();
    if depth == 0 {
        let ply = weights.at(board.empty_count());
        return crate::evaluation::evaluate(Scalar, ply, &Indices::of(board));
    }
    if moves == 0 {
        if board.passed().moves() == 0 {
            return PARTS * board.final_score();
        }
        return -minimax(weights, board.passed(), depth);
    }
    let mut best = i32::MIN;
    while moves != 0 {
        let next = board.play(moves.trailing_zeros()).expect("a legal move");
        moves &= moves - 1;
        best = best.max(-minimax(weights, next, depth - 1));
    }
    best
}

#[test]
fn a_midgame_without_cuts_is_minimax() {
    let weights = some_weights();
    for board in random_games(9, 4)
        .step_by(7)
        .filter(|board| board.empty_count() > 10)
    {
        if board.is_over() {
            continue;
        }
        for depth in 1..=4 {
            let mut engine = Engine::new(Arc::clone(&weights), 1);
            let question = Question {
                selective: false,
                ..Question::new(board)
            };
            let answer = ask(&mut engine, &question, &Limits::depth(depth));
            let expected = to_discs(minimax(&weights, board, depth));
            assert_eq!(answer.lines[0].value, expected, "{board:x?} {depth}");
            assert_eq!(answer.lines[0].certainty, Certainty::Depth(depth));
        }
    }
}

#[test]
fn each_of_the_best_moves_has_its_own_value() {
    let mut engine = engine();
    for board in endgames(300, 12).take(5) {
        let question = Question {
            lines: 60,
            ..Question::new(board)
        };
        let answer = ask(&mut engine, &question, &Limits::default());
        assert_eq!(answer.lines.len() as u32, board.moves().count_ones().max(1));
        assert!(answer.lines.is_sorted_by_key(|line| -line.value));
        for line in answer.lines {
            let after = match line.moves[0] {
                Some(square) => board.play(square).expect("a legal move"),
                None => board.passed(),
            };
            assert_eq!(line.value, -simple(after, -64, 64));
        }
    }
}

#[test]
fn a_limit_of_nodes_gives_the_same_answer_every_time() {
    let board = endgames(400, 24).next().expect("a position");
    let limits = Limits::nodes(200_000);
    let first = ask(&mut engine(), &Question::new(board), &limits);
    let again = ask(&mut engine(), &Question::new(board), &limits);
    assert!(
        first.stopped && first.nodes >= 200_000 && first.nodes < 220_000,
        "{first:?}"
    );
    assert_eq!((first.lines, first.nodes), (again.lines, again.nodes));
}

#[test]
fn a_flag_stops_the_search() {
    let stop = Arc::new(AtomicBool::new(true));
    let limits = Limits {
        stop: Some(Arc::clone(&stop)),
        ..Limits::default()
    };
    let answer = ask(&mut engine(), &Question::new(Board::START), &limits);
    assert!(answer.stopped && answer.nodes < 100_000);
    assert!(
        Board::START
            .play(answer.lines[0].moves[0].expect("a square"))
            .is_some()
    );

    stop.store(false, Ordering::Relaxed);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let answer = ask(&mut engine(), &Question::new(Board::START), &limits);
        assert!(answer.stopped);
    });
}

/// Counted in nodes, of which ten milliseconds have more than these: the clock of a loaded machine
/// says nothing.
#[test]
fn a_search_ends_within_ten_milliseconds_of_the_flag() {
    let endgame = endgames(400, 28).next().expect("a position");
    for board in [Board::START, endgame] {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        let mut at_flag = None;
        let answer = engine().search(&Question::new(board), &limits, &mut |answer| {
            if at_flag.is_none() && answer.nodes > 10_000 {
                stop.store(true, Ordering::Relaxed);
                at_flag = Some(answer.nodes);
            }
        });
        let later = answer.nodes - at_flag.expect("a stage with so many nodes");
        assert!(answer.stopped && later < 50_000, "{later} nodes");
    }
}

#[test]
fn a_target_lets_no_further_stage_begin() {
    let question = Question {
        target: Some(Duration::from_millis(20)),
        ..Question::new(Board::START)
    };
    let limits = Limits::time(Duration::from_secs(60));
    // On a loaded machine half of the target may be gone before the first stage.
    assert!((0..30).any(|_| {
        let answer = ask(&mut engine(), &question, &limits);
        assert!(answer.stopped && answer.time < Duration::from_secs(60));
        answer.lines[0].certainty != Certainty::Depth(0)
    }));

    let only_move = random_games(5, 1000)
        .find(|board| board.moves().count_ones() == 1 && board.empty_count() > 20)
        .expect("such a position");
    let question = Question {
        target: Some(Duration::from_secs(60)),
        ..Question::new(only_move)
    };
    let answer = ask(&mut engine(), &question, &limits);
    assert!(answer.stopped && answer.nodes < 100_000);
}

#[test]
fn lines_are_legal_and_go_to_the_end_with_their_value() {
    let mut engine = engine();
    for mut board in endgames(500, 13).take(20) {
        let answer = ask(&mut engine, &Question::new(board), &Limits::default());
        let line = &answer.lines[0];
        let mut sign = 1;
        for square in &line.moves {
            board = match square {
                Some(square) => board.play(*square).expect("a legal move"),
                None => board.passed(),
            };
            sign = -sign;
        }
        assert!(board.is_over());
        assert_eq!(sign * board.final_score(), line.value);
    }
}
