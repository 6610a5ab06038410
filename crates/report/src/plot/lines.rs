//! Lines and points over an axis: the path of a sequential test, nodes against depth, success of
//! pruning, evaluation and feelings during a game.

use plotters::chart::ChartBuilder;
use plotters::prelude::PathElement;
use plotters::style::text_anchor::{HPos, VPos};

use super::Layout;
use super::canvas::{self, Canvas, Dash, Drawn, LETTERS, LINE, Shape};
use super::palette::Ink;
use super::{legend, scale};
use statistics::Interval;

const EDGE: i32 = 12;

/// Room for the ticks and the name of the axis below.
const BELOW: i32 = 46;

/// Room for the ticks of an axis at the side; its name stands above it.
const BESIDE: i32 = 52;

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Points only.
    None,
    /// Throughout.
    Solid,
    /// In dashes.
    Dashed,
    /// In dots.
    Dotted,
}

/// A point, if wanted with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the axis.
    pub x: f64,
    /// What was found there.
    pub y: f64,
    /// Where the truth may lie.
    pub interval: Option<Interval>,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// The points, x growing.
    pub points: Vec<Point>,
    /// How they are joined.
    pub stroke: Stroke,
    /// Whether each point has a shape.
    pub markers: bool,
    /// Whether it belongs to the axis at the right.
    pub right: bool,
}

/// Series over an axis of whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// What goes along.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// What goes up at the right, for series that belong there.
    pub right: Option<String>,
    /// Whether the axis at the left goes up by factors of ten.
    pub logarithmic: bool,
    /// Whether the figures at the left are shares.
    pub percent: bool,
    /// The series.
    pub series: Vec<Series>,
    /// Values with a name, drawn as dashed lines across.
    pub levels: Vec<(f64, String)>,
    /// Places with a name, drawn as upright lines.
    pub marks: Vec<(f64, String)>,
}

/// Where things go, in pixels, and what the axes show.
struct Frame {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    x: (f64, f64),
    y: (f64, f64),
    other: (f64, f64),
    logarithmic: bool,
}

impl Frame {
    fn x(&self, value: f64) -> i32 {
        let share = (value - self.x.0) / (self.x.1 - self.x.0);
        self.left + (share * f64::from(self.right - self.left)).round() as i32
    }

    fn y(&self, value: f64, right: bool) -> i32 {
        let ((low, high), value) = match (right, self.logarithmic) {
            (true, _) => (self.other, value),
            (false, false) => (self.y, value),
            (false, true) => (self.y, value.log10()),
        };
        let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
        self.bottom - (share * f64::from(self.bottom - self.top)).round() as i32
    }
}

impl Lines {
    /// Room for the legend, the names of the axes and the names of the marks.
    fn head(&self, layout: Layout) -> i32 {
        let width = layout.width() as i32 - 2 * EDGE;
        let rows = self.mark_rows(layout);
        legend::height(&self.series, width) + LINE + 12 + rows * LINE
    }

    fn mark_rows(&self, layout: Layout) -> i32 {
        let names = self.mark_names(layout, &self.across(layout));
        names.iter().map(|(_, row)| row + 1).max().unwrap_or(0)
    }

    /// Returns the middle of the name of each mark, and how many rows above the axes it stands so
    /// that none covers another.
    fn mark_names(&self, layout: Layout, frame: &Frame) -> Vec<(i32, i32)> {
        let mut ends: Vec<i32> = Vec::new();
        let place = |(x, name): &(f64, String)| {
            let half = canvas::width(name) / 2;
            let last = layout.width() as i32 - EDGE - half;
            let middle = frame.x(*x).min(last).max(EDGE + half);
            let row = ends.iter().position(|&end| end < middle - half);
            let row = row.unwrap_or(ends.len());
            if row == ends.len() {
                ends.push(0);
            }
            ends[row] = middle + half + LETTERS;
            (middle, row as i32)
        };
        self.marks.iter().map(place).collect()
    }

    pub(super) fn size(&self, layout: Layout) -> (u32, u32) {
        let plain = match layout {
            Layout::Wide => 300,
            Layout::Narrow => 240,
        };
        let height = 2 * EDGE + self.head(layout) + plain + BELOW;
        (layout.width(), height as u32)
    }

    /// Returns the frame without its heights.
    fn across(&self, layout: Layout) -> Frame {
        let values = |right: bool| {
            let series = self.series.iter().filter(move |s| s.right == right);
            series.flat_map(|s| &s.points).flat_map(|point| {
                let (low, high) = point
                    .interval
                    .map_or((point.y, point.y), |i| (i.low, i.high));
                [point.y, low, high]
            })
        };
        let levels = self.levels.iter().map(|(value, _)| *value);
        let left = values(false).chain(levels);
        let points = self.series.iter().flat_map(|s| &s.points);
        let marks = self.marks.iter().map(|(x, _)| *x);
        let width = layout.width() as i32;
        Frame {
            left: EDGE + BESIDE,
            right: match self.right {
                Some(_) => width - EDGE - BESIDE,
                None => width - EDGE - LETTERS,
            },
            top: 0,
            bottom: 0,
            x: scale::range(points.map(|point| point.x).chain(marks)),
            y: match self.logarithmic {
                true => scale::decades(left),
                false => scale::range(left),
            },
            other: scale::range(values(true)),
            logarithmic: self.logarithmic,
        }
    }

    fn frame(&self, layout: Layout) -> Frame {
        let (_, height) = self.size(layout);
        Frame {
            top: EDGE + self.head(layout),
            bottom: height as i32 - EDGE - BELOW,
            ..self.across(layout)
        }
    }

