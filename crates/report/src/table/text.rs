//! A table for the terminal: every piece of a figure stands below its like, also beside letters
//! that are two columns wide.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use super::{Align, Table};

/// Pads to a width in columns of a terminal.
fn padded(text: &str, width: usize, align: Align) -> String {
    let blanks = " ".repeat(width.saturating_sub(text.width()));
    match align {
        Align::Left => format!("{text}{blanks}"),
        Align::Right => format!("{blanks}{text}"),
    }
}

impl Table {
    /// Returns headings and rows as text, all cells of a column equally wide.
    fn aligned(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let mut headings = Vec::new();
        let mut rows = vec![Vec::new(); self.rows.len()];
        for (number, column) in self.columns.iter().enumerate() {
            let cells: Vec<Vec<String>> = self
                .rows
                .iter()
                .map(|row| column.pieces(&row[number]))
                .collect();
            let most = cells.iter().map(Vec::len).max().unwrap_or(0);
            let widths: Vec<usize> = (0..most)
                .map(|piece| {
                    let whole = cells.iter().filter(|cell| cell.len() == most);
                    whole.map(|cell| cell[piece].width()).max().unwrap_or(0)
                })
                .collect();
            let texts: Vec<String> = cells
                .iter()
                .map(|cell| match (cell.len() == most, column.align()) {
                    (true, Align::Right) => cell
                        .iter()
                        .zip(&widths)
                        .map(|(piece, &width)| join(piece, width))
                        .collect(),
                    _ => cell.concat(),
                })
                .collect();
            let widest = texts.iter().map(|text| text.width()).max().unwrap_or(0);
            let width = widest.max(column.heading.width());
            headings.push(padded(&column.heading, width, column.align()));
            for (row, text) in rows.iter_mut().zip(texts) {
                row.push(padded(&text, width, column.align()));
            }
        }
        (headings, rows)
    }
}

/// Pads a piece of a figure between its mark and its number: `[ 3.5` below `[12.5`.
fn join(piece: &str, width: usize) -> String {
    let blanks = " ".repeat(width.saturating_sub(piece.width()));
    let number = piece
        .find(|c: char| !matches!(c, ' ' | '[' | ','))
        .unwrap_or(0);
    format!("{}{blanks}{}", &piece[..number], &piece[number..])
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (headings, rows) = self.aligned();
        writeln!(f, "{}", self.caption)?;
        writeln!(f)?;
        let rules: Vec<String> = headings.iter().map(|h| "-".repeat(h.width())).collect();
        for line in [&headings, &rules].into_iter().chain(&rows) {
            writeln!(f, "{}", line.join("  ").trim_end())?;
        }
        if !self.notes.is_empty() {
            writeln!(f)?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}
