//! What weights of Othello are worth: against exact scores, in sorting moves, in solving, in games.

use std::sync::Arc;

use engine::{Board, Engine, Question, Weights};
use search::Limits;

use super::self_play::after;
use super::{OthelloSample, duel};
use crate::examination::{Effort, ExactError, Examination, Sorted};

/// Empty squares of the positions that are solved, and one of how many: those far from the end cost
/// a hundred times as much.
const SOLVED: [(u32, u32); 5] = [(4, 1), (8, 1), (12, 1), (16, 2), (20, 4)];

/// Positions with fewer empty squares are sorted by other means.
const LEAST_SORTED: u32 = 12;

const MEGABYTES: usize = 64;

pub(super) fn examine(
    weights: &Arc<Weights>,
    last: &Arc<Weights>,
    held_out: &[OthelloSample],
    suite: &[Board],
    effort: &Effort,
) -> Examination {
    let mut engine = Engine::new(Arc::clone(weights), MEGABYTES);
    let mut value = |board: Board| {
        if board.is_over() {
            return board.final_score();
        }
        let answer = engine.search(&Question::new(board), &Limits::default(), &mut |_| ());
        answer.lines[0].value
    };
    let (mut exact, mut sorted) = (Vec::new(), Sorted::default());
    for (left, one_of) in SOLVED {
        let most = (effort.positions / one_of) as usize;
        let at = |sample: &&OthelloSample| sample.position.empty_count() == left;
        let all = held_out.iter().filter(at).count();
        // Spread over all games that were held out.
        let every = (all / most.max(1)).max(1);
        let chosen = held_out.iter().filter(at).step_by(every);
        let (mut errors, mut count) = ((0.0, 0.0), 0);
        for sample in chosen.take(most) {
            let board = sample.position;
            let score = value(board);
            let error = f64::from(score) - weights.evaluate_discs(board);
            errors = (errors.0 + error.abs(), errors.1 + error);
            count += 1;
            if left >= LEAST_SORTED {
                let first = after(board).min_by_key(|&next| weights.evaluate(next));
                let best = first.is_some_and(|next| -value(next) == score);
                sorted.first += u64::from(best);
                sorted.count += 1;
            }
        }
        if count > 0 {
            exact.push(ExactError {
                left,
                count,
                error: errors.0 / count as f64,
                bias: errors.1 / count as f64,
            });
        }
    }
    let mut nodes = 0;
    for &board in suite.iter().take(effort.suite as usize) {
        engine.clear();
        let answer = engine.search(&Question::new(board), &Limits::default(), &mut |_| ());
        nodes += answer.nodes;
    }
    Examination {
        phases: Vec::new(),
        exact,
        sorted,
        nodes,
        games: duel::pairs(weights, last, effort.pairs, effort.seed),
    }
}
