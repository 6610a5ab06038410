//! Where plots are drawn: shapes, words and legends by pixel.

use plotters::coord::Shift;
use plotters::prelude::{
    Circle, DrawingArea, DrawingAreaErrorKind, EmptyElement, IntoDrawingArea, PathElement, Polygon,
    Rectangle, SVGBackend, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, RGBAColor, ShapeStyle, TextStyle};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::palette::{self, Ink};

/// What is drawn on.
pub(super) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Drawing into a string cannot fail, but plotters cannot know.
pub(super) type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The height of letters in pixels.
pub(super) const LETTERS: i32 = 13;

/// How wide a letter is, as a share of its height.
const LETTER: f64 = 0.6;

/// From line to line.
pub(super) const LINE: i32 = 18;

/// Runs a drawing and returns what it drew, without the element around it.
pub(super) fn paint(size: (u32, u32), draw: impl FnOnce(&Canvas) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        canvas
            .fill(&Ink::Paper.light())
            .and_then(|()| draw(&canvas))
            .and_then(|()| canvas.present())
            .expect("drawing into a string cannot fail");
    }
    let start = svg.find('\n').map_or(0, |end| end + 1);
    let inner = svg[start..].trim_end().trim_end_matches("</svg>");
    palette::with_classes(with_dashes(inner.to_owned()))
}

/// Returns a style of words; plotters writes them smaller than asked by 1.24.
pub(super) fn words(horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", f64::from(LETTERS) * 1.24)
        .into_font()
        .color(&Ink::Text.light())
        .pos(Pos::new(horizontal, vertical))
}

/// Returns the approximate width of words in pixels.
pub(super) fn width(text: &str) -> i32 {
    (text.width() as f64 * LETTER * f64::from(LETTERS)).ceil() as i32
}

/// Returns as many letters as fit, the last one an ellipsis if some do not.
pub(super) fn fitted(text: &str, room: i32) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut columns = 1;
    let fits = |c: &char| {
        columns += c.width().unwrap_or(0);
        (columns as f64 * LETTER * f64::from(LETTERS)) as i32 <= room
    };
    text.chars().take_while(fits).collect::<String>() + "…"
}

/// Writes words at a pixel.
pub(super) fn write(canvas: &Canvas, text: &str, at: (i32, i32), style: &TextStyle) -> Drawn {
    canvas.draw(&Text::new(text.to_owned(), at, style))
}

/// Returns a line of this colour and width.
pub(super) fn line(ink: Ink, width: u32) -> ShapeStyle {
    ink.light().stroke_width(width)
}

/// How a series is distinguished from others without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Disc,
    Triangle,
    Square,
    Diamond,
    Ring,
    Cross,
}

const SHAPES: [Shape; 6] = [
    Shape::Disc,
    Shape::Triangle,
    Shape::Square,
    Shape::Diamond,
    Shape::Ring,
    Shape::Cross,
];

impl Shape {
    pub(super) fn of(series: usize) -> Self {
        SHAPES[series % SHAPES.len()]
    }

    /// Draws the shape at a pixel.
    pub(super) fn draw(self, canvas: &Canvas, at: (i32, i32), ink: Ink) -> Drawn {
        let (fill, stroke) = (ink.light().filled(), line(ink, 2));
        let here = || EmptyElement::at(at);
        let polygon =
            |corners: &[(i32, i32)]| canvas.draw(&(here() + Polygon::new(corners.to_vec(), fill)));
        match self {
            Self::Disc => canvas.draw(&(here() + Circle::new((0, 0), 4, fill))),
            Self::Triangle => polygon(&[(0, -5), (5, 4), (-5, 4)]),
            Self::Square => polygon(&[(-4, -4), (4, -4), (4, 4), (-4, 4)]),
            Self::Diamond => polygon(&[(0, -6), (5, 0), (0, 6), (-5, 0)]),
            Self::Ring => {
                let paper = Ink::Paper.light().filled();
                canvas.draw(&(here() + Circle::new((0, 0), 4, paper)))?;
                canvas.draw(&(here() + Circle::new((0, 0), 4, stroke)))
            }
            Self::Cross => {
                let arm = |a, b| PathElement::new(vec![a, b], stroke);
                canvas.draw(&(here() + arm((-4, -4), (4, 4)) + arm((-4, 4), (4, -4))))
            }
        }
    }
}

/// How a line is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    Long,
    Short,
    Dots,
}

/// The opacity that stands for a dash while drawing, and what SVG calls the dash. Plotters would
/// cut a line into hundreds instead; the difference of opacity is invisible.
const DASHES: [(Dash, f64, &str); 3] = [
    (Dash::Long, 0.999, "8 5"),
    (Dash::Short, 0.998, "4 4"),
    (Dash::Dots, 0.997, "2 4"),
];

/// Returns a dashed line through pixels.
pub(super) fn dashed(
    canvas: &Canvas,
    points: Vec<(i32, i32)>,
    dash: Dash,
    (ink, width): (Ink, u32),
) -> Drawn {
    let entry = DASHES.iter().find(|entry| entry.0 == dash);
    let (_, opacity, _) = entry.expect("every dash is in the list");
    let style = ink.light().mix(*opacity).stroke_width(width);
    canvas.draw(&PathElement::new(points, style))
}

fn with_dashes(mut drawn: String) -> String {
    for (_, opacity, dash) in DASHES {
        let marked = format!("opacity=\"{opacity}\"");
        drawn = drawn.replace(&marked, &format!("stroke-dasharray=\"{dash}\""));
    }
    drawn
}

/// Returns a filled rectangle between two corners.
pub(super) fn block(canvas: &Canvas, corners: [(i32, i32); 2], colour: RGBAColor) -> Drawn {
    canvas.draw(&Rectangle::new(corners, colour.filled()))
}

/// Returns a whisker along x at height y with caps where the interval ends inside the axis.
pub(super) fn whisker(
    canvas: &Canvas,
    (low, high): (i32, i32),
    (from, to): (i32, i32),
    y: i32,
) -> Drawn {
    let style = line(Ink::Text, 2);
    let (left, right) = (low.max(from), high.min(to));
    canvas.draw(&PathElement::new(vec![(left, y), (right, y)], style))?;
    for (end, inside) in [(low, low >= from), (high, high <= to)] {
        if inside {
            canvas.draw(&PathElement::new(vec![(end, y - 4), (end, y + 4)], style))?;
        }
    }
    Ok(())
}
