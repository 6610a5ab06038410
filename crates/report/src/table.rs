//! A table of results, the same for a terminal, a page, a thesis and a spreadsheet.
//!
//! A column knows what its figures are and so how they are rounded, aligned and named; a cell is
//! the figure itself. Printed tables are rounded, CSV is not. Nothing here knows of pages.

mod cell;
mod column;
mod csv;
mod html;
mod latex;
mod markdown;
mod text;

pub use cell::Cell;
pub(super) use column::rounded;
pub use column::{Align, Column, p_words};
pub use csv::csv_field;
pub(super) use html::escaped as html_words;
pub(super) use markdown::escaped as markdown_words;

/// A table with a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// A short name in small letters, digits and hyphens: the name of its files.
    pub name: String,
    /// What it shows, in a sentence.
    pub caption: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    notes: Vec<String>,
}

impl Table {
    /// Creates a table without rows.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        caption: impl Into<String>,
        columns: impl IntoIterator<Item = Column>,
    ) -> Self {
        Self {
            name: name.into(),
            caption: caption.into(),
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// Panics if it has not one cell per column, or a cell that its column cannot hold.
    pub fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        let row: Vec<Cell> = row.into_iter().collect();
        assert_eq!(row.len(), self.columns.len(), "one cell per column");
        for (cell, column) in row.iter().zip(&self.columns) {
            assert!(column.holds(cell), "{cell:?} in {column:?}");
        }
        self.rows.push(row);
    }

    /// Adds a sentence that belongs below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Returns the columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the rows, each with one cell per column.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Returns the sentences below the table.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the cells of a row with their columns.
    fn cells<'a>(&'a self, row: &'a [Cell]) -> impl Iterator<Item = (&'a Column, &'a Cell)> {
        self.columns.iter().zip(row)
    }
}

#[cfg(test)]
mod tests;
