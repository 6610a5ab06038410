//! Positions of Othello that the engine solves or looks ahead from.

use ::engine::{Board, Engine, Question, board};
use anyhow::{Context, Result};
use players::learned;
use search::Limits;

use crate::solve::Total;

/// The endgames, in the program so that it can be measured anywhere.
const SUITE: &str = include_str!("../../../../problems/ffo.obf");

/// Endgames that are solved, by their place in the suite.
const SOLVED: std::ops::Range<usize> = 0..19;

/// Positions looked ahead from, and how many plies.
const AHEAD: (std::ops::Range<usize>, u32) = (39..59, 8);
const FROM_START: u32 = 12;

const MEGABYTES: usize = 64;

/// Searches all of them, and returns what that took.
pub(super) fn search() -> Result<Total> {
    let suite: Vec<Board> = SUITE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| board::parse(line).context("the suite cannot be read"))
        .collect::<Result<_>>()?;
    let solved = suite[SOLVED].iter().map(|&board| (board, None));
    let ahead = suite[AHEAD.0].iter().map(|&board| (board, Some(AHEAD.1)));
    let start = [(Board::START, Some(FROM_START))];
    let mut engine = Engine::new(learned::othello()?, MEGABYTES);
    let mut total = Total::default();
    for (board, depth) in solved.chain(ahead).chain(start) {
        engine.clear();
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let answer = engine.search(&Question::new(board), &limits, &mut |_| ());
        total.nodes += answer.nodes;
        total.time += answer.time;
    }
    Ok(total)
}
