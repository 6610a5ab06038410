//! The engine's public interface: questions and answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use search::Limits;

use crate::board::Board;
use crate::compiled::Compiled;
use crate::control::Control;
use crate::endgame::fastest;
use crate::evaluation::Weights;
use crate::local_table::LocalTable;
use crate::root::{EVERYTHING, Root, RootMove};
use crate::selectivity::{EXACT, Margins};
use crate::stage::{Certainty, stages};
use crate::table::Table;
use crate::threads::Team;
use crate::worker::Worker;

/// A question to the engine.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The position; it must not be over.
    pub board: Board,
    /// How many of the best moves get a value of their own.
    pub lines: usize,
    /// When a clock runs: once half of this time has gone, no further stage begins, because each takes
    /// longer than all before it, and an only move is not thought about. [`Limits::time`] stops in
    /// the middle of a stage.
    pub target: Option<Duration>,
    /// Whether only win, loss or draw matters: an exact value is then 1, −1 or 0.
    pub win_loss_draw: bool,
    /// Whether stages before the last may use selective cuts.
    pub selective: bool,
    /// How sure a value of the end of the game has to be, in percent: 100 asks for the exact one.
    pub confidence: u8,
}

impl Question {
    /// Creates the question for the best move and its value.
    #[must_use]
    pub const fn new(board: Board) -> Self {
        Self {
            board,
            lines: 1,
            target: None,
            win_loss_draw: false,
            selective: true,
            confidence: 100,
        }
    }

    /// Reports whether a value that can be trusted so far is what was asked for.
    const fn is_answered_by(&self, certainty: Certainty) -> bool {
        match certainty {
            Certainty::Exact => true,
            Certainty::Confidence(percent) => percent >= self.confidence,
            Certainty::Depth(_) => false,
        }
    }
}

/// A move, what it is worth and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value in discs to the side to move.
    pub value: i32,
    /// How far the value can be trusted.
    pub certainty: Certainty,
    /// The move and what follows; `None` is a pass.
    pub moves: Vec<Option<u32>>,
}

/// What the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best moves, the best first.
    pub lines: Vec<Line>,
    /// Positions visited, passes and last discs included.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Whether a limit other than depth ended the search.
    pub stopped: bool,
}

/// An engine with its weights, table and threads.
#[derive(Debug)]
pub struct Engine {
    weights: Arc<Weights>,
    margins: Margins,
    table: Table,
    threads: usize,
    /// The local tables of the last search, for the next one.
    locals: Vec<LocalTable>,
}

impl Engine {
    /// Creates an engine with a table of this many megabytes.
    #[must_use]
    pub fn new(weights: Arc<Weights>, megabytes: usize) -> Self {
        let margins = Margins::new(&weights.selective);
        Self {
            weights,
            margins,
            table: Table::new(megabytes),
            threads: 1,
            locals: Vec::new(),
        }
    }

    /// Returns the same engine with this many threads. One thread gives the same answer every time;
    /// more may choose another move of equal value.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.locals.clear();
    }

    /// Searches until a limit is reached or the exact value is found, and calls `progress` after
    /// every finished stage. Without a limit of depth the search goes to the end of the game.
    ///
    /// # Panics
    /// Panics if the game is over.
    pub fn search(
        &mut self,
        question: &Question,
        limits: &Limits,
        progress: &mut dyn FnMut(&Answer),
    ) -> Answer {
        rules::with_kernel!(kernel => self.search_with(kernel, question, limits, progress))
    }

    pub(crate) fn search_with<K: Compiled>(
        &mut self,
        kernel: K,
        question: &Question,
        limits: &Limits,
        progress: &mut dyn FnMut(&Answer),
    ) -> Answer {
        let board = question.board;
        assert!(
            !board.is_over(),
            "there is nothing to look for in a finished game"
        );
        self.table.grow_older();
        self.locals.resize_with(self.threads, LocalTable::new);
        let control = Control::new(limits, self.threads);
        let team = Team::default();
        let locals = std::mem::take(&mut self.locals).into_iter();
        let mut workers = locals.map(|local| {
            let worker = Worker::new(&self.table, &self.weights, &self.margins, &control, local);
            if self.threads > 1 {
                worker.in_team(&team)
            } else {
                worker
            }
        });
        let mut first = workers.next().expect("there is at least one thread");
        let (mut answer, helpers) = std::thread::scope(|scope| {
            let helpers: Vec<_> = workers
                .map(|mut worker| {
                    let team = &team;
                    scope.spawn(move || {
                        team.help(kernel, &mut worker);
                        worker
                    })
                })
                .collect();
            let lead = team.lead();
            let answer = stage_by_stage(kernel, &mut first, question, limits, progress);
            drop(lead);
            let helpers: Vec<Worker<'_>> = helpers
                .into_iter()
                .map(|helper| helper.join().expect("a helper does not panic"))
                .collect();
            (answer, helpers)
        });
        for line in &mut answer.lines {
            follow(kernel, &mut first, question, line);
        }
        answer.nodes += helpers.iter().map(|worker| worker.nodes).sum::<u64>();
        let workers = std::iter::once(first).chain(helpers);
        self.locals = workers.map(|worker| worker.local).collect();
        answer
    }
}

