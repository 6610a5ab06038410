//! `kaesu solve` on 6×6: from any position, the start of the game included.

use std::time::Instant;

use ::engine::Board;
use ::engine::six::Solver;
use anyhow::{Context, Result, bail};
use rules::reversi::{Board6x6, Reversi};
use rules::{Game, Notation};
use search::Limits;

use super::{Arguments, Solution, Total};

/// Squares along a side.
const SIDE: usize = 6;

/// The position that is asked for, if it is one of 6×6: the game's name, or 36 squares and whose turn it is.
pub(super) fn asked(text: &str) -> Option<Result<Reversi<Board6x6>>> {
    if text == "reversi-6x6" {
        return Some(Ok(Reversi::start(&())));
    }
    let squares = text.split_whitespace().next()?;
    let is_board =
        squares.len() == SIDE * SIDE && squares.bytes().all(|c| b"XxOo*0-.".contains(&c));
    let read = || Reversi::parse_position(&(), text).context("the board cannot be read");
    is_board.then(read)
}

pub(super) fn run(arguments: &Arguments, position: &Reversi<Board6x6>) -> Result<()> {
    if position.is_finished() {
        bail!("the game is over: there is nothing to solve");
    }
    if arguments.threads > 1 {
        bail!("6×6 is solved by one thread; leave --threads out");
    }
    let started = Instant::now();
    let mut solver = Solver::new(arguments.table as usize, &Limits::default());
    let solved = solver.solve(in_the_middle(position));
    let solved = solved.expect("nothing stops it, and the game goes on");
    let time = started.elapsed();
    let best = solved.square.map_or_else(|| "--".to_owned(), text);
    let solution = Solution {
        number: 1,
        empties: position.position_text().matches('-').count() as u32,
        score: if arguments.wld {
            solved.score.signum()
        } else {
            solved.score
        },
        expected: None,
        r#move: best.clone(),
        line: vec![best],
        nodes: solved.nodes,
        ms: super::milliseconds(time),
    };
    solution.print(arguments.json)?;
    let total = Total {
        nodes: solved.nodes,
        time,
        different: 0,
    };
    total.print(arguments.json)
}

/// The square of the middle of 8×8 that stands for one of 6×6.
const fn place(square: usize) -> usize {
    8 * (square / SIDE + 1) + square % SIDE + 1
}

/// A square of the middle as it is written on 6×6.
fn text(square: u32) -> String {
    let (row, column) = (square as usize / 8 - 1, square as usize % 8 - 1);
    let letter = char::from(b'a' + column as u8);
    format!("{letter}{}", row + 1)
}

fn in_the_middle(position: &Reversi<Board6x6>) -> Board {
    let line = position.position_text();
    let discs = |sign: char| {
        let squares = line.chars().take(SIDE * SIDE).enumerate();
        let own = squares.filter(|(_, square)| *square == sign);
        own.fold(0, |all, (square, _)| all | 1u64 << place(square))
    };
    let (black, white) = (discs('X'), discs('O'));
    if position.turn().index() == 0 {
        Board {
            own: black,
            other: white,
        }
    } else {
        Board {
            own: white,
            other: black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_lies_in_the_middle() {
        let start = Reversi::<Board6x6>::start(&());
        assert_eq!(in_the_middle(&start), ::engine::six::START);
        assert_eq!(text(9), "a1");
        assert_eq!(text(54), "f6");
        assert!(asked("reversi-6x6").is_some_and(|position| position.is_ok()));
        assert!(asked("problems/ffo.obf").is_none());
        assert!(asked(&format!("{} X", "-".repeat(64))).is_none());
        assert!(asked("--------------OX----XO-------------- X").is_some_and(|read| read.is_ok()));
    }
}