    pub(super) fn draw(&self, canvas: &Canvas, layout: Layout) -> Drawn {
        let frame = self.frame(layout);
        let width = layout.width() as i32 - 2 * EDGE;
        legend::draw(canvas, &self.series, (EDGE, EDGE), width)?;
        self.axes(canvas, layout, &frame)?;
        for (value, name) in &self.levels {
            let y = frame.y(*value, false);
            let ends = vec![(frame.left, y), (frame.right, y)];
            canvas::dashed(canvas, ends, Dash::Long, (Ink::Text, 1))?;
            let style = canvas::words(HPos::Right, VPos::Bottom);
            canvas::write(canvas, name, (frame.right - 4, y - 1), &style)?;
        }
        for ((x, name), (at, row)) in self.marks.iter().zip(self.mark_names(layout, &frame)) {
            let x = frame.x(*x);
            let ends = vec![(x, frame.top - row * LINE), (x, frame.bottom)];
            canvas::dashed(canvas, ends, Dash::Short, (Ink::Text, 1))?;
            let style = canvas::words(HPos::Center, VPos::Bottom);
            canvas::write(canvas, name, (at, frame.top - 2 - row * LINE), &style)?;
        }
        for (number, series) in self.series.iter().enumerate() {
            series.draw(canvas, &frame, number)?;
        }
        Ok(())
    }

    fn axes(&self, canvas: &Canvas, layout: Layout, frame: &Frame) -> Drawn {
        let (width, height) = self.size(layout);
        let mut builder = ChartBuilder::on(canvas);
        builder
            .margin_left(frame.left - BESIDE)
            .margin_top(frame.top)
            .margin_bottom(height as i32 - frame.bottom - BELOW)
            .x_label_area_size(BELOW)
            .y_label_area_size(BESIDE);
        match self.right {
            Some(_) => builder
                .margin_right(width as i32 - frame.right - BESIDE)
                .right_y_label_area_size(BESIDE),
            None => builder.margin_right(width as i32 - frame.right),
        };
        let along = frame.x.0..frame.x.1;
        let tick: &dyn Fn(&f64) -> String = match (self.logarithmic, self.percent) {
            (true, _) => &|value| match scale::whole_tick(*value) {
                text if text.is_empty() => text,
                _ => scale::tick(10f64.powf(value.round())),
            },
            (false, true) => &|value| scale::percent_tick(*value),
            (false, false) => &|value| scale::tick(*value),
        };
        let mut chart = builder
            .build_cartesian_2d(along.clone(), frame.y.0..frame.y.1)?
            .set_secondary_coord(along, frame.other.0..frame.other.1);
        chart
            .configure_mesh()
            .x_labels(((frame.right - frame.left) / 45) as usize)
            .y_labels(6)
            .max_light_lines(1)
            .bold_line_style(Ink::Faint.light())
            .light_line_style(Ink::Paper.light())
            .axis_style(Ink::Text.light())
            .x_label_style(canvas::words(HPos::Center, VPos::Top))
            .y_label_style(canvas::words(HPos::Right, VPos::Center))
            .axis_desc_style(canvas::words(HPos::Center, VPos::Bottom))
            .x_desc(&self.x)
            .x_label_formatter(&|value| scale::whole_tick(*value))
            .y_label_formatter(tick)
            .draw()?;
        let line = frame.top - LINE * (1 + self.mark_rows(layout)) - 6;
        let style = canvas::words(HPos::Left, VPos::Top);
        canvas::write(canvas, &self.y, (EDGE, line - 2), &style)?;
        if let Some(right) = &self.right {
            chart
                .configure_secondary_axes()
                .y_labels(6)
                .axis_style(Ink::Text.light())
                .label_style(canvas::words(HPos::Left, VPos::Center))
                .y_label_formatter(&|value| scale::tick(*value))
                .draw()?;
            let style = canvas::words(HPos::Right, VPos::Top);
            let at = (width as i32 - EDGE, line - 2);
            canvas::write(canvas, right, at, &style)?;
        }
        Ok(())
    }
}

impl Series {
    fn draw(&self, canvas: &Canvas, frame: &Frame, number: usize) -> Drawn {
        let seen = |point: &&Point| point.x.is_finite() && point.y.is_finite();
        let pixel = |point: &Point| (frame.x(point.x), frame.y(point.y, self.right));
        let pixels: Vec<(i32, i32)> = self.points.iter().filter(seen).map(pixel).collect();
        legend::stroke(canvas, thinned(pixels), self.stroke, number)?;
        for point in self.points.iter().filter(seen) {
            let (x, y) = pixel(point);
            if let Some(interval) = point.interval.filter(|interval| interval.is_known()) {
                let ends = [interval.low, interval.high].map(|end| frame.y(end, self.right));
                let style = canvas::line(Ink::Series(number), 2);
                let upright = vec![(x, ends[0]), (x, ends[1])];
                canvas.draw(&PathElement::new(upright, style))?;
                for end in ends {
                    canvas.draw(&PathElement::new(vec![(x - 4, end), (x + 4, end)], style))?;
                }
            }
            if self.markers {
                Shape::of(number).draw(canvas, (x, y), Ink::Series(number))?;
            }
        }
        Ok(())
    }
}

/// Returns the same line to the eye with at most four points per column of pixels: the first, the
/// lowest, the highest and the last.
fn thinned(pixels: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let mut thin: Vec<(i32, i32)> = Vec::new();
    for column in pixels.chunk_by(|a, b| a.0 == b.0) {
        if column.len() <= 4 {
            thin.extend(column);
            continue;
        }
        let x = column[0].0;
        let heights = || column.iter().map(|pixel| pixel.1);
        thin.push(column[0]);
        thin.extend(heights().min().map(|y| (x, y)));
        thin.extend(heights().max().map(|y| (x, y)));
        thin.push(column[column.len() - 1]);
    }
    thin
}
