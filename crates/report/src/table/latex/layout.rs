//! How a table of LaTeX keeps within the line: headings over several lines, smaller letters, intervals
//! below their values, words in columns that break them, and at last the page turned on its side; as
//! few of these as it takes.

use unicode_width::UnicodeWidthStr;

use super::super::{Align, Cell, Column, Table};

/// Letters of one size: how many go on the line of an article in one column (345 pt), and what a gap between columns takes of them.
struct Size {
    command: &'static str,
    letters: f64,
    gap: f64,
}

const NORMAL: Size = Size {
    command: "",
    letters: 70.0,
    gap: 2.6,
};
const SMALL: Size = Size {
    command: "\\small\n",
    letters: 77.0,
    gap: 2.8,
};
const SMALLER: Size = Size {
    command: "\\footnotesize\n\\setlength{\\tabcolsep}{3pt}\n",
    letters: 82.0,
    gap: 1.6,
};
const SMALLEST: Size = Size {
    command: "\\scriptsize\n\\setlength{\\tabcolsep}{2pt}\n",
    letters: 86.0,
    gap: 1.2,
};

/// How many times longer a line is along the long side of the page (550 pt).
const SIDEWAYS: f64 = 1.59;

/// Words wider than this may be broken into lines, and keep at least so much.
const BREAKABLE: usize = 16;

/// What was decided for a table.
pub(super) struct Layout {
    /// The size of its letters.
    pub size: &'static str,
    /// How `tabular` takes every column.
    pub columns: Vec<String>,
    /// Intervals stand below their values.
    pub stacked: bool,
    /// It stands on its side.
    pub sideways: bool,
    /// The lines of every heading.
    pub headings: Vec<Vec<String>>,
}

/// The lines of a heading that may be so wide, or as its longest word.
fn lines(heading: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in heading.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| line.width()).max().unwrap_or(0)
}

/// A cell's lines: its value, and if they are stacked the interval below it.
pub(super) fn cell_lines(column: &Column, cell: &Cell, stacked: bool) -> Vec<String> {
    let pieces = column.pieces(cell);
    match pieces.split_first() {
        Some((value, interval)) if stacked && !interval.is_empty() => {
            vec![value.clone(), interval.concat().trim_start().to_owned()]
        }
        _ => vec![pieces.concat()],
    }
}

impl Table {
    /// The first way to set the table that keeps within the line; the narrowest if none does.
    pub(super) fn layout(&self) -> Layout {
        let ways = [
            (NORMAL, false, false),
            (NORMAL, false, true),
            (SMALL, false, true),
            (SMALL, true, true),
            (SMALLER, true, true),
            (SMALLEST, true, true),
        ];
        let sideways = [SMALLER, SMALLEST].map(|size| Size {
            letters: SIDEWAYS * size.letters,
            ..size
        });
        let last = self.laid_out(&sideways[1], true, true, true);
        let upright = ways
            .into_iter()
            .find_map(|(size, stacked, broken)| self.laid_out(&size, stacked, broken, false));
        let turned = |layout: Layout| Layout {
            sideways: true,
            ..layout
        };
        upright
            .or_else(|| self.laid_out(&sideways[0], true, true, false).map(turned))
            .or(last.map(turned))
            .expect("the last way is taken as it comes")
    }

    /// The table in this way, unless it is too wide and need not be taken.
    fn laid_out(&self, size: &Size, stacked: bool, broken: bool, forced: bool) -> Option<Layout> {
        let bodies: Vec<usize> = (0..self.columns.len())
            .map(|number| self.widest(number, stacked))
            .collect();
        let heading = |(column, &body): (&Column, &usize)| {
            lines(
                &column.heading,
                if broken { body.max(8) } else { usize::MAX },
            )
        };
        let headings: Vec<Vec<String>> = self.columns.iter().zip(&bodies).map(heading).collect();
        let natural: Vec<usize> = (bodies.iter().zip(&headings))
            .map(|(&body, heading)| body.max(widest(heading)))
            .collect();
        let breakable: Vec<bool> = (self.columns.iter().zip(&natural))
            .map(|(column, &width)| column.align() == Align::Left && width > BREAKABLE)
            .collect();
        let sum = |which: bool| -> usize {
            (natural.iter().zip(&breakable))
                .filter(|&(_, &breaks)| breaks == which)
                .map(|(width, _)| width)
                .sum()
        };
        let words = sum(true) as f64;
        let room = size.letters - sum(false) as f64 - size.gap * self.columns.len() as f64;
        let least = BREAKABLE * breakable.iter().filter(|&&breaks| breaks).count();
        if !forced && room < least as f64 {
            return None;
        }
        let room = room.max(least as f64);
        let column = |number: usize| match self.columns[number].align() {
            Align::Left if breakable[number] && words > room => {
                // Everybody gets what is needed for the longest words, and of the rest a share by length.
                let spare = room - least as f64;
                let above = (natural[number] - BREAKABLE) as f64 / (words - least as f64);
                let share = (BREAKABLE as f64 + spare * above) / size.letters;
                format!(">{{\\raggedright\\arraybackslash}}p{{{share:.2}\\linewidth}}")
            }
            Align::Left => "l".to_owned(),
            Align::Right => "r".to_owned(),
        };
        Some(Layout {
            size: size.command,
            columns: (0..self.columns.len()).map(column).collect(),
            stacked,
            sideways: false,
            headings,
        })
    }

    fn widest(&self, number: usize, stacked: bool) -> usize {
        let column = &self.columns[number];
        let widths =
            (self.rows.iter()).map(|row| widest(&cell_lines(column, &row[number], stacked)));
        widths.max().unwrap_or(0)
    }
}
