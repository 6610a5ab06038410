//! Players that ask the engine of Othello. Values are in hundredths of a disc.

use std::sync::Arc;

use engine::board::to_move;
use engine::book::Judged;
use engine::selectivity::BOLDEST;
use engine::{Answer, Board, Certainty, Line, Question};
use rules::reversi::{Move, Othello};
use rules::{Game, PerSeat};
use search::{AllMoves, Limits, Report};

use crate::engine_pool::{Borrower, lend};
use crate::file::LimitsSpec;
use crate::learned;
use crate::measure::Measure;
use crate::player::{Choice, Player, PlayerError, Turn};
use crate::searching::othello::OthelloSpec;

/// What a disc is worth.
const DISC: i32 = 100;

/// How far a player looks where there is nothing to choose, if nobody else wants to know more.
const FORCED: u32 = 8;

/// Asks the engine, and plays what it finds.
pub(crate) struct EnginePlayer {
    spec: OthelloSpec,
    limits: LimitsSpec,
    seed: u64,
    openings: Option<Arc<Judged>>,
    /// Who it is to those who lend engines, in this game.
    borrower: Borrower,
}

impl EnginePlayer {
    /// Makes a player of this file; weights and book are there from now on.
    pub(crate) fn new(
        spec: &OthelloSpec,
        limits: &LimitsSpec,
        seed: u64,
    ) -> Result<Self, PlayerError> {
        learned::othello()?;
        let openings = spec.book.then(learned::othello_openings).transpose()?;
        Ok(Self {
            spec: spec.clone(),
            limits: limits.clone(),
            seed,
            openings,
            borrower: Borrower::new(),
        })
    }

    /// Returns a move of the book, by lot among those that lose no more than they may.
    fn book_move(&self, turn: &Turn<'_, Othello>) -> Option<Choice<Move>> {
        let openings = self.openings.as_ref()?;
        let board = Board::from(turn.position);
        let links = openings.within(board, self.spec.loss as i32);
        let lot = turn.move_seed(self.seed) % links.len().max(1) as u64;
        let link = links.get(lot as usize)?;
        let values = both(turn.position, link.worth.value);
        Some(Choice::best(Report {
            depth: openings.depth(board).unwrap_or(0),
            confidence: BOLDEST,
            ..Report::before(values, vec![to_move(link.square)])
        }))
    }

    /// Returns what is asked in a turn, and with which limits.
    fn question(&self, turn: &Turn<'_, Othello>, lines: usize) -> (Question, Limits) {
        let mut question = Question {
            lines,
            selective: self.spec.selective,
            ..Question::new(Board::from(turn.position))
        };
        let mut limits = self.limits.or(turn.limits);
        // The engine counts no evaluations; there are never more of them than nodes.
        limits.nodes = limits.nodes.into_iter().chain(limits.evaluations).min();
        let empties = question.board.empty_count();
        if turn.limits.depth.is_none() {
            if empties <= self.spec.exhaustive {
                limits.depth = None;
            } else if empties <= self.spec.confident {
                limits.depth = None;
                question.confidence = self.spec.confidence as u8;
            }
        }
        (question, limits)
    }

    fn ask(
        &self,
        turn: &mut Turn<'_, Othello>,
        question: &Question,
        limits: &Limits,
    ) -> Result<Answer, PlayerError> {
        let size = (self.spec.table, self.spec.threads);
        // What a search finds must not follow from earlier ones, unless nobody can repeat it anyway.
        let timed = limits.time.is_some() || self.spec.threads > 1;
        let borrower = if timed {
            self.borrower
        } else {
            Borrower::new()
        };
        let (position, progress) = (turn.position, &mut *turn.progress);
        lend(size, borrower, |engine| {
            engine.search(question, limits, &mut |answer| {
                progress(&report(position, question, answer));
            })
        })
    }
}

impl Player<Othello> for EnginePlayer {
    fn new_game(&mut self) {
        self.borrower = Borrower::new();
    }

    fn choose(&mut self, turn: &mut Turn<'_, Othello>) -> Result<Choice<Move>, PlayerError> {
        let (question, mut limits) = self.question(turn, 1);
        // Whoever sets limits wants a search.
        let own = !turn.limits.is_set();
        if let Some(choice) = self.book_move(turn).filter(|_| own) {
            return Ok(choice);
        }
        if own && turn.position.legal().len() == 1 {
            limits.depth = Some(limits.depth.unwrap_or(FORCED).min(FORCED));
        }
        let answer = self.ask(turn, &question, &limits)?;
        Ok(Choice::best(report(turn.position, &question, &answer)))
    }

    fn consider(
        &mut self,
        turn: &mut Turn<'_, Othello>,
        _: Option<i64>,
    ) -> Result<AllMoves<Move, PerSeat<i32>>, PlayerError> {
        let moves = turn.position.legal();
        let (question, limits) = self.question(turn, moves.len());
        let answer = self.ask(turn, &question, &limits)?;
        let value = |m: Move| {
            let line = answer.lines.iter().find(|line| first(line) == m);
            line.expect("every move has a line").value
        };
        let values = moves
            .into_iter()
            .map(|m| (m, both(turn.position, value(m))));
        Ok(AllMoves {
            values: values.collect(),
            report: report(turn.position, &question, &answer),
        })
    }

    fn measure(&self, _: &Othello) -> Measure {
        Measure::Discs {
            disc: f64::from(DISC),
            most: 64.0,
        }
    }
}

fn first(line: &Line) -> Move {
    to_move(line.moves[0])
}

/// What discs to the side to move are worth to each seat.
fn both(position: &Othello, discs: i32) -> PerSeat<i32> {
    let mover = position.turn();
    PerSeat::from_fn(2, |seat| DISC * if seat == mover { discs } else { -discs })
}

/// What the engine found, as all searches report it.
fn report(position: &Othello, question: &Question, answer: &Answer) -> Report<Move> {
    let best = &answer.lines[0];
    let moves = best.moves.iter().map(|&square| to_move(square));
    let before = Report::before(both(position, best.value), moves.collect());
    let (depth, confidence) = match best.certainty {
        Certainty::Exact => (question.board.empty_count(), 100),
        Certainty::Confidence(percent) => (question.board.empty_count(), percent),
        Certainty::Depth(plies) if question.selective => (plies, BOLDEST),
        Certainty::Depth(plies) => (plies, 100),
    };
    Report {
        depth,
        exact: best.certainty == Certainty::Exact,
        confidence,
        nodes: answer.nodes,
        time: answer.time,
        stopped: answer.stopped,
        ..before
    }
}
