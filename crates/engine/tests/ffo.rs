//! With the weights of the project, the published endgames come out right.

use std::sync::Arc;

use kaesu_engine::{Board, Certainty, Engine, Question, Weights, board};
use rules::reversi::Othello;
use rules::{Notation, Symmetric, Symmetry};
use search::Limits;

fn weights() -> Arc<Weights> {
    let packed = include_bytes!("../../../weights/othello.zst");
    let bytes = zstd::decode_all(&packed[..]).expect("packed weights");
    Arc::new(Weights::read(&bytes).expect("weights"))
}

/// The lines of the suite from one number to another.
fn suite(from: usize, to: usize) -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../../problems/ffo.obf").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .take(to)
        .skip(from - 1)
}

/// Every legal move with its score, the best first.
fn scores(line: &str) -> Vec<(String, i32)> {
    let parts = line
        .split(';')
        .filter_map(|part| part.trim().split_once(':'));
    parts
        .map(|(square, score)| (square.to_lowercase(), score.parse().expect("a score")))
        .collect()
}

fn solve(engine: &mut Engine, question: &Question) -> kaesu_engine::Answer {
    engine.clear();
    let answer = engine.search(question, &Limits::default(), &mut |_| ());
    assert_eq!(answer.lines[0].certainty, Certainty::Exact);
    answer
}

fn check(engine: &mut Engine, line: &str) {
    let position = Othello::parse_position(&(), line).expect("a position");
    let answer = solve(engine, &Question::new(Board::from(&position)));
    let scores = scores(line);
    assert_eq!(answer.lines[0].value, scores[0].1, "{line}");
    let best = position.move_text(board::to_move(answer.lines[0].moves[0]));
    assert!(scores.contains(&(best, scores[0].1)), "{line}");
}

#[test]
fn endgames_40_to_44_come_out_right() {
    let mut engine = Engine::new(weights(), 64);
    for line in suite(40, 44) {
        check(&mut engine, line);
    }
}

/// A campaign goes on to #59, which takes a quarter of an hour.
#[test]
fn endgames_from_20_on_come_out_right() {
    let last = if std::env::var("KAESU_CAMPAIGN").is_ok() {
        59
    } else {
        24
    };
    let mut engine = Engine::new(weights(), 256).with_threads(2);
    for line in suite(20, last) {
        check(&mut engine, line);
    }
}

#[test]
fn small_endgames_come_out_right_on_two_threads() {
    let mut engine = Engine::new(weights(), 16).with_threads(2);
    for line in suite(1, 19) {
        check(&mut engine, line);
    }
}

#[test]
fn every_move_has_its_published_score() {
    let mut engine = Engine::new(weights(), 16);
    for line in suite(1, 6) {
        let position = Othello::parse_position(&(), line).expect("a position");
        let question = Question {
            lines: 60,
            ..Question::new(Board::from(&position))
        };
        let answer = solve(&mut engine, &question);
        let mut found: Vec<(String, i32)> = answer
            .lines
            .iter()
            .map(|line| {
                (
                    position.move_text(board::to_move(line.moves[0])),
                    line.value,
                )
            })
            .collect();
        let mut expected = scores(line);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn turned_and_recoloured_positions_have_one_value() {
    let mut engine = Engine::new(weights(), 16);
    for line in suite(1, 5) {
        let value = scores(line)[0].1;
        let swapped: String = line
            .chars()
            .map(|c| match c {
                'X' => 'O',
                'O' => 'X',
                c => c,
            })
            .take(66)
            .collect();
        for line in [line, &swapped] {
            let position = Othello::parse_position(&(), line).expect("a position");
            for symmetry in Symmetry::ALL {
                let turned = Board::from(&position.turned(symmetry));
                let answer = solve(&mut engine, &Question::new(turned));
                assert_eq!(answer.lines[0].value, value, "{line} {symmetry:?}");
            }
        }
    }
}

#[test]
fn win_loss_and_draw_agree_with_the_scores() {
    let mut engine = Engine::new(weights(), 16);
    for line in suite(1, 19) {
        let question = Question {
            win_loss_draw: true,
            ..Question::new(board::parse(line).expect("a position"))
        };
        let answer = solve(&mut engine, &question);
        assert_eq!(answer.lines[0].value, scores(line)[0].1.signum(), "{line}");
    }
}