/// Runs the search as one worker leads it, and counts the nodes of this worker alone.
fn stage_by_stage<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    question: &Question,
    limits: &Limits,
    progress: &mut dyn FnMut(&Answer),
) -> Answer {
    let started = Instant::now();
    let board = question.board;
    let empties = board.empty_count();
    let mut root = Root::new(kernel, worker, board);
    let count = question.lines.clamp(1, root.moves.len());
    let at_first_sight = |first: &RootMove| Line {
        value: first.value,
        certainty: Certainty::Depth(0),
        moves: vec![first.square],
    };
    let mut answer = Answer {
        lines: root.moves[..count].iter().map(at_first_sight).collect(),
        nodes: 0,
        time: Duration::ZERO,
        stopped: false,
    };
    'stages: for stage in stages(empties, limits.depth, question.selective) {
        if let Some(target) = question.target
            && (2 * started.elapsed() >= target || (root.moves.len() == 1 && answer.nodes > 0))
        {
            answer.stopped = true;
            break;
        }
        let whole = stage.depth >= empties && stage.level == EXACT;
        let sign_only = whole && question.win_loss_draw;
        let window = if sign_only { (-1, 1) } else { EVERYTHING };
        let mut lines = Vec::with_capacity(count);
        for rank in 0..count {
            let Some(value) = root.search(kernel, worker, rank, stage, window) else {
                answer.stopped = true;
                // Half of the time goes into the stage that is broken off. With several lines the
                // last stage has values for all of them, and they belong together.
                if let (1, Some((square, value))) = (count, root.better) {
                    answer.lines[0].value = value;
                    answer.lines[0].moves = vec![Some(square)];
                }
                break 'stages;
            };
            lines.push(Line {
                value: if sign_only { value.signum() } else { value },
                certainty: stage.certainty(empties),
                moves: vec![root.moves[rank].square],
            });
        }
        answer.lines = lines;
        answer.nodes = worker.nodes;
        answer.time = started.elapsed();
        progress(&answer);
        if question.is_answered_by(stage.certainty(empties)) {
            break;
        }
    }
    answer.nodes = worker.nodes;
    answer.time = started.elapsed();
    answer
}

/// Extends a line by what the table expects and, where its value is exact, by moves of the small
/// endgame that keep the value.
fn follow<K: Compiled>(kernel: K, worker: &mut Worker<'_>, question: &Question, line: &mut Line) {
    let exact = line.certainty == Certainty::Exact && !question.win_loss_draw;
    let after = |board: Board, square| match square {
        Some(square) => board.play(square),
        None => Some(board.passed()),
    };
    let mut value = -line.value;
    let mut board = after(question.board, line.moves[0]).expect("a first move is legal");
    while !board.is_over() {
        let square = if board.moves() == 0 {
            None
        } else {
            let square = if exact && board.empty_count() <= fastest::MOST {
                keeping(kernel, worker, board, value)
            } else {
                let entry = worker.table.get(board, board.hash());
                entry.map(|entry| u32::from(entry.moves[0]))
            };
            let legal = |square: &u32| board.moves().unbounded_shr(*square) & 1 == 1;
            if worker.stopped || !square.is_some_and(|square| legal(&square)) {
                return;
            }
            square
        };
        line.moves.push(square);
        board = after(board, square).expect("it was seen to be legal");
        value = -value;
    }
}

/// Returns the first move after which a small endgame is still worth `value`.
fn keeping<K: Compiled>(
    kernel: K,
    worker: &mut Worker<'_>,
    board: Board,
    value: i32,
) -> Option<u32> {
    (0..64).find(|&square| {
        board
            .play(square)
            .is_some_and(|next| fastest::solve(kernel, worker, next, -value) <= -value)
    })
}

#[cfg(test)]
mod tests;
