//! The parameters of selective search, measured with the weights they belong to.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::selectivity::Parameters;
use engine::{Board, Certainty, Engine, Question, Weights};
use search::Limits;

use super::OthelloSample;
use crate::spread::{Group, fit_log_spread};

/// The depth of the midgame searches without cuts that shallower ones are compared with.
const DEEPEST: u32 = 7;

/// The depth of those with cuts, by what the others have shown. Seven plies do not tell what sixteen
/// are like: with 38 empty squares the spread of 16 plies from 8 is 2.1 discs, and 2.8 by the law of
/// those up to seven; that of 16 plies from a glance is 4.3, and 11.4 by that law (18 November 2026).
const DEEPEST_WITH_CUTS: u32 = 16;

/// How much surer than the boldest these cuts are, so that they hardly change what is measured.
const SURER: f32 = 1.5;

/// With fewer groups of conditions nothing is fitted.
const FEW_GROUPS: usize = 8;

/// Positions that are enough.
const ENDGAMES: usize = 3_000;
const MIDGAMES: usize = 1_500;
const DEEP_MIDGAMES: usize = 500;

/// With fewer midgames deep searches would not fill the groups, and are not worth their time.
const FEW_MIDGAMES: usize = 1_000;

/// A search with cuts ends after so many nodes: weights that know little never come to sixteen plies.
const MOST_NODES: u64 = 1_000_000;

type Groups = BTreeMap<(u32, u32, u32), Group>;

/// Returns the values of searches of 0, 1, 2, … plies without selective cuts.
fn values(engine: &mut Engine, board: Board, depths: u32) -> Vec<f64> {
    let question = Question {
        selective: false,
        ..Question::new(board)
    };
    (1..=depths)
        .map(|depth| {
            let answer = engine.search(&question, &Limits::depth(depth), &mut |_| ());
            f64::from(answer.lines[0].value)
        })
        .collect()
}

/// Coefficients for these groups; those that cut little if there are too few.
fn fitted(groups: Groups, otherwise: [f32; 4]) -> [f32; 4] {
    let rows: Vec<([f64; 4], Group)> = groups
        .into_iter()
        .filter(|(_, group)| group.count() >= 20.0)
        .map(|((empties, depth, check), group)| {
            (
                [1.0, f64::from(empties), f64::from(depth), f64::from(check)],
                group,
            )
        })
        .collect();
    if rows.len() < FEW_GROUPS {
        return otherwise;
    }
    fit_log_spread(&rows).map(|number| number as f32)
}

/// Measures on some of the positions held out.
#[must_use]
pub fn measured(weights: &Arc<Weights>, held_out: &[OthelloSample]) -> Parameters {
    // As many of each number of empty squares: a game has one of each, so that every so-manieth of all
    // may be of the same number.
    let between = |least: u32, most: u32, at_most: usize| {
        let of_each = at_most / (most - least + 1) as usize;
        (least..=most).flat_map(move |empties| {
            let inside = move |sample: &&OthelloSample| sample.position.empty_count() == empties;
            let all = held_out.iter().filter(inside).count();
            let every = (all / of_each).max(1);
            held_out.iter().filter(inside).step_by(every).copied()
        })
    };
    let endgames: Vec<OthelloSample> = between(10, 16, ENDGAMES).collect();
    let midgames: Vec<Board> = between(18, 48, MIDGAMES).map(|s| s.position).collect();
    parameters(weights, &endgames, &midgames)
}

/// Compares shallow searches with the exact labels of endgames and with deeper searches.
/// `endgames` are positions with exact labels and at least ten empty squares.
#[must_use]
pub fn parameters(
    weights: &Arc<Weights>,
    endgames: &[OthelloSample],
    midgames: &[Board],
) -> Parameters {
    let mut engine = Engine::new(Arc::clone(weights), 16);
    let mut to_the_end = Groups::new();
    for sample in endgames {
        let board = sample.position;
        let empties = board.empty_count();
        let label = f64::from(sample.label);
        let mut add = |check, value: f64| {
            // To the end, the depth is the number of empty squares; one of the two is enough.
            let group = to_the_end.entry((empties, 0, check)).or_default();
            group.add(label - value);
        };
        add(0, weights.evaluate_discs(board).round());
        for (at, value) in values(&mut engine, board, 6).into_iter().enumerate() {
            add(at as u32 + 1, value);
        }
    }
    let mut before_the_end = Groups::new();
    for &board in midgames {
        let mut all = vec![weights.evaluate_discs(board).round()];
        all.extend(values(&mut engine, board, DEEPEST));
        compare(board, &all, &mut before_the_end);
    }
    let otherwise = Parameters::default();
    let mut parameters = Parameters {
        midgame: fitted(before_the_end, otherwise.midgame),
        endgame: fitted(to_the_end, otherwise.endgame),
    };
    if midgames.len() < FEW_MIDGAMES {
        return parameters;
    }
    let mut surer = parameters;
    surer.midgame[0] += SURER.ln();
    let mut engine = Engine::new(Arc::new(weights.with_parameters(surer)), 16);
    let mut deeper = Groups::new();
    for &board in midgames
        .iter()
        .step_by(midgames.len().div_ceil(DEEP_MIDGAMES))
    {
        let mut all = vec![weights.evaluate_discs(board).round()];
        all.extend(values_with_cuts(&mut engine, board));
        compare(board, &all, &mut deeper);
    }
    parameters.midgame = fitted(deeper, parameters.midgame);
    parameters
}

/// Adds how far each value of a list by depth is from those of fewer plies and equal parity.
fn compare(board: Board, values: &[f64], groups: &mut Groups) {
    for depth in 3..values.len() {
        for check in (0..depth).filter(|check| (depth - check) % 2 == 0) {
            let conditions = (board.empty_count() / 4 * 4 + 2, depth as u32, check as u32);
            let group = groups.entry(conditions).or_default();
            group.add(values[depth] - values[check]);
        }
    }
}

/// Returns the values of searches of 1, 2, 3, … plies with selective cuts, as far as they stop
/// before the end of the game.
fn values_with_cuts(engine: &mut Engine, board: Board) -> Vec<f64> {
    let mut by_depth = BTreeMap::new();
    engine.clear();
    // A search deepens by two plies.
    for deepest in [DEEPEST_WITH_CUTS - 1, DEEPEST_WITH_CUTS] {
        let limits = Limits {
            nodes: Some(MOST_NODES),
            ..Limits::depth(deepest)
        };
        engine.search(&Question::new(board), &limits, &mut |answer| {
            let line = &answer.lines[0];
            if let Certainty::Depth(depth) = line.certainty {
                by_depth.insert(depth, f64::from(line.value));
            }
        });
    }
    let all = (1..).map_while(|depth| by_depth.get(&depth).copied());
    all.collect()
}
