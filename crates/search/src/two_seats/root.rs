//! The root of a search for two seats: iterations, ties, and what is reported when a limit ends
//! them.
//!
//! Every root move has a rank: its place in the game's order, or in an order shuffled by a seed. A
//! move of lower rank replaces the best so far already when it is as good, one of higher rank only
//! when it is better; so the order of search never decides.

use rules::hash::mix;
use rules::{Game, PerSeat};

use super::Descent;
use super::window::Window;
use crate::all_moves::AllMoves;
use crate::evaluation::{Score, Worth};
use crate::limits::{Limits, Stopped};
use crate::report::Report;

/// Plies left of a search to the end of the game. Values with more than half of this left know the
/// end wherever they were found, however many plies were played on the way.
pub(crate) const TO_THE_END: u32 = 1 << 30;

/// The options of the root search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Deepens iteratively, 1, 2, 3 and so on; otherwise searches to the full depth at once.
    pub(crate) iterate: bool,
    /// Searches the best move of the last iteration first.
    pub(crate) best_first: bool,
    /// The seed of the ranks.
    pub(crate) shuffle: Option<u64>,
}

#[derive(Clone, Copy)]
struct Candidate<M> {
    m: M,
    rank: usize,
}

/// A root about to be searched.
pub(crate) struct Root<'a, G: Game, S> {
    root: &'a G,
    score: &'a S,
    plan: Plan,
    /// In the order they are searched in.
    candidates: Vec<Candidate<G::Move>>,
    /// The value of each move by its rank, if all are wanted.
    values: Option<Vec<i32>>,
}

impl<'a, G: Game, S: Score<G>> Root<'a, G, S> {
    /// Creates a root of a game with two seats.
    ///
    /// # Panics
    /// Panics if the game has more.
    pub(crate) fn new(root: &'a G, score: &'a S, plan: Plan) -> Self {
        let seats = root.facts().seats;
        assert_eq!(
            seats, 2,
            "this search is for two seats, the game has {seats}"
        );
        let mut moves: Vec<_> = root.legal().into_iter().collect();
        if let Some(seed) = plan.shuffle {
            shuffle(&mut moves, seed ^ mix(root.key()));
        }
        let candidates = (0..).zip(moves).map(|(rank, m)| Candidate { m, rank });
        Self {
            root,
            score,
            plan,
            candidates: candidates.collect(),
            values: None,
        }
    }

    /// Searches until a limit is met or the end of the game is known.
    pub(crate) fn search(
        mut self,
        descent: &mut impl Descent<G>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.run(descent, limits, progress)
    }

    /// Searches in the same way, but finds out what every move is worth.
    pub(crate) fn all_moves(
        mut self,
        descent: &mut impl Descent<G>,
        limits: &Limits,
    ) -> AllMoves<G::Move> {
        self.values = Some(self.candidates.iter().map(|c| self.seems(c.m)).collect());
        let ranked: Vec<_> = self.candidates.iter().map(|c| c.m).collect();
        let report = self.run(descent, limits, &mut |_| ());
        let values = self.values.unwrap_or_default();
        // Looked up, not sorted: a sort compiled for every search and board is large.
        let value = |m| {
            let rank = ranked.iter().position(|&other| other == m);
            rank.and_then(|rank| values.get(rank).copied())
        };
        let moves = self.root.legal().into_iter();
        let values = moves.filter_map(|m| Some((m, value(m)?))).collect();
        AllMoves { values, report }
    }

    fn run(
        &mut self,
        descent: &mut impl Descent<G>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let Some(first) = self.candidates.first() else {
            let value = self.score.result(self.root, self.root.turn());
            let mut report = Report::before(self.per_seat(value), Vec::new());
            report.exact = true;
            return report;
        };
        let seems = self.score.score(self.root);
        let mut report = Report::before(self.per_seat(seems), vec![first.m]);
        let longest = self.root.facts().longest.max(1) as u32;
        let last = limits.depth.unwrap_or(longest).clamp(1, longest);
        let mut depth = if self.plan.iterate { 1 } else { last };
        loop {
            let line = if report.depth == 0 {
                &[]
            } else {
                &report.line[..]
            };
            descent.begin(line);
            if let Some(&best) = line.first()
                && self.plan.best_first
            {
                self.put_first(best);
            }
            let mut pass = Pass::new(self.candidates.len(), line.first().copied());
            let remaining = if depth == longest { TO_THE_END } else { depth };
            let cut_off = descent.walk().cut_off;
            report.stopped = self.pass(descent, remaining, &mut pass).is_err();
            let walk = descent.walk();
            if let Some(best) = pass.result(report.stopped, self.values.is_some()) {
                report.values = self.per_seat(best.value);
                report.line = walk.lines.get(0).to_vec();
            }
            report.researched = walk.researched;
            report.account(&walk.budget);
            if report.stopped {
                return report;
            }
            report.exact = walk.cut_off == cut_off;
            report.depth = if report.exact {
                walk.longest_game
            } else {
                depth
            };
            if let Some(values) = &mut self.values {
                *values = pass.values;
            }
            progress(&report);
            if depth == last || report.exact {
                return report;
            }
            depth += 1;
        }
    }

