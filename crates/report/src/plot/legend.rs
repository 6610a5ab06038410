//! What the lines and shapes of a plot stand for, in as many rows as the width asks for.

use plotters::prelude::PathElement;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{self, Canvas, Dash, Drawn, LINE, Shape};
use super::lines::{Series, Stroke};
use super::palette::Ink;

/// The width of a sample of a line.
const SAMPLE: i32 = 30;

/// Between two entries.
const GAP: i32 = 18;

/// Returns where each entry begins, below and right of the corner of the legend.
fn places(names: &[&str], width: i32) -> Vec<(i32, i32)> {
    let (mut x, mut y) = (0, 0);
    let place = |name: &&str| {
        let entry = SAMPLE + 6 + canvas::width(name);
        if x > 0 && x + entry > width {
            (x, y) = (0, y + LINE);
        }
        let place = (x, y);
        x += entry + GAP;
        place
    };
    names.iter().map(place).collect()
}

fn names(series: &[Series]) -> Vec<&str> {
    series.iter().map(|series| series.name.as_str()).collect()
}

/// Returns how high the legend is; one series needs none.
pub(super) fn height(series: &[Series], width: i32) -> i32 {
    match places(&names(series), width).last() {
        Some((_, y)) if series.len() > 1 => y + LINE + 8,
        _ => 0,
    }
}

/// Draws the legend.
pub(super) fn draw(canvas: &Canvas, series: &[Series], corner: (i32, i32), width: i32) -> Drawn {
    if series.len() < 2 {
        return Ok(());
    }
    let places = places(&names(series), width);
    for (number, (series, (x, y))) in series.iter().zip(places).enumerate() {
        let (x, y) = (corner.0 + x, corner.1 + y + LINE / 2);
        stroke(canvas, vec![(x, y), (x + SAMPLE, y)], series.stroke, number)?;
        if series.markers {
            Shape::of(number).draw(canvas, (x + SAMPLE / 2, y), Ink::Series(number))?;
        }
        let style = canvas::words(HPos::Left, VPos::Center);
        let text = canvas::fitted(&series.name, width - SAMPLE - 6);
        canvas::write(canvas, &text, (x + SAMPLE + 6, y), &style)?;
    }
    Ok(())
}

/// Draws the line of a series through pixels.
pub(super) fn stroke(
    canvas: &Canvas,
    points: Vec<(i32, i32)>,
    stroke: Stroke,
    number: usize,
) -> Drawn {
    let ink = (Ink::Series(number), 2);
    match stroke {
        Stroke::None => Ok(()),
        Stroke::Solid => canvas.draw(&PathElement::new(points, canvas::line(ink.0, ink.1))),
        Stroke::Dashed => canvas::dashed(canvas, points, Dash::Long, ink),
        Stroke::Dotted => canvas::dashed(canvas, points, Dash::Dots, ink),
    }
}
