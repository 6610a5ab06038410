//! A table in LaTeX, with the rules of booktabs. A table longer than a page becomes a longtable; words
//! that fill lines stand in columns that break them; what is too wide for the page stands on its side.

mod layout;

use self::layout::cell_lines;
use super::{Cell, Column, Table};

/// Words such that LaTeX shows them as they are.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // A bracket at the beginning of a row would be read as an option of the break before it.
    if text.starts_with('[') {
        out.push_str("{}");
    }
    let mut quoting = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoting = !quoting;
                out.push_str(if quoting { "``" } else { "''" });
            }
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
            '①'..='⑨' => {
                let digit = u32::from(c) - u32::from('①') + 1;
                out.push_str(&format!("\\textcircled{{\\scriptsize {digit}}}"));
            }
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

/// Lines below each other in one cell.
fn stack(side: &str, lines: &[String], written: fn(&str) -> String) -> String {
    let lines: Vec<String> = lines.iter().map(|line| written(line)).collect();
    match lines.as_slice() {
        [] => String::new(),
        [line] => line.clone(),
        lines => format!("\\shortstack[{side}]{{{}}}", lines.join("\\\\")),
    }
}

/// More rows than this do not stand on one page.
const LONG: usize = 40;

impl Table {
    /// The table in LaTeX, for the packages booktabs and array; where it is long also longtable, where it
    /// is wide rotating, and where it is both pdflscape. Its first line names them.
    #[must_use]
    pub fn latex(&self) -> String {
        let layout = self.layout();
        let heading = |number: usize| {
            let (column, lines) = (&self.columns[number], &layout.headings[number]);
            match layout.columns[number].as_str() {
                "l" => stack("l", lines, escaped),
                "r" => format!("\\multicolumn{{1}}{{r}}{{{}}}", stack("r", lines, escaped)),
                // A column of words breaks its heading by itself.
                _ => escaped(&column.heading),
            }
        };
        let headings: Vec<String> = (0..self.columns.len()).map(heading).collect();
        let head = format!("\\toprule\n{} \\\\\n\\midrule\n", headings.join(" & "));
        let mut body = String::new();
        for row in &self.rows {
            let text = |(column, cell): (&Column, &Cell)| {
                let lines = cell_lines(column, cell, layout.stacked);
                match cell {
                    Cell::Text(_) => escaped(&lines.concat()),
                    // Won, drawn and lost are joined, not subtracted.
                    Cell::Results(_) => lines.concat().replace('-', "--"),
                    _ => stack("r", &lines, figure),
                }
            };
            let cells: Vec<String> = self.cells(row).map(text).collect();
            body += &format!("{} \\\\\n", cells.join(" & "));
        }
        let name = &self.name;
        let caption = format!("\\caption{{{}}}\n", escaped(&self.caption));
        let (size, columns) = (layout.size, layout.columns.concat());
        let notes = |space: &str| -> String {
            let note =
                |note: &String| format!("{space}{{\\footnotesize {}\\par}}\n", escaped(note));
            self.notes.iter().map(note).collect()
        };
        if self.rows.len() > LONG {
            let (package, begin, end) = match layout.sideways {
                true => (",pdflscape", "\\begin{landscape}\n", "\\end{landscape}\n"),
                false => ("", "", ""),
            };
            return format!(
                "% \\usepackage{{booktabs,array,longtable{package}}}\n\
                 {begin}{{{size}\\begin{{longtable}}{{{columns}}}\n{}\\label{{tab:{name}}}\\\\\n\
                 {head}\\endfirsthead\n{head}\\endhead\n\\bottomrule\n\\endfoot\n{body}\
                 \\end{{longtable}}}}\n{}{end}",
                caption.trim_end(),
                notes("\\noindent")
            );
        }
        let (package, begin, end) = match layout.sideways {
            true => (
                ",rotating",
                "\\begin{sidewaystable}",
                "\\end{sidewaystable}",
            ),
            false => ("", "\\begin{table}[htbp]", "\\end{table}"),
        };
        format!(
            "% \\usepackage{{booktabs,array{package}}}\n\
             {begin}\n\\centering\n{caption}\\label{{tab:{name}}}\n\
             {size}\\begin{{tabular}}{{{columns}}}\n{head}{body}\\bottomrule\n\\end{{tabular}}\n{}\
             {end}\n",
            notes("\n")
        )
    }
}
