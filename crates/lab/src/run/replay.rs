//! Repeats games and positions of a run, to prove that the results are the same.

use crate::jobs::Watch;
use crate::run::line::RunLine;
use crate::run::{Measured, Played, Run, RunError, Why, is_reproducible};
use crate::venue::Venue;

/// How far a game could be reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCheck {
    /// Move for move.
    MoveForMove,
    /// Its moves are legal and lead to its result; more cannot be checked, because players had time
    /// limits.
    Legal,
}

impl Run {
    /// Proves that a game, or what was found in a position, can be reproduced.
    ///
    /// # Errors
    /// Returns an error if it does not, or there is none.
    pub fn replay(&self, number: u64) -> Result<ReplayCheck, RunError> {
        let differs = |problem| RunError::Differs { number, problem };
        if self.is_measurement() {
            let kept: Measured = self.line(number)?;
            if !is_reproducible(self.experiment(), self.plan()) {
                return Ok(ReplayCheck::Legal);
            }
            let again: Measured = self.make(number)?;
            return if kept.without_times() == again.without_times() {
                Ok(ReplayCheck::MoveForMove)
            } else {
                Err(differs(
                    "the searches found something else, or took other paths".to_owned(),
                ))
            };
        }
        let kept: Played = self.line(number)?;
        if kept.seats != self.plan().game(number).seats {
            return Err(differs("other players sat there".to_owned()));
        }
        kept.check(self.experiment()).map_err(differs)?;
        let late = |why: &Why| matches!(why, Why::Late(_));
        let failed_by_time = kept.forfeits.iter().any(|f| late(&f.why));
        if !is_reproducible(self.experiment(), self.plan()) || failed_by_time {
            return Ok(ReplayCheck::Legal);
        }
        let again: Played = self.make(number)?;
        if (&kept.moves, &kept.outcome, &kept.forfeits)
            == (&again.moves, &again.outcome, &again.forfeits)
        {
            return Ok(ReplayCheck::MoveForMove);
        }
        let same = kept
            .moves
            .bytes()
            .zip(again.moves.bytes())
            .take_while(|(a, b)| a == b);
        let at = same.count();
        let rest = |text: &str| {
            text.get(at..)
                .unwrap_or_default()
                .chars()
                .take(8)
                .collect::<String>()
        };
        Err(differs(format!(
            "after {at} characters the moves go on \"{}\", and now \"{}\"",
            rest(&kept.moves),
            rest(&again.moves)
        )))
    }

    /// Runs one job again.
    fn make<T: RunLine>(&self, number: u64) -> Result<T, RunError> {
        let (experiment, plan) = (self.experiment(), self.plan());
        let venue = Venue::new(experiment, plan)?;
        let line = T::make(&mut *venue.referee(Watch::default()), number);
        Ok(line.expect("nobody says stop"))
    }
}
