//! A table as a piece of a page; every word of it is escaped.

use minijinja::HtmlEscape;

use super::{Align, Cell, Table};

/// Escapes words so that a page shows them as they are, a number and its % in one line.
pub(crate) fn escaped(text: &str) -> String {
    HtmlEscape(text).to_string().replace(" %", "\u{a0}%")
}

/// The longest words that stay in one line however narrow the page is: names do, sentences do not.
const NAME: usize = 24;

/// More rows than this may go on over the end of a sheet of paper.
const LONG: usize = 12;

fn class(align: Align, text: &str) -> &'static str {
    match align {
        Align::Left if text.chars().count() <= NAME => " class=\"name\"",
        Align::Left => "",
        Align::Right => " class=\"figure\"",
    }
}

impl Table {
    /// The table as HTML, its caption after a label such as "Table 3.". The first cell of a row is
    /// its heading; an interval can be told apart from its figure by its class.
    #[must_use]
    pub fn html(&self, label: &str) -> String {
        let caption = escaped(&self.caption);
        let kind = match self.rows.len() {
            0..=LONG => "table",
            _ => "long table",
        };
        // A caption outside the table is not squeezed into the width of a narrow one.
        let mut out = format!(
            "<figure class=\"{kind}\">\n<figcaption><strong>{label}</strong> {caption}</figcaption>\n\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\n\
             <table>\n<thead><tr>"
        );
        for column in &self.columns {
            let heading = escaped(&column.heading);
            let class = class(column.align(), &column.heading);
            out += &format!("<th scope=\"col\"{class}>{heading}</th>");
        }
        out += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            out += "<tr>";
            for (number, (column, cell)) in self.cells(row).enumerate() {
                let (tag, scope) = match number {
                    0 => ("th", " scope=\"row\""),
                    _ => ("td", ""),
                };
                let pieces = column.pieces(cell);
                let class = class(column.align(), &pieces.concat());
                let pieces: Vec<String> = pieces.iter().map(|piece| escaped(piece)).collect();
                let text = match cell {
                    Cell::Estimate(_) => format!(
                        "{} <span class=\"interval\">{}</span>",
                        pieces[0],
                        pieces[1..].concat().trim_start(),
                    ),
                    _ => pieces.concat(),
                };
                let text = match cell {
                    Cell::Text(_) => text,
                    Cell::Results(_) => text.replace('-', "–"),
                    _ => text.replace('-', "−"),
                };
                out += &format!("<{tag}{scope}{class}>{text}</{tag}>");
            }
            out += "</tr>\n";
        }
        out += "</tbody>\n</table>\n</div>\n";
        for note in &self.notes {
            out += &format!("<p class=\"note\">{}</p>\n", escaped(note));
        }
        out + "</figure>\n"
    }
}
