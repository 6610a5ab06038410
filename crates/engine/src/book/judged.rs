//! What follows of a book: the value of every position by negamax over the graph, and between which
//! bounds it lies if every error is as large as it says.

use std::collections::HashMap;

use super::{Book, key, successors};
use crate::board::Board;

/// What a position is worth to the side to move, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// By the best of its successors, if they are all in the book; else by its own search.
    pub value: i32,
    /// No less, if no error is larger than it says.
    pub lower: i32,
    /// No more.
    pub upper: i32,
}

/// A move that the book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where the disc goes; `None` is a pass.
    pub square: Option<u32>,
    /// What it is worth to whoever plays it.
    pub worth: Worth,
}

/// A book of which every value is known.
#[derive(Clone, Debug)]
pub struct Judged {
    worths: HashMap<(u64, u64), Worth>,
    /// How far the search of each position looked ahead whose successors are all known.
    open: HashMap<(u64, u64), u8>,
}

impl Judged {
    /// Works out a book.
    #[must_use]
    pub fn new(book: &Book) -> Self {
        let mut judged = Self {
            worths: HashMap::with_capacity(book.len()),
            open: HashMap::new(),
        };
        for (board, entry) in book.positions() {
            judged.work_out(book, board);
            if book.is_open(board) {
                judged.open.insert(key(board), entry.depth);
            }
        }
        judged
    }

    fn work_out(&mut self, book: &Book, board: Board) -> Option<Worth> {
        if board.is_over() {
            let value = board.final_score();
            return Some(Worth {
                value,
                lower: value,
                upper: value,
            });
        }
        if let Some(&known) = self.worths.get(&key(board)) {
            return Some(known);
        }
        let entry = book.get(board)?;
        let (value, error) = (i32::from(entry.value), i32::from(entry.error));
        let own = Worth {
            value,
            lower: (value - error).max(-64),
            upper: (value + error).min(64),
        };
        let mut best: Option<Worth> = None;
        let mut all = true;
        for (_, next) in successors(board) {
            let Some(next) = self.work_out(book, next) else {
                all = false;
                continue;
            };
            let left = Worth {
                value: -next.value,
                lower: -next.upper,
                upper: -next.lower,
            };
            best = Some(best.map_or(left, |best| Worth {
                value: best.value.max(left.value),
                lower: best.lower.max(left.lower),
                upper: best.upper.max(left.upper),
            }));
        }
        let worth = best.filter(|_| all).unwrap_or(own);
        self.worths.insert(key(board), worth);
        Some(worth)
    }

    /// Returns what a position is worth, if it is in the book.
    #[must_use]
    pub fn worth(&self, board: Board) -> Option<Worth> {
        self.worths.get(&key(board)).copied()
    }

    /// Returns how many plies the search of a position looked ahead whose successors are all known.
    #[must_use]
    pub fn depth(&self, board: Board) -> Option<u32> {
        self.open.get(&key(board)).map(|&depth| depth.into())
    }

    /// Returns the moves of a position whose successors are all known, the best first; none of any other.
    #[must_use]
    pub fn links(&self, board: Board) -> Vec<Link> {
        if !self.open.contains_key(&key(board)) {
            return Vec::new();
        }
        let link = |(square, next): (Option<u32>, Board)| {
            let (value, lower, upper) = if next.is_over() {
                let value = next.final_score();
                (value, value, value)
            } else {
                let Worth {
                    value,
                    lower,
                    upper,
                } = self.worth(next).expect("it is known");
                (value, lower, upper)
            };
            let worth = Worth {
                value: -value,
                lower: -upper,
                upper: -lower,
            };
            Link { square, worth }
        };
        let mut links: Vec<Link> = successors(board).map(link).collect();
        links.sort_by_key(|link| std::cmp::Reverse(link.worth.value));
        links
    }

    /// Returns the moves that lose at most so many discs, the best first.
    #[must_use]
    pub fn within(&self, board: Board, loss: i32) -> Vec<Link> {
        let mut links = self.links(board);
        let best = links.first().map_or(0, |link| link.worth.value);
        links.retain(|link| link.worth.value >= best - loss);
        links
    }

    /// Returns how many positions have all their successors in the book.
    #[must_use]
    pub fn open_positions(&self) -> usize {
        self.open.len()
    }
}
