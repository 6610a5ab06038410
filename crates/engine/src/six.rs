//! Reversi on 6×6, solved from any position, the start included.
//!
//! The board lies in the middle of one of 8×8 whose edge is out of bounds: what turns is the same, and
//! only moves onto the edge have to be left out. The search proves one bound after another (MTD), each
//! with the window of one disc; moves that leave few replies and few squares to reply on come first, in
//! large positions by a look ahead, and large positions are remembered once for all symmetries.
//!
//! Four positions of 24 empty squares, bounds −4 and −2, in a sketch of this search (17 November 2026, one thread): by few
//! replies and corners 166 million nodes and 9.1 s; squares to reply on as well, corners less and more positions asked 84
//! million and 4.6 s; with the look ahead 67 million and 4.3 s, and the geometric mean falls from 5.4 to 2.7 million.

mod order;

use search::Limits;

use crate::board::Board;
use crate::book::symmetry;
use crate::control::Control;
use crate::large_memory;
use order::{FAR, ORDER, ahead, odd, sort};

/// The squares of the board.
pub const BOARD: u64 = 0x007e_7e7e_7e7e_7e00;

/// No score is larger.
const ALL: i32 = 36;

/// With fewer empty squares nothing is remembered or sorted.
const SMALL: u32 = 7;
/// With so many, positions are remembered once for all symmetries.
const LARGE: u32 = 12;
/// With so many, what is known of replies is asked before they are searched.
const ASKED: u32 = 9;
/// With so many, moves are sorted by looking ahead.
const AHEAD: u32 = 14;
/// With so many, it would be no ply; one for every two squares more, …
const NO_PLY: u32 = 10;
/// … but no further.
const FARTHEST: u32 = 6;
/// Moves that look worse than the best by so much need no exact look.
const CLEARLY: i32 = 16;

/// The start of the game.
pub const START: Board = Board::START;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The difference of discs to the side to move if both play best; empty squares go to the winner.
    pub score: i32,
    /// The best move; `None` is a pass.
    pub square: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
}

#[derive(Clone, Copy, Default)]
struct Known {
    own: u64,
    other: u64,
    lower: i8,
    upper: i8,
    best: u8,
    empties: u8,
}

/// A solver and what it knows.
pub struct Solver {
    table: Box<[[Known; 2]]>,
    control: Control,
    nodes: u64,
    next_look: u64,
    stopped: bool,
}

rules::per_kernel! {
    /// The search as one kernel has it.
    trait Compiled {
        /// See [`small`].
        fn small(solver: &mut Solver, own: u64, other: u64, alpha: i32) -> i32 => small;
        /// See [`large`].
        fn large(solver: &mut Solver, own: u64, other: u64, alpha: i32) -> i32 => large;
        /// See [`ahead`].
        fn ahead(own: u64, other: u64, depth: u32, alpha: i32, beta: i32) -> i32 => ahead;
    }
}

impl Solver {
    /// A solver with a table of about so many megabytes.
    #[must_use]
    pub fn new(megabytes: usize, limits: &Limits) -> Self {
        let pairs = (megabytes.max(1) << 20) / size_of::<[Known; 2]>();
        Self {
            table: large_memory::filled(1 << pairs.ilog2(), Default::default),
            control: Control::new(limits, 1),
            nodes: 0,
            next_look: 0,
            stopped: false,
        }
    }

    /// Solves a position; `None` if a limit is met before, or the game is over.
    pub fn solve(&mut self, board: Board) -> Option<Solved> {
        rules::with_kernel!(kernel => self.solve_with(kernel, board))
    }

    fn solve_with<K: Compiled>(&mut self, kernel: K, board: Board) -> Option<Solved> {
        let moves = kernel.moves(board.own, board.other) & BOARD;
        if moves == 0 {
            let passed = board.passed();
            if kernel.moves(passed.own, passed.other) & BOARD == 0 {
                return None;
            }
            let solved = self.solve_with(kernel, passed)?;
            return Some(Solved {
                score: -solved.score,
                square: None,
                ..solved
            });
        }
        // Scores are even, or odd, with the number of squares: bounds come nearer by two.
        let (mut lower, mut upper) = (-ALL, ALL);
        let mut guess = 0;
        let mut best = None;
        while lower < upper {
            let alpha = if guess == lower { guess + 1 } else { guess - 1 };
            let (value, square) = self.root(kernel, board, moves, best, alpha);
            if self.stopped {
                return None;
            }
            if value <= alpha {
                upper = value;
            } else {
                lower = value;
                best = Some(square);
            }
            guess = value;
        }
        if best.is_none() {
            // Nothing is as bad as the worst score, so any move reaches it.
            best = Some(moves.trailing_zeros());
        }
        Some(Solved {
            score: lower,
            square: best,
            nodes: self.nodes,
        })
    }

    fn root<K: Compiled>(
        &mut self,
        kernel: K,
        board: Board,
        moves: u64,
        first: Option<u32>,
        alpha: i32,
    ) -> (i32, u32) {
        let mut found = (-ALL - 1, moves.trailing_zeros());
        let sorted = sort(
            kernel,
            board,
            moves,
            first.map_or(64, |square| square as u8),
        );
        for &(_, square, next) in &sorted {
            let value = -kernel.large(self, next.own, next.other, -alpha - 1);
            if self.stopped {
                break;
            }
            if value > found.0 {
                found = (value, square);
                if value > alpha {
                    break;
                }
            }
        }
        found
    }

    fn place(&self, board: Board) -> usize {
        (board.hash() >> (64 - self.table.len().ilog2())) as usize
    }

    fn known(&self, board: Board) -> Option<Known> {
        let pair = &self.table[self.place(board)];
        let found = pair
            .iter()
            .find(|known| known.own == board.own && known.other == board.other);
        found.copied()
    }

