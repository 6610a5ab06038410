//! A line of a run: one JSON object with its kind and number first, and sealed by a sum last, so that
//! a line can be put in its place without being understood.
//!
//! ```text
//! {"game":7,…,"check":"83f1c2a0"}
//! ```

use std::fmt::Write;

use statistics::sprt::Decision;
use thiserror::Error;

use crate::plan::Plan;
use crate::run::Summary;
use crate::run::judge::Judge;
use crate::run::sum::line_sum;
use crate::venue::AnyReferee;

/// What a run keeps a line of: a game, or a position that was thought about.
pub(crate) trait RunLine: Sized + Send {
    /// What the line, the command and the documents call it.
    const NAME: &'static str;
    /// Returns its number in the plan.
    fn number(&self) -> u64;
    /// Runs the job with this number; returns `None` if it was left before its end.
    fn make(referee: &mut dyn AnyReferee, number: u64) -> Option<Self>;
    /// Writes it as a line at the end of a text.
    fn write(&self, text: &mut String);
    /// Reads a line whose seal was checked.
    fn parse(line: &str) -> Result<Self, LineError>;
    /// Reports whether it can be part of this plan.
    fn fits(&self, plan: &Plan) -> bool;
    /// Judges it by rules and plan; returns what cannot be.
    fn judge(&self, judge: &Judge) -> Result<(), String>;
    /// Adds it to a summary.
    fn count(&self, summary: &mut Summary) -> Decision;
    /// Returns the first line of the table.
    fn heading(plan: &Plan) -> String;
    /// Writes its rows of the table.
    fn rows(&self, plan: &Plan, rows: &mut String);
}

/// Why a line is not a game of this run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// It was changed, or torn.
    #[error("the line does not fit its check sum: it was changed after it was written")]
    Changed,
    /// It is not of the right shape.
    #[error("{0}")]
    Shape(String),
}

const CHECK: &str = ",\"check\":\"";

/// Adds the check sum to the JSON object that starts here and has no end yet, and ends the line.
pub(crate) fn seal(line: &mut String, from: usize) {
    let sum = line_sum(&line.as_bytes()[from..]);
    let _ = writeln!(line, "{CHECK}{sum:08x}\"}}");
}

/// Reports whether a line without its end fits its check sum.
pub(crate) fn is_sealed(line: &str) -> bool {
    line.rfind(CHECK).is_some_and(|at| {
        let sum = line[at + CHECK.len()..].strip_suffix("\"}");
        sum.and_then(|sum| u32::from_str_radix(sum, 16).ok())
            == Some(line_sum(&line.as_bytes()[..at]))
    })
}

/// A line whose check sum fits.
pub(crate) struct SealedLine {
    /// The number of its game or position.
    pub(crate) number: u64,
    /// Which line of its file it is, from 1.
    pub(crate) line: u64,
    /// Without the end of the line.
    pub(crate) text: String,
}

impl SealedLine {
    /// Reads a line of things with this name, with or without its end.
    pub(crate) fn read(name: &str, line: u64, bytes: &[u8]) -> Result<Self, LineError> {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|_| LineError::Changed)?;
        if !is_sealed(text) {
            return Err(LineError::Changed);
        }
        let number = text
            .strip_prefix("{\"")
            .and_then(|rest| rest.strip_prefix(name)?.strip_prefix("\":"))
            .and_then(|rest| rest.split(',').next()?.parse().ok());
        Ok(Self {
            number: number.ok_or_else(|| {
                LineError::Shape(format!(
                    "the line does not begin with a {name} and its number"
                ))
            })?,
            line,
            text: text.to_owned(),
        })
    }

    /// Reads what the line says: one of this plan, or an error.
    pub(crate) fn of_plan<T: RunLine>(&self, plan: &Plan) -> Result<T, LineError> {
        let kept = T::parse(&self.text)?;
        if kept.number() >= plan.games() || !kept.fits(plan) {
            let (name, number) = (T::NAME, self.number);
            let problem = format!("{name} {number} is none of this experiment");
            return Err(LineError::Shape(problem));
        }
        Ok(kept)
    }

    /// Reads what the line says: one that can be of this experiment by all its rules, or an error.
    pub(crate) fn judged<T: RunLine>(&self, judge: &Judge) -> Result<T, LineError> {
        let kept: T = self.of_plan(judge.plan())?;
        let wrong = |problem| format!("{} {}: {problem}", T::NAME, self.number);
        kept.judge(judge)
            .map_err(|problem| LineError::Shape(wrong(problem)))?;
        Ok(kept)
    }
}
