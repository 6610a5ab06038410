//! What plots with one figure per row share: names at the left, or above where there is no room,
//! and an axis below.

use plotters::chart::ChartBuilder;
use plotters::prelude::PathElement;
use plotters::style::text_anchor::{HPos, VPos};

use super::Layout;
use super::canvas::{self, Canvas, Dash, Drawn, LETTERS, LINE};
use super::palette::Ink;

/// Room for the ticks of an axis and its name.
const AXIS: i32 = 46;

/// Room around everything.
const EDGE: i32 = 12;

/// The widest column of names.
const NAMES: i32 = 230;

/// Where rows, names and axis go.
pub(super) struct Rows {
    layout: Layout,
    names: i32,
    top: i32,
    height: i32,
}

impl Rows {
    /// Lays out rows with these names, together so high, below a head of this height.
    pub(super) fn new<'a>(
        layout: Layout,
        names: impl Iterator<Item = &'a str>,
        head: i32,
        height: i32,
    ) -> Self {
        let widest = names.map(canvas::width).max().unwrap_or(0).min(NAMES);
        Self {
            layout,
            names: match layout {
                Layout::Wide => widest + 10,
                Layout::Narrow => 0,
            },
            top: EDGE + head,
            height,
        }
    }

    /// Returns the size of the whole plot.
    pub(super) fn size(&self) -> (u32, u32) {
        let height = self.top + self.height + AXIS + EDGE;
        (self.layout.width(), height as u32)
    }

    /// Returns the first pixel of the first row.
    pub(super) fn top(&self) -> i32 {
        self.top
    }

    /// Returns the pixels where the axis starts and ends.
    pub(super) fn across(&self) -> (i32, i32) {
        let right = self.layout.width() as i32 - EDGE - LETTERS;
        (EDGE + self.names, right)
    }

    /// Returns where a value lies on an axis.
    pub(super) fn x(&self, value: f64, (low, high): (f64, f64)) -> i32 {
        let (from, to) = self.across();
        let share = (value - low) / (high - low);
        // Far outside is outside: pixels cannot be infinite.
        from + (share.clamp(-1.0, 2.0) * f64::from(to - from)).round() as i32
    }

    /// Draws the axis and its mesh.
    pub(super) fn axis(
        &self,
        canvas: &Canvas,
        name: &str,
        (low, high): (f64, f64),
        tick: fn(f64) -> String,
    ) -> Drawn {
        let (from, to) = self.across();
        let (width, height) = self.size();
        let mut chart = ChartBuilder::on(canvas)
            .margin_left(from)
            .margin_right(width as i32 - to)
            .margin_top(self.top)
            .margin_bottom(height as i32 - self.top - self.height - AXIS)
            .x_label_area_size(AXIS)
            .build_cartesian_2d(low..high, 0.0..1.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels(((to - from) / 60) as usize)
            .x_max_light_lines(1)
            .bold_line_style(Ink::Faint.light())
            .light_line_style(Ink::Paper.light())
            .axis_style(Ink::Text.light())
            .label_style(canvas::words(HPos::Center, VPos::Top))
            .axis_desc_style(canvas::words(HPos::Center, VPos::Bottom))
            .x_desc(name)
            .x_label_formatter(&|value| tick(*value))
            .draw()
    }

    /// Returns an upright line through all rows.
    pub(super) fn upright(&self, canvas: &Canvas, x: i32) -> Drawn {
        let ends = vec![(x, self.top), (x, self.top + self.height)];
        canvas::dashed(canvas, ends, Dash::Short, (Ink::Text, 1))
    }

    /// Returns a faint line between rows.
    pub(super) fn between(&self, canvas: &Canvas, y: i32) -> Drawn {
        let ends = vec![(EDGE, y), (self.across().1, y)];
        canvas.draw(&PathElement::new(ends, canvas::line(Ink::Faint, 1)))
    }

    /// Returns how much a name adds to the height of its row.
    pub(super) fn name_height(layout: Layout) -> i32 {
        match layout {
            Layout::Wide => 0,
            Layout::Narrow => LINE,
        }
    }

    /// Writes the name of a row that begins at `top` and has its middle at `middle`.
    pub(super) fn name(&self, canvas: &Canvas, name: &str, top: i32, middle: i32) -> Drawn {
        let (from, to) = self.across();
        match self.layout {
            Layout::Wide => {
                let text = canvas::fitted(name, self.names - 10);
                let style = canvas::words(HPos::Right, VPos::Center);
                canvas::write(canvas, &text, (from - 10, middle), &style)
            }
            Layout::Narrow => {
                let text = canvas::fitted(name, to - from);
                let style = canvas::words(HPos::Left, VPos::Top);
                canvas::write(canvas, &text, (from, top + 3), &style)
            }
        }
    }
}
