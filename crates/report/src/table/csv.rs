//! A table for a spreadsheet (RFC 4180): figures as exact as they are, an interval as two more
//! columns, shares as fractions.

use super::Table;
use crate::Language;

/// Returns a text as a field of CSV, in quotes where it needs them.
#[must_use]
pub fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let fields: Vec<String> = fields.map(|text| csv_field(&text)).collect();
    fields.join(",") + "\r\n"
}

impl Table {
    /// Returns the table as CSV: one line of headings, then one per row.
    #[must_use]
    pub fn csv(&self, language: Language) -> String {
        let columns = self.columns.iter();
        let mut out = line(columns.flat_map(|column| column.plain_headings(language)));
        for row in &self.rows {
            out += &line(
                self.cells(row)
                    .flat_map(|(column, cell)| column.plain(cell)),
            );
        }
        out
    }
}
