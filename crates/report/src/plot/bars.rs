//! Groups of bars with whiskers: how often each player came in each place.

use plotters::style::Color;

use super::Layout;
use super::canvas::{self, Canvas, Drawn};
use super::palette::Ink;
use super::rows::Rows;
use super::scale;
use plotters::style::text_anchor::{HPos, VPos};
use statistics::Estimate;

/// The height of a bar.
const BAR: i32 = 18;

/// Between two groups.
const GAP: i32 = 12;

/// Shares in groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What the axis shows.
    pub axis: String,
    /// The names of the bars of every group.
    pub bars: Vec<String>,
    /// Name of each group and one share per bar.
    pub groups: Vec<(String, Vec<Estimate>)>,
}

impl Bars {
    fn group_height(&self, layout: Layout) -> i32 {
        Rows::name_height(layout) + BAR * self.bars.len() as i32 + GAP
    }

    fn rows(&self, layout: Layout) -> Rows {
        let names = self.groups.iter().map(|(name, _)| name.as_str());
        let height = self.group_height(layout) * self.groups.len() as i32;
        Rows::new(layout, names, 0, height)
    }

    pub(super) fn size(&self, layout: Layout) -> (u32, u32) {
        self.rows(layout).size()
    }

    pub(super) fn draw(&self, canvas: &Canvas, layout: Layout) -> Drawn {
        let rows = self.rows(layout);
        let shares = || self.groups.iter().flat_map(|(_, shares)| shares);
        let ends = shares().flat_map(|share| [share.value, share.interval.high]);
        let (_, high) = scale::range(ends.chain([0.0]));
        // The names of the bars stand left of zero.
        let inset = self.bars.iter().map(|bar| canvas::width(bar)).max();
        let (from, to) = rows.across();
        let inset = f64::from(inset.unwrap_or(0) + 8) / f64::from(to - from);
        let range = (-high * inset / (1.0 - inset), high);
        let tick: fn(f64) -> String = |value| match value < -1e-9 {
            true => String::new(),
            false => scale::percent_tick(value),
        };
        rows.axis(canvas, &self.axis, range, tick)?;
        let zero = rows.x(0.0, range);
        for (number, (name, shares)) in (0..).zip(&self.groups) {
            let top = rows.top() + number * self.group_height(layout);
            let first = top + Rows::name_height(layout) + GAP / 2;
            let middle = first + BAR * shares.len() as i32 / 2;
            if number > 0 {
                rows.between(canvas, top)?;
            }
            rows.name(canvas, name, top, middle)?;
            for (place, (bar, share)) in (0..).zip(self.bars.iter().zip(shares)) {
                let top = first + place * BAR;
                let middle = top + BAR / 2;
                let style = canvas::words(HPos::Right, VPos::Center);
                canvas::write(canvas, bar, (zero - 6, middle), &style)?;
                if share.value.is_finite() {
                    let colour = Ink::Series(place as usize).light().mix(0.7);
                    let end = (rows.x(share.value, range), top + BAR - 2);
                    canvas::block(canvas, [(zero, top + 2), end], colour)?;
                    let interval = share.interval;
                    if interval.is_known() {
                        let ends = (rows.x(interval.low, range), rows.x(interval.high, range));
                        canvas::whisker(canvas, ends, rows.across(), middle)?;
                    }
                }
            }
        }
        rows.upright(canvas, zero)
    }
}
