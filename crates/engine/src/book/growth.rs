//! Which positions of a book come next, and what is found of them.
//!
//! The book is opened where play leads: a position costs a step for every ply, and more for every disc
//! that moves on the way to it lose, so that good lines go deep and others stay short.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use search::Limits;

use super::{Book, Entry, Judged, key};
use crate::board::Board;
use crate::engine::{Answer, Engine, Question};
use crate::selectivity::BOLDEST;
use crate::stage::Certainty;

/// What a disc lost costs, in plies.
const DISC: u32 = 3;

/// How a book grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Plies looked ahead from every new position.
    pub depth: u32,
    /// Moves that lose more discs are not followed.
    pub loss: i32,
    /// Positions with fewer empty squares are not opened: the search is sure enough there.
    pub least_empties: u32,
}

impl Growth {
    /// Returns the positions to open next, the most urgent first; at most so many.
    #[must_use]
    pub fn next(&self, book: &Book, most: usize) -> Vec<Board> {
        if book.get(Board::START).is_none() {
            return vec![Board::START];
        }
        let judged = Judged::new(book);
        let mut seen = HashSet::new();
        let mut waiting = BinaryHeap::from([(Reverse(0), key(Board::START))]);
        let mut next = Vec::new();
        while let Some((Reverse(cost), place)) = waiting.pop() {
            let board = Board {
                own: place.0,
                other: place.1,
            };
            if next.len() >= most {
                break;
            }
            if board.empty_count() < self.least_empties || !seen.insert(place) {
                continue;
            }
            if !book.is_open(board) {
                next.push(board);
                continue;
            }
            let links = judged.within(board, self.loss);
            let best = links.first().map_or(0, |link| link.worth.value);
            for link in links {
                let after = match link.square {
                    Some(square) => board.play(square).expect("a link is a legal move"),
                    None => board.passed(),
                };
                if !after.is_over() {
                    let lost = (best - link.worth.value).unsigned_abs();
                    waiting.push((Reverse(cost + 1 + DISC * lost), key(after)));
                }
            }
        }
        next
    }

    /// Looks ahead from every successor of a position that is not in the book, and keeps what was
    /// found; `false` if something stopped it. What was kept until then stays.
    pub fn open(
        &self,
        book: &mut Book,
        board: Board,
        engine: &mut Engine,
        limits: &Limits,
    ) -> bool {
        let unknown = book.get(board).is_none().then_some(board);
        let successors = super::successors(board).map(|(_, next)| next);
        let wanted: Vec<Board> = unknown.into_iter().chain(successors).collect();
        for board in wanted {
            if board.is_over() || book.get(board).is_some() {
                continue;
            }
            let Some(entry) = look(board, self.depth, engine, limits) else {
                return false;
            };
            book.put(board, entry);
        }
        true
    }
}

/// Returns what a search of so many plies finds; `None` if something stopped it. It follows from the position
/// alone.
pub fn look(board: Board, depth: u32, engine: &mut Engine, limits: &Limits) -> Option<Entry> {
    engine.clear();
    let limits = Limits {
        depth: Some(depth),
        ..limits.clone()
    };
    let mut values = Vec::new();
    let mut told = |answer: &Answer| values.push(answer.lines[0].value);
    let answer = engine.search(&Question::new(board), &limits, &mut told);
    if answer.stopped {
        return None;
    }
    let best = &answer.lines[0];
    let changed = match values[..] {
        [.., before, last] => (last - before).unsigned_abs() as u8,
        _ => 0,
    };
    let (depth, confidence, error) = match best.certainty {
        Certainty::Exact => (board.empty_count(), 100, 0),
        Certainty::Confidence(percent) => (board.empty_count(), percent, changed.max(2)),
        Certainty::Depth(plies) => (plies, BOLDEST, changed.max(2)),
    };
    Some(Entry {
        value: best.value as i8,
        error,
        depth: depth as u8,
        confidence,
    })
}
