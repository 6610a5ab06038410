//! A table in Markdown, aligned in its source as well.

use unicode_width::UnicodeWidthStr;

use super::{Align, Cell, Column, Table};

/// Escapes words so that Markdown shows them as they are.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Table {
    /// Returns the table in Markdown, its caption above and its notes below.
    #[must_use]
    pub fn markdown(&self) -> String {
        let heading = self.columns.iter().map(|column| escaped(&column.heading));
        let text = |(column, cell): (&Column, &Cell)| match cell {
            Cell::Text(words) => escaped(words),
            figure => column.pieces(figure).concat(),
        };
        let row = |row: &Vec<Cell>| self.cells(row).map(text).collect::<Vec<String>>();
        let lines: Vec<Vec<String>> = std::iter::once(heading.collect())
            .chain(self.rows.iter().map(row))
            .collect();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|i| lines.iter().map(|line| line[i].width()).max().unwrap_or(0))
            .map(|width| width.max(3))
            .collect();
        let mut out = format!("{}\n\n", escaped(&self.caption));
        for (number, line) in lines.iter().enumerate() {
            let cells = line.iter().zip(&widths).zip(&self.columns);
            for ((cell, &width), column) in cells {
                let blanks = " ".repeat(width - cell.width());
                match column.align() {
                    Align::Left => out.push_str(&format!("| {cell}{blanks} ")),
                    Align::Right => out.push_str(&format!("| {blanks}{cell} ")),
                }
            }
            out.push_str("|\n");
            if number == 0 {
                for (&width, column) in widths.iter().zip(&self.columns) {
                    let rule = "-".repeat(width);
                    match column.align() {
                        Align::Left => out.push_str(&format!("| {rule} ")),
                        Align::Right => out.push_str(&format!("| {}: ", &rule[1..])),
                    }
                }
                out.push_str("|\n");
            }
        }
        for note in &self.notes {
            out.push_str(&format!("\n{}\n", escaped(note)));
        }
        out
    }
}
