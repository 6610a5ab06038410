//! Iterative deepening, and the report when a limit ends it.

use rules::{Game, PerSeat};

use crate::evaluation::Evaluation;
use crate::limits::{Budget, Limits, Stopped};
use crate::report::Report;

/// What one iteration found.
pub(crate) struct Iteration<M> {
    /// Values and line, unless it was stopped.
    pub(crate) found: Result<(PerSeat<i32>, Vec<M>), Stopped>,
    /// The best root move, even if it was stopped.
    pub(crate) partial: Option<(PerSeat<i32>, M)>,
    /// Whether a deeper search might find something else.
    pub(crate) cut_off: bool,
    /// See [`Report::researched`].
    pub(crate) researched: u64,
}

/// The options of iterative deepening.
pub(crate) struct Deepening<'a> {
    pub(crate) limits: &'a Limits,
    /// Deepens iteratively, 1, 2, 3 and so on; otherwise searches to the full depth at once.
    pub(crate) iterate: bool,
    /// Whether a search to the end of the game finds its true value.
    pub(crate) finds_truth: bool,
    /// Stops once the mover has this much.
    pub(crate) enough: Option<i32>,
}

impl Deepening<'_> {
    /// Runs iterations until a limit is reached or the value is known for certain.
    pub(crate) fn run<G: Game, E: Evaluation<G>>(
        &self,
        root: &G,
        evaluation: &E,
        progress: &mut dyn FnMut(&Report<G::Move>),
        mut iteration: impl FnMut(u32, &mut Budget) -> Iteration<G::Move>,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(self.limits);
        let Some(mut report) = opening(root, evaluation) else {
            return over(root, evaluation);
        };
        let longest = root.facts().longest as u32;
        let last = self.limits.depth.unwrap_or(u32::MAX).max(1);
        let mut depth = if self.iterate { 1 } else { last };
        loop {
            let Iteration {
                found,
                partial,
                cut_off,
                researched,
            } = iteration(depth, &mut budget);
            report.researched += researched;
            report.account(&budget);
            let Ok((values, line)) = found else {
                report.stopped = true;
                // Without a finished iteration, the best of the unfinished one is all there is.
                if let Some((values, m)) = partial.filter(|_| report.depth == 0) {
                    report.values = values;
                    report.line = vec![m];
                }
                return report;
            };
            let to_the_end = !cut_off || depth >= longest;
            report.values = values;
            report.line = line;
            report.depth = depth.min(longest);
            report.exact = self.finds_truth && to_the_end;
            progress(&report);
            let own = report.value(root.turn());
            let enough = self.enough.is_some_and(|enough| own >= enough);
            if depth >= last || to_the_end || enough {
                return report;
            }
            depth += 1;
        }
    }
}

/// Returns the report of a running game before any search.
pub(crate) fn opening<G: Game, E: Evaluation<G>>(
    root: &G,
    evaluation: &E,
) -> Option<Report<G::Move>> {
    let first = *root.legal().first()?;
    Some(Report::before(evaluation.values(root), vec![first]))
}

/// Returns the report of a game that is over.
pub(crate) fn over<G: Game, E: Evaluation<G>>(root: &G, evaluation: &E) -> Report<G::Move> {
    let mut report = Report::before(evaluation.result(root), Vec::new());
    report.exact = true;
    report
}
