//! A dot and a whisker per row: ratings, mean ranks, scores, differences.

use super::Layout;
use super::canvas::{self, Canvas, Drawn, Shape};
use super::palette::Ink;
use super::rows::Rows;
use super::scale;
use statistics::Estimate;

/// The height of a row without its name.
const ROW: i32 = 26;

/// Estimates below each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals {
    /// What the axis shows, with its unit.
    pub axis: String,
    /// Whether the figures are shares.
    pub percent: bool,
    /// A value to compare with, drawn as a dashed line.
    pub reference: Option<f64>,
    /// Name and estimate of each row.
    pub rows: Vec<(String, Estimate)>,
}

impl Intervals {
    fn rows(&self, layout: Layout) -> Rows {
        let names = self.rows.iter().map(|(name, _)| name.as_str());
        let height = (ROW + Rows::name_height(layout)) * self.rows.len() as i32;
        Rows::new(layout, names, 0, height)
    }

    pub(super) fn size(&self, layout: Layout) -> (u32, u32) {
        self.rows(layout).size()
    }

    pub(super) fn draw(&self, canvas: &Canvas, layout: Layout) -> Drawn {
        let rows = self.rows(layout);
        let ends = self.rows.iter().flat_map(|(_, estimate)| {
            [
                estimate.value,
                estimate.interval.low,
                estimate.interval.high,
            ]
        });
        let range = scale::range(ends.chain(self.reference));
        let tick = match self.percent {
            true => scale::percent_tick,
            false => scale::tick,
        };
        rows.axis(canvas, &self.axis, range, tick)?;
        if let Some(reference) = self.reference {
            rows.upright(canvas, rows.x(reference, range))?;
        }
        let height = ROW + Rows::name_height(layout);
        for (number, (name, estimate)) in (0..).zip(&self.rows) {
            let top = rows.top() + number * height;
            let middle = top + height - ROW / 2;
            rows.name(canvas, name, top, middle)?;
            let x = |value: f64| rows.x(value, range);
            let interval = estimate.interval;
            if interval.is_known() {
                let ends = (x(interval.low), x(interval.high));
                canvas::whisker(canvas, ends, rows.across(), middle)?;
            }
            if estimate.value.is_finite() {
                Shape::Disc.draw(canvas, (x(estimate.value), middle), Ink::Series(0))?;
            }
        }
        Ok(())
    }
}