    /// Keeps a bound: in the first place what is largest, in the second what came last.
    fn keep(&mut self, board: Board, value: i32, alpha: i32, best: u8) {
        let place = self.place(board);
        let pair = &mut self.table[place];
        let empties = (board.empties() & BOARD).count_ones() as u8;
        let same = |known: &Known| known.own == board.own && known.other == board.other;
        let slot = if same(&pair[0]) {
            0
        } else if same(&pair[1]) {
            1
        } else {
            let slot = usize::from(pair[0].empties > empties);
            pair[slot] = Known {
                own: board.own,
                other: board.other,
                lower: -ALL as i8,
                upper: ALL as i8,
                best: 64,
                empties,
            };
            slot
        };
        let known = &mut pair[slot];
        if value > alpha {
            known.lower = known.lower.max(value as i8);
            known.best = best;
        } else {
            known.upper = known.upper.min(value as i8);
            if known.best == 64 {
                known.best = best;
            }
        }
    }

    fn look(&mut self) {
        if self.nodes >= self.next_look {
            self.next_look = self.control.next_look(self.nodes, 100_000);
            self.stopped |= self.control.look(self.nodes);
        }
    }
}

/// The score if the game ends here.
fn end(board: Board) -> i32 {
    let own = board.own.count_ones() as i32;
    let other = board.other.count_ones() as i32;
    match own - other {
        0 => 0,
        lead => lead.signum() * (lead.abs() + ALL - own - other),
    }
}

/// The score with one empty square.
#[inline(always)]
fn last<K: Compiled>(kernel: K, board: Board, square: u32) -> i32 {
    let after = |own: u64, other: u64| {
        let flips = kernel.flips(own, other, square);
        (flips != 0).then(|| 2 * (own.count_ones() + flips.count_ones() + 1) as i32 - ALL)
    };
    after(board.own, board.other)
        .or_else(|| after(board.other, board.own).map(|score| -score))
        .unwrap_or_else(|| end(board))
}

/// Solves few empty squares in the window (`alpha`, `alpha` + 1).
#[inline(always)]
fn small<K: Compiled>(kernel: K, solver: &mut Solver, own: u64, other: u64, alpha: i32) -> i32 {
    solver.nodes += 1;
    let board = Board { own, other };
    let empties = board.empties() & BOARD;
    if empties.is_power_of_two() {
        return last(kernel, board, empties.trailing_zeros());
    }
    let moves = kernel.moves(own, other) & BOARD;
    if moves == 0 {
        if kernel.moves(other, own) & BOARD == 0 {
            return end(board);
        }
        return -kernel.small(solver, other, own, -alpha - 1);
    }
    let odd = odd(empties);
    let mut best = -ALL - 1;
    for parity in [odd, !odd] {
        for part in ORDER {
            let mut set = moves & parity & part;
            while set != 0 {
                let square = set.trailing_zeros();
                set &= set - 1;
                let next = board.placed(square, kernel.flips(own, other, square));
                let value = -kernel.small(solver, next.own, next.other, -alpha - 1);
                if value > best {
                    if value > alpha {
                        return value;
                    }
                    best = value;
                }
            }
        }
    }
    best
}

/// Solves a position in the window (`alpha`, `alpha` + 1).
#[inline(always)]
fn large<K: Compiled>(kernel: K, solver: &mut Solver, own: u64, other: u64, alpha: i32) -> i32 {
    let board = Board { own, other };
    let empties = board.empties() & BOARD;
    if empties.count_ones() < SMALL {
        return kernel.small(solver, own, other, alpha);
    }
    solver.nodes += 1;
    solver.look();
    if solver.stopped {
        return 0;
    }
    // Early positions come up in every symmetry.
    let board = if empties.count_ones() >= LARGE {
        symmetry::canonical(board)
    } else {
        board
    };
    let moves = kernel.moves(board.own, board.other) & BOARD;
    if moves == 0 {
        if kernel.moves(board.other, board.own) & BOARD == 0 {
            return end(board);
        }
        return -kernel.large(solver, board.other, board.own, -alpha - 1);
    }
    let known = solver.known(board);
    if let Some(known) = known {
        if i32::from(known.lower) > alpha {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) <= alpha {
            return i32::from(known.upper);
        }
    }
    let best_known = known.map_or(64, |known| known.best);
    let mut sorted = sort(kernel, board, moves, best_known);
    let left = empties.count_ones();
    if left >= AHEAD && best_known == 64 {
        let depth = ((left - NO_PLY) / 2).min(FARTHEST);
        let mut least = FAR;
        for (worth, _, next) in &mut sorted {
            *worth = kernel.ahead(next.own, next.other, depth, -FAR, least + CLEARLY);
            least = least.min(*worth);
        }
        sorted.sort_unstable_by_key(|&(worth, square, _)| (worth, square));
    }
    if left > ASKED {
        for &(_, square, next) in &sorted {
            let as_kept = if left > LARGE {
                symmetry::canonical(next)
            } else {
                next
            };
            let reply = solver.known(as_kept);
            if let Some(reply) = reply.filter(|reply| -i32::from(reply.upper) > alpha) {
                let value = -i32::from(reply.upper);
                solver.keep(board, value, alpha, square as u8);
                return value;
            }
        }
    }
    let mut best = (-ALL - 1, 64);
    for &(_, square, next) in &sorted {
        let value = -kernel.large(solver, next.own, next.other, -alpha - 1);
        if solver.stopped {
            return 0;
        }
        if value > best.0 {
            best = (value, square as u8);
            if value > alpha {
                break;
            }
        }
    }
    solver.keep(board, best.0, alpha, best.1);
    best.0
}

#[cfg(test)]
mod tests;
