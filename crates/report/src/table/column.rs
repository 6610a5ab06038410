//! What the figures of a column are, and so how they are written.

use super::Cell;
use crate::Language;

/// To which side cells are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Count,
    Number,
    Signed,
    Percent,
    PValue,
    Results,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What stands above it.
    pub heading: String,
    kind: Kind,
    digits: usize,
    interval: bool,
}

/// What stands for a missing figure.
const MISSING: &str = "–";

impl Column {
    fn new(heading: impl Into<String>, kind: Kind, digits: usize) -> Self {
        Self {
            heading: heading.into(),
            kind,
            digits,
            interval: false,
        }
    }

    /// Words.
    #[must_use]
    pub fn text(heading: impl Into<String>) -> Self {
        Self::new(heading, Kind::Text, 0)
    }

    /// Creates a column of whole numbers.
    #[must_use]
    pub fn count(heading: impl Into<String>) -> Self {
        Self::new(heading, Kind::Count, 0)
    }

    /// Creates a column of numbers with this many digits after the point.
    #[must_use]
    pub fn number(heading: impl Into<String>, digits: usize) -> Self {
        Self::new(heading, Kind::Number, digits)
    }

    /// Creates a column of differences: numbers that show their sign, plus as well as minus.
    #[must_use]
    pub fn signed(heading: impl Into<String>, digits: usize) -> Self {
        Self::new(heading, Kind::Signed, digits)
    }

    /// Creates a column of shares: a cell of 0.5 is printed as 50 %, and stays 0.5 in CSV.
    #[must_use]
    pub fn percent(heading: impl Into<String>, digits: usize) -> Self {
        Self::new(heading, Kind::Percent, digits)
    }

    /// Creates a column of p-values; those below 0.001 are printed as that.
    #[must_use]
    pub fn p_value(heading: impl Into<String>) -> Self {
        Self::new(heading, Kind::PValue, 3)
    }

    /// Wins, draws and losses.
    #[must_use]
    pub fn results(heading: impl Into<String>) -> Self {
        Self::new(heading, Kind::Results, 0)
    }

    /// Returns the same column with an interval beside each figure.
    #[must_use]
    pub fn with_interval(mut self) -> Self {
        self.interval = true;
        self
    }

    /// Returns the alignment: words to the left, figures to the right.
    #[must_use]
    pub fn align(&self) -> Align {
        match self.kind {
            Kind::Text => Align::Left,
            _ => Align::Right,
        }
    }

    /// Reports whether the column can hold a cell.
    pub(super) fn holds(&self, cell: &Cell) -> bool {
        let figure = matches!(
            self.kind,
            Kind::Number | Kind::Signed | Kind::Percent | Kind::PValue
        );
        match cell {
            Cell::Missing | Cell::Text(_) => true,
            Cell::Count(_) => self.kind == Kind::Count,
            Cell::Number(_) => figure,
            Cell::Estimate(_) => figure && self.interval,
            Cell::Results(_) => self.kind == Kind::Results,
        }
    }

    /// The columns of a spreadsheet that this one becomes.
    pub(super) fn plain_headings(&self, language: Language) -> Vec<String> {
        let [low, high] = language.ends();
        let parts = match self.kind {
            Kind::Results => language.results().to_vec(),
            _ if self.interval => vec!["", low, high],
            _ => vec![""],
        };
        let heading = |part: &&str| format!("{} {part}", self.heading).trim().to_owned();
        parts.iter().map(heading).collect()
    }

    /// Returns one cell per plain heading, not rounded.
    pub(super) fn plain(&self, cell: &Cell) -> Vec<String> {
        let mut parts = match cell {
            Cell::Missing => vec![],
            Cell::Text(text) => vec![text.clone()],
            Cell::Count(count) => vec![count.to_string()],
            Cell::Number(number) => vec![exact(*number)],
            Cell::Estimate(estimate) => {
                let interval = estimate.interval;
                let ends = match interval.is_known() {
                    true => [interval.low, interval.high],
                    false => [f64::NAN; 2],
                };
                [estimate.value, ends[0], ends[1]].map(exact).to_vec()
            }
            Cell::Results(games) => [games.wins, games.draws, games.losses]
                .map(|count| count.to_string())
                .to_vec(),
        };
        parts.resize(
            self.plain_headings(Language::default()).len(),
            String::new(),
        );
        parts
    }

    /// Returns the pieces of a cell that stand below each other when aligned, rounded; joined they
    /// are the whole cell.
    pub(super) fn pieces(&self, cell: &Cell) -> Vec<String> {
        match cell {
            Cell::Missing => vec![MISSING.to_owned()],
            Cell::Text(text) => vec![one_line(text)],
            Cell::Count(count) => vec![count.to_string()],
            Cell::Number(number) => vec![self.figure(*number)],
            Cell::Estimate(estimate) if !estimate.interval.is_known() => {
                vec![self.figure(estimate.value), format!(" [{MISSING}]")]
            }
            Cell::Estimate(estimate) => vec![
                self.figure(estimate.value),
                format!(" [{}", self.bare(estimate.interval.low)),
                format!(", {}]", self.bare(estimate.interval.high)),
            ],
            Cell::Results(games) => {
                vec![format!("{}-{}-{}", games.wins, games.draws, games.losses)]
            }
        }
    }

    /// Returns a figure with its unit.
    fn figure(&self, value: f64) -> String {
        match self.kind {
            Kind::PValue if value < 0.001 => "<0.001".to_owned(),
            Kind::Percent if value.is_finite() => format!("{} %", self.bare(value)),
            _ => self.bare(value),
        }
    }

    /// Returns a figure without its unit.
    fn bare(&self, value: f64) -> String {
        let scaled = match self.kind {
            Kind::Percent => 100.0 * value,
            _ => value,
        };
        rounded(scaled, self.digits, self.kind == Kind::Signed)
    }
}

/// Returns a p-value for a sentence; none is said to be nothing.
#[must_use]
pub fn p_words(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".to_owned()
    } else {
        format!("p = {p:.3}")
    }
}

/// Returns a number with this many digits after the point; what rounds to zero has no sign.
pub(crate) fn rounded(value: f64, digits: usize, plus: bool) -> String {
    if value.is_nan() {
        return MISSING.to_owned();
    }
    if value.is_infinite() {
        let sign = match (value > 0.0, plus) {
            (true, true) => "+",
            (true, false) => "",
            (false, _) => "-",
        };
        return format!("{sign}∞");
    }
    let text = format!("{value:.digits$}");
    let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    match (zero, plus && value > 0.0) {
        (true, _) => text.trim_start_matches('-').to_owned(),
        (false, true) => format!("+{text}"),
        (false, false) => text,
    }
}

/// Returns the shortest text that is read back as the same number; empty for NaN.
fn exact(value: f64) -> String {
    if value.is_nan() {
        String::new()
    } else {
        format!("{value}")
    }
}

/// Returns words in one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
