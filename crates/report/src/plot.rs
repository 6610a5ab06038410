//! Plots as SVG with real text, for two widths of a page and for paper, and as PDF.
//!
//! Colour never carries meaning alone: every series has a shape and a dash of its own, every bar
//! and cell its figure or name. Colours follow the reader's choice of light or dark.

mod bars;
mod canvas;
mod heat_map;
mod intervals;
mod legend;
mod lines;
pub mod palette;
mod pdf;
mod rows;
mod scale;

pub use bars::Bars;
pub use heat_map::HeatMap;
pub use intervals::Intervals;
pub use lines::{Lines, Point, Series, Stroke};
pub use pdf::Fonts;

use canvas::Canvas;
use minijinja::HtmlEscape;

/// A plot with its title.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// A short name in small letters, digits and hyphens: the name of its file.
    pub name: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// What is drawn.
    pub drawing: Drawing,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// A dot with a whisker per row.
    Intervals(Intervals),
    /// Groups of bars with whiskers.
    Bars(Bars),
    /// A square of shares.
    HeatMap(HeatMap),
    /// Lines and points over an axis.
    Lines(Lines),
}

/// How wide the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A screen or a sheet of paper.
    Wide,
    /// A phone.
    Narrow,
}

impl Layout {
    /// Returns the width of a plot in pixels.
    #[must_use]
    pub fn width(self) -> u32 {
        match self {
            Self::Wide => 700,
            Self::Narrow => 330,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }
}

impl Plot {
    /// Creates a plot.
    #[must_use]
    pub fn new(name: impl Into<String>, title: impl Into<String>, drawing: Drawing) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            drawing,
        }
    }

    /// Returns the plot as a piece of a page, which has to bring the colours of [`palette::css`].
    #[must_use]
    pub fn inline(&self, layout: Layout) -> String {
        let (size, drawn) = self.draw(layout);
        // What needs more room than the page has is moved, not shrunk.
        let large = if size.0 > layout.width() {
            " large"
        } else {
            ""
        };
        let class = format!("class=\"plot {}{large}\"", layout.class());
        self.element(&class, size, "", &drawn)
    }

    /// Returns the plot as a file of its own.
    #[must_use]
    pub fn file(&self) -> String {
        let (size, drawn) = self.draw(Layout::Wide);
        let style = format!("<style>{}</style>\n", palette::css());
        self.element("xmlns=\"http://www.w3.org/2000/svg\"", size, &style, &drawn)
    }

    fn element(&self, attributes: &str, size: (u32, u32), style: &str, drawn: &str) -> String {
        let (width, height) = size;
        let title = HtmlEscape(&self.title);
        format!(
            "<svg {attributes} width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n{style}{drawn}</svg>\n"
        )
    }

    /// Returns everything between the tags of the element.
    fn draw(&self, layout: Layout) -> ((u32, u32), String) {
        let size = match &self.drawing {
            Drawing::Intervals(intervals) => intervals.size(layout),
            Drawing::Bars(bars) => bars.size(layout),
            Drawing::HeatMap(map) => map.size(layout),
            Drawing::Lines(lines) => lines.size(layout),
        };
        let drawn = canvas::paint(size, |canvas: &Canvas| match &self.drawing {
            Drawing::Intervals(intervals) => intervals.draw(canvas, layout),
            Drawing::Bars(bars) => bars.draw(canvas, layout),
            Drawing::HeatMap(map) => map.draw(canvas, layout),
            Drawing::Lines(lines) => lines.draw(canvas, layout),
        });
        (size, drawn)
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(super) use tests::plots as sample_plots;
