//! The colours of plots: those of Okabe and Ito (2008), which colour-blind people can distinguish,
//! a little lighter on dark pages; and the shapes that go with them.

use plotters::style::RGBColor;

/// A colour by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Text, axes and whiskers.
    Text,
    /// Lines of the mesh.
    Faint,
    /// What lies behind.
    Paper,
    /// A series, by its number; they come round again.
    Series(usize),
}

/// Name, light and dark; the first three are no series.
const COLOURS: [(&str, u32, u32); 9] = [
    ("text", 0x1C_1C_1E, 0xE9_E9_EC),
    ("faint", 0xD9_D9_DD, 0x3E_40_46),
    ("paper", 0xFF_FF_FF, 0x16_18_1C),
    ("blue", 0x00_72_B2, 0x4B_A6_E6),
    ("vermilion", 0xD5_5E_00, 0xF0_7F_2E),
    ("green", 0x00_9E_73, 0x22_B9_8E),
    ("purple", 0xCC_79_A7, 0xDC_8F_BB),
    ("orange", 0xE6_9F_00, 0xF2_B5_3A),
    ("sky", 0x56_B4_E9, 0x9A_D3_F5),
];

/// How many series have a colour of their own.
pub(super) const SERIES: usize = COLOURS.len() - 3;

impl Ink {
    /// Returns the colour on white.
    pub(super) fn light(self) -> RGBColor {
        let index = match self {
            Self::Text => 0,
            Self::Faint => 1,
            Self::Paper => 2,
            Self::Series(number) => 3 + number % SERIES,
        };
        let [_, r, g, b] = COLOURS[index].1.to_be_bytes();
        RGBColor(r, g, b)
    }
}

/// Returns the style sheet of all plots: light, and dark on the screens of those who want it. Words
/// have a rim of paper, so that they stay legible over lines.
#[must_use]
pub fn css() -> String {
    let rules = |colour: fn(&(&str, u32, u32)) -> u32| -> String {
        let rule = |entry: &(&str, u32, u32)| {
            let (name, value) = (entry.0, colour(entry));
            let rim = match name {
                "paper" => format!("svg text{{stroke:#{value:06x}}}"),
                _ => String::new(),
            };
            format!(".f-{name}{{fill:#{value:06x}}}.s-{name}{{stroke:#{value:06x}}}{rim}")
        };
        COLOURS.iter().map(rule).collect()
    };
    format!(
        "svg text{{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}}\n\
         {}\n@media screen and (prefers-color-scheme:dark){{{}}}",
        rules(|entry| entry.1),
        rules(|entry| entry.2)
    )
}

/// Gives every colour of a drawing its class; what knows no classes still sees the light colours.
pub(super) fn with_classes(mut drawn: String) -> String {
    for (name, light, _) in COLOURS {
        for (attribute, letter) in [("fill", 'f'), ("stroke", 's')] {
            let colour = format!("{attribute}=\"#{light:06X}\"");
            drawn = drawn.replace(&colour, &format!("class=\"{letter}-{name}\" {colour}"));
        }
    }
    drawn
}
