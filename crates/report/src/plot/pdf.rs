//! A plot as a PDF of one page, for LaTeX and word processors: the shapes of its SVG, letters drawn
//! with a font that was found, so that they look the same everywhere and can still be searched.

mod file;
mod glyphs;

pub use glyphs::Fonts;

use std::fmt::Write;

use super::{Layout, Plot};
use file::File;
use glyphs::Letters;

/// How many points a pixel is.
const POINTS: f64 = 0.75;

impl Plot {
    /// The plot as a PDF.
    #[must_use]
    pub fn pdf(&self, fonts: &Fonts) -> Vec<u8> {
        let ((width, height), drawn) = self.draw(Layout::Wide);
        let [width, height] = [width, height].map(|pixels| f64::from(pixels) * POINTS);
        let mut page = Page {
            content: format!("{POINTS} 0 0 {} 0 {height} cm\n1 j\n", -POINTS),
            letters: Letters::new(fonts),
            opacities: Vec::new(),
        };
        let mut rest = drawn.as_str();
        while let Some((tag, after)) = next_tag(rest) {
            rest = after;
            let element = Element(tag);
            match element.name() {
                "text" => {
                    let (words, after) = rest.split_once("</text>").unwrap_or((rest, ""));
                    page.write(&element, &unescaped(words.trim()));
                    rest = after;
                }
                _ => page.shape(&element),
            }
        }
        let mut file = File::default();
        let resources = page.letters.resources(&mut file);
        let states = page.opacities.iter().enumerate();
        let states: String = states
            .map(|(n, opacity)| format!("/O{n} <</ca {opacity} /CA {opacity}>> "))
            .collect();
        let content = file.stream("", page.content.as_bytes());
        let title = file::text_string(&self.title);
        file.finish(
            [width, height],
            &format!("<<{resources} /ExtGState <<{states}>>>>"),
            content,
            &title,
        )
    }
}

/// An element of the SVG as plotters writes it: its name and attributes.
struct Element<'a>(&'a str);

/// The next element of the drawing, without its brackets, and what follows.
fn next_tag(text: &str) -> Option<(&str, &str)> {
    let (_, from) = text.split_once('<')?;
    let (tag, after) = from.split_once('>')?;
    Some((tag.trim_end_matches('/'), after))
}

fn unescaped(text: &str) -> String {
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    let replace = |text: String, (name, letter): &(&str, &str)| text.replace(name, letter);
    named.iter().fold(text.to_owned(), replace)
}

impl<'a> Element<'a> {
    fn name(&self) -> &'a str {
        self.0.split(' ').next().unwrap_or("")
    }

    fn attribute(&self, name: &str) -> Option<&'a str> {
        let (_, from) = self.0.split_once(&format!(" {name}=\""))?;
        from.split('"').next()
    }

    fn number(&self, name: &str) -> f64 {
        let number = self.attribute(name).and_then(|text| text.parse().ok());
        number.unwrap_or(0.0)
    }

    /// A colour as PDF wants it: three shares.
    fn colour(&self, name: &str) -> Option<String> {
        let hex = self.attribute(name)?.strip_prefix('#')?;
        let value = u32::from_str_radix(hex, 16).ok()?;
        let [_, r, g, b] = value.to_be_bytes();
        let share = |byte: u8| format!("{:.3}", f64::from(byte) / 255.0);
        Some([r, g, b].map(share).join(" "))
    }
}

struct Page<'a> {
    content: String,
    letters: Letters<'a>,
    opacities: Vec<String>,
}

impl Page<'_> {
    fn add(&mut self, line: impl std::fmt::Display) {
        writeln!(self.content, "{line}").expect("writing into a string cannot fail");
    }

    fn shape(&mut self, element: &Element) {
        let path = match element.name() {
            "rect" => {
                let [x, y, width, height] =
                    ["x", "y", "width", "height"].map(|n| element.number(n));
                format!("{x} {y} {width} {height} re")
            }
            "line" => {
                let [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(|n| element.number(n));
                format!("{x1} {y1} m {x2} {y2} l")
            }
            "polyline" => points(element.attribute("points").unwrap_or("")),
            "polygon" => points(element.attribute("points").unwrap_or("")) + " h",
            "circle" => circle(
                [element.number("cx"), element.number("cy")],
                element.number("r"),
            ),
            _ => return,
        };
        self.add("q");
        if let Some(opacity) = element.attribute("opacity").filter(|o| *o != "1") {
            let known = self.opacities.iter().position(|known| known == opacity);
            let number = known.unwrap_or(self.opacities.len());
            if known.is_none() {
                self.opacities.push(opacity.to_owned());
            }
            self.add(format_args!("/O{number} gs"));
        }
        if let Some(dash) = element.attribute("stroke-dasharray") {
            self.add(format_args!("[{dash}] 0 d"));
        }
        let (fill, stroke) = (element.colour("fill"), element.colour("stroke"));
        if let Some(fill) = &fill {
            self.add(format_args!("{fill} rg"));
        }
        if let Some(stroke) = &stroke {
            let width = element.number("stroke-width").max(1.0);
            self.add(format_args!("{stroke} RG {width} w"));
        }
        let paint = match (fill, stroke) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => "n",
        };
        self.add(format_args!("{path} {paint}\nQ"));
    }

    /// Writes words where the element says, with a rim of paper as on the page.
    fn write(&mut self, element: &Element, words: &str) {
        let size = element.number("font-size");
        let down = match element.attribute("dy") {
            Some("0.76em") => 0.76,
            Some("0.5ex") => 0.27,
            _ => -0.27,
        };
        let y = element.number("y") + down * size;
        let width = self.letters.width(words) * size;
        let x = match element.attribute("text-anchor") {
            Some("middle") => element.number("x") - width / 2.0,
            Some("end") => element.number("x") - width,
            _ => element.number("x"),
        };
        let colour = element.colour("fill").unwrap_or_else(|| "0 0 0".to_owned());
        let drawn = self.letters.draw(words, [x, y], size);
        self.add(format_args!("q 1 1 1 RG {colour} rg\n{drawn}Q"));
    }
}

/// A line through points as SVG has them.
fn points(text: &str) -> String {
    let mut path = String::new();
    for point in text.split_whitespace() {
        let step = if path.is_empty() { "m" } else { "l" };
        write!(path, "{} {step} ", point.replace(',', " ")).expect("writing into a string");
    }
    path.trim_end().to_owned()
}

/// Four curves that nobody can tell from a circle.
fn circle([x, y]: [f64; 2], radius: f64) -> String {
    let (r, k) = (radius, 0.552_284_75 * radius);
    format!(
        "{} {y} m {} {} {} {} {x} {} c {} {} {} {} {} {y} c {} {} {} {} {x} {} c {} {} {} {} {} {y} c h",
        x + r,
        x + r,
        y + k,
        x + k,
        y + r,
        y + r,
        x - k,
        y + r,
        x - r,
        y + k,
        x - r,
        x - r,
        y - k,
        x - k,
        y - r,
        y - r,
        x + k,
        y - r,
        x + r,
        y - k,
        x + r,
    )
}