    /// Searches the candidates one after the other.
    fn pass(
        &self,
        descent: &mut impl Descent<G>,
        remaining: u32,
        pass: &mut Pass<G::Move>,
    ) -> Result<(), Stopped> {
        descent.walk().budget.node()?;
        descent.walk().lines.clear(0);
        for &Candidate { m, rank } in &self.candidates {
            let value = match &pass.best {
                Some(best) if self.values.is_none() => {
                    let low = best.value - i32::from(rank < best.rank);
                    self.later(descent, m, remaining, low)?
                }
                _ => self.look(descent, m, remaining, Window::OPEN)?,
            };
            if pass.take(m, rank, value) {
                descent.walk().lines.adopt(0, m, remaining == 1);
            }
        }
        Ok(())
    }

    /// Returns the value of a move, where only one of more than `low` would be chosen.
    fn later<D: Descent<G>>(
        &self,
        descent: &mut D,
        m: G::Move,
        remaining: u32,
        low: i32,
    ) -> Result<i32, Stopped> {
        let window = Window {
            low,
            ..Window::OPEN
        };
        if !D::SCOUTS {
            return self.look(descent, m, remaining, window);
        }
        if low >= self.score.most() {
            return Ok(low);
        }
        let scouted = self.look(descent, m, remaining, Window::above(low))?;
        let Some(window) = window.after_scout(scouted) else {
            return Ok(scouted);
        };
        let again = descent.walk().search_again();
        let value = self.look(descent, m, remaining, window);
        descent.walk().searched_again(again);
        value
    }

    /// Returns the value of a move through a window of the root's mover.
    fn look(
        &self,
        descent: &mut impl Descent<G>,
        m: G::Move,
        remaining: u32,
        window: Window,
    ) -> Result<i32, Stopped> {
        window.look(self.root, m, |child, window| {
            descent.child(m, child, remaining - 1, window)
        })
    }

    /// Returns what a move seems to be worth without any search.
    fn seems(&self, m: G::Move) -> i32 {
        let child = self.root.after(m);
        let (Worth::Running(value) | Worth::Finished(value)) = self.score.of(&child);
        if child.turn() == self.root.turn() {
            value
        } else {
            -value
        }
    }

    fn put_first(&mut self, m: G::Move) {
        if let Some(place) = self.candidates.iter().position(|c| c.m == m) {
            self.candidates[..=place].rotate_right(1);
        }
    }

    /// Returns what is worth so much to the root's mover.
    fn per_seat(&self, value: i32) -> PerSeat<i32> {
        let mover = self.root.turn();
        PerSeat::from_fn(2, |seat| if seat == mover { value } else { -value })
    }
}

/// The best root move so far.
struct Best {
    rank: usize,
    value: i32,
}

/// One iteration at the root.
struct Pass<M> {
    best: Option<Best>,
    /// By rank.
    values: Vec<i32>,
    /// The best move of the iteration before, until it has been searched.
    awaited: Option<M>,
}

impl<M: Copy + PartialEq> Pass<M> {
    fn new(candidates: usize, awaited: Option<M>) -> Self {
        Self {
            best: None,
            values: vec![0; candidates],
            awaited,
        }
    }

    /// Records a value, and reports whether the move is now the best.
    fn take(&mut self, m: M, rank: usize, value: i32) -> bool {
        self.values[rank] = value;
        if self.awaited == Some(m) {
            self.awaited = None;
        }
        let better = self
            .best
            .as_ref()
            .is_none_or(|best| value > best.value || (value == best.value && rank < best.rank));
        if better {
            self.best = Some(Best { rank, value });
        }
        better
    }

    /// Returns the best move, if it may replace that of the iteration before. When the iteration
    /// was stopped it has to be known to be as good as that one at the new depth; and where the
    /// values of all moves are wanted, all have to be of one depth.
    fn result(&self, stopped: bool, all: bool) -> Option<&Best> {
        self.best
            .as_ref()
            .filter(|_| !stopped || (!all && self.awaited.is_none()))
    }
}

/// Every order is as likely as every other, as far as 64 bits of seed go (Fisher and Yates).
fn shuffle<T>(items: &mut [T], seed: u64) {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = seed;
    for end in (1..items.len()).rev() {
        state = state.wrapping_add(STEP);
        let place = (u128::from(mix(state)) * (end as u128 + 1)) >> 64;
        items.swap(end, place as usize);
    }
}
