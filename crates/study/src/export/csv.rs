//! A table of data, as a file of comma-separated values.

use super::Options;

/// A table whose columns are explained.
pub(crate) struct Sheet {
    pub(crate) name: &'static str,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// A column with what it means.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) about: String,
    /// What a cell can say, where that is a list.
    pub(crate) levels: Vec<String>,
}

/// Returns a column.
pub(crate) fn column(name: &str, about: &str) -> Column {
    Column {
        name: name.to_owned(),
        about: about.to_owned(),
        levels: Vec::new(),
    }
}

impl Column {
    /// With all that a cell can say.
    pub(crate) fn levels(mut self, levels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.levels = levels.into_iter().map(Into::into).collect();
        self
    }
}

impl Sheet {
    /// Returns the file.
    pub(crate) fn text(&self, options: Options) -> String {
        let mut text = String::new();
        if options.excel {
            text.push('\u{feff}');
        }
        let head = self.columns.iter().map(|column| column.name.clone());
        for row in std::iter::once(head.collect()).chain(self.rows.iter().cloned()) {
            debug_assert_eq!(row.len(), self.columns.len(), "{}", self.name);
            let cells = row.iter().map(|cell| {
                if options.excel {
                    report::csv_field(&guarded(cell))
                } else {
                    report::csv_field(cell)
                }
            });
            text.push_str(&cells.collect::<Vec<_>>().join(","));
            text.push('\n');
        }
        text
    }
}

/// A spreadsheet takes what starts with one of these for a formula, and a formula can reach out of it;
/// numbers stay numbers.
fn guarded(cell: &str) -> String {
    // Some take wide letters for narrow ones, and leave out what cannot be seen before them.
    let signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let formula = cell.starts_with(['\t', '\r', '\n']) || cell.trim_start().starts_with(signs);
    if formula && cell.parse::<f64>().is_err() {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_numbers_stay() {
        assert_eq!(guarded("=1+1"), "'=1+1");
        assert_eq!(guarded("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(guarded("-cmd|' /C calc'!A0"), "'-cmd|' /C calc'!A0");
        for cell in [
            "\n=1+1",
            "＝1+1",
            "＋1",
            "－cmd",
            "＠SUM(A1)",
            " =1+1",
            "\u{3000}=1",
        ] {
            assert_eq!(guarded(cell), format!("'{cell}"));
        }
        assert_eq!(guarded("-5"), "-5");
        assert_eq!(guarded("1-2"), "1-2");
    }
}
