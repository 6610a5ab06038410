//! Checks a whole run: that nothing of it is missing, doubled, swapped or changed.

use crate::run::error::{RunError, file_error};
use crate::run::files::RESULTS;
use crate::run::line::RunLine;
use crate::run::sum::FileSum;
use crate::run::{Measured, Played, Run};

/// What was found out about a run that is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many games or positions it has.
    pub lines: u64,
    /// Whether it is complete.
    pub complete: bool,
    /// Whether its files could be compared with sums that were kept when they were written.
    pub sums: bool,
    /// How many games or positions were done again and came out as they are kept.
    pub replayed: u64,
}

impl Run {
    /// Checks every line and file of the run, and does so many games or positions again, evenly
    /// spread over those before the first that is missing.
    ///
    /// # Errors
    /// Returns an error that names the first thing that is wrong.
    pub fn verify(&self, replays: u64) -> Result<Verified, RunError> {
        let (lines, in_a_row) = if self.is_measurement() {
            self.verify_lines(self.judged::<Measured>()?)?
        } else {
            self.verify_lines(self.judged::<Played>()?)?
        };
        if self.experiment().stop.is_some() && !self.is_measurement() {
            self.summary()?;
        }
        let replayed = replays.min(in_a_row);
        for replay in 0..replayed {
            let number = u128::from(replay) * u128::from(in_a_row) / u128::from(replayed);
            self.replay(number as u64)?;
        }
        Ok(Verified {
            lines,
            complete: self.is_complete(),
            sums: self
                .index
                .as_ref()
                .is_some_and(|index| index.sums.is_some()),
            replayed,
        })
    }

    /// Checks the same of lines that are judged elsewhere; returns how many there are.
    pub(crate) fn verify_sums<T: RunLine>(&self) -> Result<u64, RunError> {
        Ok(self.verify_lines(self.lines::<T>()?)?.0)
    }

    /// Returns how many lines there are, and how many before the first that is missing.
    fn verify_lines<T: RunLine>(
        &self,
        all: impl Iterator<Item = Result<T, RunError>>,
    ) -> Result<(u64, u64), RunError> {
        let (plan, complete) = (self.plan(), self.is_complete());
        let (mut table, mut rows) = (FileSum::default(), T::heading(plan));
        let (mut lines, mut in_a_row) = (0, 0);
        for line in all {
            let line = line?;
            let number = line.number();
            line.rows(plan, &mut rows);
            table.add(rows.as_bytes());
            rows.clear();
            lines += 1;
            in_a_row += u64::from(number == in_a_row);
        }
        if complete {
            table.add(rows.as_bytes());
            let file = self.folder().join(RESULTS);
            let kept = FileSum::of_file(&file).map_err(file_error(&file, "read"))?;
            if kept != table.end() {
                let problem = format!("it does not say what the {}s do", T::NAME);
                return Err(RunError::Damaged { file, problem });
            }
        }
        Ok((lines, in_a_row))
    }
}
