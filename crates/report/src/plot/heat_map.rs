//! A square of shares: who scored how much against whom. Every cell carries its figure; the colour
//! only repeats it.

use plotters::prelude::Rectangle;
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::Layout;
use super::canvas::{self, Canvas, Drawn, LINE};
use super::palette::Ink;
use crate::table::rounded;

const EDGE: i32 = 12;

/// The height of a cell.
const HEIGHT: i32 = 34;

/// The narrowest cell that holds its figure.
const NARROWEST: i32 = 44;

/// The widest cell.
const WIDEST: i32 = 110;

/// Shares by row and column.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Who is meant by rows, and by columns.
    pub axes: [String; 2],
    /// Rows and columns.
    pub names: Vec<String>,
    /// The share of each row against each column, ½ being even; `None` where they did not meet.
    pub shares: Vec<Vec<Option<f64>>>,
}

/// Where things go.
struct Places {
    left: i32,
    top: i32,
    cell: i32,
    names: i32,
}

impl HeatMap {
    fn places(&self, layout: Layout) -> Places {
        let most = match layout {
            Layout::Wide => 200,
            Layout::Narrow => 110,
        };
        let names = self.names.iter().map(|name| canvas::width(name)).max();
        let names = names.unwrap_or(0).min(most);
        let left = EDGE + names + 8;
        let room = layout.width() as i32 - left - EDGE;
        let cell = (room / self.names.len().max(1) as i32).clamp(NARROWEST, WIDEST);
        let heads = self.names.iter().map(|name| head(name, cell).len()).max();
        Places {
            left,
            top: EDGE + (1 + heads.unwrap_or(0) as i32) * LINE + 4,
            cell,
            names,
        }
    }

    pub(super) fn size(&self, layout: Layout) -> (u32, u32) {
        let places = self.places(layout);
        let count = self.names.len() as i32;
        let width = places.left + places.cell * count + EDGE;
        let words = canvas::width(&self.caption()) + 2 * EDGE;
        let height = places.top + HEIGHT * count + EDGE;
        (width.max(words) as u32, height as u32)
    }

    fn caption(&self) -> String {
        format!("{} ↓  {} →", self.axes[0], self.axes[1])
    }

    pub(super) fn draw(&self, canvas: &Canvas, layout: Layout) -> Drawn {
        let places = self.places(layout);
        let middle = canvas::words(HPos::Center, VPos::Center);
        let left = canvas::words(HPos::Left, VPos::Top);
        canvas::write(canvas, &self.caption(), (EDGE, EDGE), &left)?;
        for (column, name) in (0..).zip(&self.names) {
            let x = places.left + places.cell * column + places.cell / 2;
            let lines = head(name, places.cell);
            let first = places.top - LINE * lines.len() as i32 + LINE / 2 - 2;
            for (line, text) in (0..).zip(lines) {
                canvas::write(canvas, &text, (x, first + LINE * line), &middle)?;
            }
        }
        for (row, (name, shares)) in (0..).zip(self.names.iter().zip(&self.shares)) {
            let top = places.top + HEIGHT * row;
            let text = canvas::fitted(name, places.names);
            let style = canvas::words(HPos::Right, VPos::Center);
            let at = (places.left - 8, top + HEIGHT / 2);
            canvas::write(canvas, &text, at, &style)?;
            for (column, share) in (0..).zip(shares) {
                let x = places.left + places.cell * column;
                let corners = [(x, top), (x + places.cell, top + HEIGHT)];
                if let Some(share) = share {
                    let ink = Ink::Series(usize::from(*share < 0.5));
                    let strength = ((share - 0.5).abs() * 1.2).min(0.6);
                    canvas::block(canvas, corners, ink.light().mix(strength))?;
                    let at = (x + places.cell / 2, top + HEIGHT / 2);
                    canvas::write(canvas, &rounded(100.0 * share, 1, false), at, &middle)?;
                }
                canvas.draw(&Rectangle::new(corners, canvas::line(Ink::Faint, 1)))?;
            }
        }
        Ok(())
    }
}

/// The most lines that a name above its column has.
const HEAD: usize = 3;

/// A name in lines as wide as its column, broken after blanks and hyphens where there are some.
fn head(name: &str, cell: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in name.split_inclusive([' ', '-', '・']) {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() || canvas::width(&format!("{line}{word}")) <= cell {
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    if lines.len() > HEAD {
        let rest = lines.split_off(HEAD - 1).concat();
        lines.push(rest);
    }
    let fitted = |line: &String| canvas::fitted(line.trim_end(), cell);
    lines.iter().map(fitted).collect()
}
