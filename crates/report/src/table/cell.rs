//! One cell of a table: a figure, not yet rounded, or a word.

use statistics::Estimate;
use statistics::pairs::Trinomial;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No figure: not measured, or without meaning here.
    Missing,
    /// Words; every column may hold them.
    Text(String),
    /// How many.
    Count(u64),
    /// A figure.
    Number(f64),
    /// A figure with its interval.
    Estimate(Estimate),
    /// Wins, draws and losses.
    Results(Trinomial),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<Estimate> for Cell {
    fn from(estimate: Estimate) -> Self {
        Self::Estimate(estimate)
    }
}

impl From<Trinomial> for Cell {
    fn from(results: Trinomial) -> Self {
        Self::Results(results)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Missing, Into::into)
    }
}
