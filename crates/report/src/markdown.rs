//! A report in Markdown and for a terminal.

use std::fmt;

use super::files::Names;
use super::table::markdown_words;
use super::{Part, Report};

/// Returns the report in Markdown, its plots beside it.
pub(super) fn of(report: &Report, names: &Names) -> String {
    let mut out = format!("# {}\n", markdown_words(&report.title));
    for (number, section) in report.sections.iter().enumerate() {
        out += &format!("\n## {}\n", markdown_words(&section.heading));
        for (part_number, part) in section.parts.iter().enumerate() {
            out += "\n";
            match part {
                Part::Prose(words) => out += &format!("{}\n", markdown_words(words)),
                Part::Listing(text) => out += &fenced(text),
                Part::Table(table) => {
                    let [label, _] = names.labels(number, part_number);
                    out += &format!("**{label}** {}", table.markdown());
                }
                Part::Figure(plot, table) => {
                    let file = names.of(number, part_number, "svg");
                    let title = markdown_words(&plot.title);
                    let [label, figure] = names.labels(number, part_number);
                    out += &format!("![{title}]({file})\n\n**{figure}** {title}\n\n");
                    out += &format!("**{label}** {}", table.markdown());
                }
            }
        }
    }
    out
}

/// Returns a listing between fences longer than any within.
fn fenced(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}\n{}\n{fence}\n", text.trim_end())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for section in &self.sections {
            writeln!(f, "\n== {} ==", section.heading)?;
            for part in &section.parts {
                match part {
                    Part::Prose(text) | Part::Listing(text) => writeln!(f, "\n{}", text.trim_end()),
                    Part::Table(table) | Part::Figure(_, table) => write!(f, "\n{table}"),
                }?;
            }
        }
        Ok(())
    }
}
