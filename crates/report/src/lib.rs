//! Reports for people: the same report as a page that opens from disk, as Markdown, and as tables
//! and plots for a paper.
//!
//! A report is a plain value without a date: the same results always give the same bytes.
//!
//! - [`Report::files`]: page, Markdown, tables and plots by their names; the caller writes them
//! - [`Report::figures`]: the plots as PDF
//! - [`Catalogue`]: the same report in another language
//! - [`plot`]: plots as SVG
//! - [`table`]: tables with typed columns, for terminals, pages, theses and spreadsheets
//!
//! ```
//! use kaesu_report::{Column, Language, Report, Section, Table};
//! use statistics::Level;
//! use statistics::proportion::Proportion;
//!
//! let columns = [Column::text("player"), Column::percent("won", 1).with_interval()];
//! let mut table = Table::new("players", "How often each won", columns);
//! table.push(["first".into(), Proportion::new(31.0, 50.0).wilson(Level::P95).into()]);
//! let mut found = Section::new("What was found");
//! found.prose("The first player won more often than not.");
//! found.table(table);
//! let report = Report {
//!     title: "Who moves first wins".to_owned(),
//!     sections: vec![found],
//! };
//! let files = report.files(Language::English);
//! assert!(files["index.html"].contains("<table"));
//! assert!(files["tables/players.csv"].starts_with("player,won"));
//! println!("{report}");
//! ```

#![forbid(unsafe_code)]

mod catalogue;
mod files;
mod language;
mod markdown;
mod page;
pub mod plot;
pub mod table;

pub use catalogue::{Catalogue, english_words};
pub use language::Language;
pub use plot::Plot;
pub use table::{Cell, Column, Table, csv_field, p_words};

/// A report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What was asked.
    pub title: String,
    /// What was found, the most important first.
    pub sections: Vec<Section>,
}

/// A part of a report with a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What it consists of, in order.
    pub parts: Vec<Part>,
    /// What it answers, each in a line.
    pub answers: Vec<Answer>,
}

/// A question with its answer, short enough for a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was asked.
    pub question: String,
    /// What became of it.
    pub answer: String,
    /// The figure that says so.
    pub figure: String,
}

/// A paragraph, a table, a plot or a listing.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A paragraph of plain words.
    Prose(String),
    /// A table.
    Table(Table),
    /// A plot, with the table of its figures.
    Figure(Plot, Table),
    /// A file or a command, letter by letter.
    Listing(String),
}

impl Section {
    /// Creates a section without parts.
    #[must_use]
    pub fn new(heading: impl Into<String>) -> Self {
        Self {
            heading: heading.into(),
            parts: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The section that stands first: what all the others answer, a line each. `None` if they answer
    /// nothing.
    #[must_use]
    pub fn of_answers(sections: &[Self]) -> Option<Self> {
        let mut table = Table::new(
            "answers",
            "Every question in one line; the figures follow.",
            ["question", "answer", "figure"].map(Column::text),
        );
        for answer in sections.iter().flat_map(|section| &section.answers) {
            let Answer {
                question,
                answer,
                figure,
            } = answer;
            table.push([question, answer, figure].map(|words| words.as_str().into()));
        }
        let mut section = Self::new("Answers");
        let answered = !table.rows().is_empty();
        section.table(table);
        answered.then_some(section)
    }

    /// Adds what the section answers.
    pub fn answer(
        &mut self,
        question: impl Into<String>,
        answer: impl Into<String>,
        figure: impl Into<String>,
    ) {
        self.answers.push(Answer {
            question: question.into(),
            answer: answer.into(),
            figure: figure.into(),
        });
    }

    /// Adds a paragraph.
    pub fn prose(&mut self, words: impl Into<String>) {
        self.parts.push(Part::Prose(words.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Adds a plot with the table of its figures.
    pub fn figure(&mut self, plot: Plot, table: Table) {
        self.parts.push(Part::Figure(plot, table));
    }

    /// Adds a listing.
    pub fn listing(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Listing(text.into()));
    }
}

impl Part {
    /// Returns the table in it, if there is one.
    #[must_use]
    pub fn as_table(&self) -> Option<&Table> {
        match self {
            Self::Table(table) | Self::Figure(_, table) => Some(table),
            Self::Prose(_) | Self::Listing(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
