//! A table in LaTeX, with the rules of booktabs. A table longer than a page becomes a longtable; words
//! that fill lines stand in columns that break them.

use unicode_width::UnicodeWidthStr;

use super::{Align, Cell, Column, Table};

/// Words such that LaTeX shows them as they are.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '–' => out.push_str("--"),
            '−' => out.push_str("$-$"),
            '∞' => out.push_str("$\\infty$"),
            '½' => out.push_str("$\\frac12$"),
            'φ' => out.push_str("$\\varphi$"),
            '±' => out.push_str("$\\pm$"),
            '×' => out.push_str("$\\times$"),
            '≫' => out.push_str("$\\gg$"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '→' => out.push_str("$\\to$"),
            '…' => out.push_str("\\ldots{}"),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A figure: its minus is one, not a hyphen, and its brackets keep clear of options of `\\`.
fn figure(text: &str) -> String {
    escaped(&text.replace('-', "−")).replace(" \\%", "\\,\\%")
}

/// Cells wider than this, in columns of a terminal, are broken into lines.
const WIDE: usize = 32;

/// More rows than this do not stand on one page.
const LONG: usize = 40;

impl Table {
    /// How a column is aligned; what is wide gets a share of the line.
    fn specification(&self) -> String {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|number| self.widest(number))
            .collect();
        let wide: usize = widths.iter().filter(|&&width| width > WIDE).sum();
        let narrow: usize = widths.iter().filter(|&&width| width <= WIDE).sum();
        // About 90 letters go on a line; what the narrow columns leave is shared by the wide ones.
        let room = (0.95 - narrow as f64 / 90.0).max(0.4);
        let column = |(column, &width): (&Column, &usize)| match column.align() {
            Align::Left if width > WIDE => {
                let share = room * width as f64 / wide as f64;
                format!("p{{{share:.2}\\linewidth}}")
            }
            Align::Left => "l".to_owned(),
            Align::Right => "r".to_owned(),
        };
        self.columns.iter().zip(&widths).map(column).collect()
    }

    fn widest(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| &row[column]);
        let widths = cells.map(|cell| self.columns[column].pieces(cell).concat().width());
        widths.max().unwrap_or(0)
    }

    /// The table in LaTeX, for the packages booktabs and, where it is long, longtable.
    #[must_use]
    pub fn latex(&self) -> String {
        let heading = |column: &Column| match column.align() {
            Align::Left => escaped(&column.heading),
            Align::Right => format!("\\multicolumn{{1}}{{r}}{{{}}}", escaped(&column.heading)),
        };
        let headings: Vec<String> = self.columns.iter().map(heading).collect();
        let head = format!("\\toprule\n{} \\\\\n\\midrule\n", headings.join(" & "));
        let mut body = String::new();
        for row in &self.rows {
            let text = |(column, cell): (&Column, &Cell)| {
                let text = column.pieces(cell).concat();
                match cell {
                    Cell::Text(_) => escaped(&text),
                    // Won, drawn and lost are joined, not subtracted.
                    Cell::Results(_) => text.replace('-', "--"),
                    _ => figure(&text),
                }
            };
            let cells: Vec<String> = self.cells(row).map(text).collect();
            body += &format!("{} \\\\\n", cells.join(" & "));
        }
        let name = &self.name;
        let caption = format!("\\caption{{{}}}\n", escaped(&self.caption));
        let columns = self.specification();
        let notes = |space: &str| -> String {
            let note =
                |note: &String| format!("{space}{{\\footnotesize {}\\par}}\n", escaped(note));
            self.notes.iter().map(note).collect()
        };
        if self.rows.len() > LONG {
            return format!(
                "% \\usepackage{{booktabs,longtable}}\n\
                 \\begin{{longtable}}{{{columns}}}\n{}\\label{{tab:{name}}}\\\\\n\
                 {head}\\endfirsthead\n{head}\\endhead\n\\bottomrule\n\\endfoot\n{body}\
                 \\end{{longtable}}\n{}",
                caption.trim_end(),
                notes("\\noindent")
            );
        }
        format!(
            "% \\usepackage{{booktabs}}\n\
             \\begin{{table}}[htbp]\n\\centering\n{caption}\\label{{tab:{name}}}\n\
             \\begin{{tabular}}{{{columns}}}\n{head}{body}\\bottomrule\n\\end{{tabular}}\n{}\
             \\end{{table}}\n",
            notes("\n")
        )
    }
}
