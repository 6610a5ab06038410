//! The letters of a PDF. Those of a font that was found are kept as outlines, each once, in fonts of
//! the file's own (Type 3), so that nothing depends on the reader's machine. For letters that no font
//! has, readers are asked for theirs: Helvetica, which all have, and a Japanese Gothic.

use std::collections::BTreeMap;
use std::fmt::Write;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::file::{File, utf16};

/// Fonts to draw letters with, the best first.
#[derive(Clone, Debug, Default)]
pub struct Fonts(Vec<(Vec<u8>, u32)>);

impl Fonts {
    /// Adds the content of a font file; of a collection the face with this number. Returns whether it
    /// is a font.
    pub fn add(&mut self, content: Vec<u8>, face: u32) -> bool {
        let is_font = Face::parse(&content, face).is_ok();
        if is_font {
            self.0.push((content, face));
        }
        is_font
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them has this letter.
    #[must_use]
    pub fn has(&self, letter: char) -> bool {
        let mut faces = self.faces();
        faces.any(|face| face.glyph_index(letter).is_some())
    }

    fn faces(&self) -> impl Iterator<Item = Face<'_>> {
        self.0
            .iter()
            .filter_map(|(content, face)| Face::parse(content, *face).ok())
    }
}

/// How many letters a font of the file can have.
const CODES: usize = 256;

/// Letters of a thousandth of their size, as PDF counts.
const UNIT: f64 = 1000.0;

/// A letter of a font that was found.
struct Glyph {
    letter: char,
    /// In thousandths of the size.
    width: f64,
    path: String,
}

/// The letters that a page uses.
pub(super) struct Letters<'a> {
    faces: Vec<Face<'a>>,
    numbers: BTreeMap<char, usize>,
    glyphs: Vec<Glyph>,
    asks_latin: bool,
    asks_japanese: bool,
}

impl<'a> Letters<'a> {
    pub(super) fn new(fonts: &'a Fonts) -> Self {
        Self {
            faces: fonts.faces().collect(),
            numbers: BTreeMap::new(),
            glyphs: Vec::new(),
            asks_latin: false,
            asks_japanese: false,
        }
    }

    /// The number of a letter among those that were found.
    fn number(&mut self, letter: char) -> Option<usize> {
        if let Some(&number) = self.numbers.get(&letter) {
            return Some(number);
        }
        let mut found = self.faces.iter().filter_map(|face| {
            let glyph = face.glyph_index(letter)?;
            Some((face, glyph))
        });
        let (face, glyph) = found.next()?;
        let number = self.glyphs.len();
        self.glyphs.push(outline(face, glyph, letter));
        self.numbers.insert(letter, number);
        Some(number)
    }

    /// How wide words are, for a size of 1.
    pub(super) fn width(&mut self, words: &str) -> f64 {
        let of = |letter| match self.number(letter) {
            Some(number) => self.glyphs[number].width,
            None => readers_width(letter),
        };
        words.chars().map(of).sum::<f64>() / UNIT
    }

    /// Draws words whose first letter begins at a place, in a page whose y goes down.
    pub(super) fn draw(&mut self, words: &str, [x, y]: [f64; 2], size: f64) -> String {
        let (mut rims, mut text) = (String::new(), String::new());
        let mut place = x;
        let scale = size / UNIT;
        for letter in words.chars() {
            let shown = match self.number(letter) {
                Some(number) => {
                    if !self.glyphs[number].path.is_empty() {
                        writeln!(
                            rims,
                            "q {scale:.5} 0 0 {:.5} {place:.2} {y:.2} cm /R{number} Do Q",
                            -scale
                        )
                        .expect("writing into a string cannot fail");
                    }
                    format!(
                        "/F{} {size} Tf 1 0 0 -1 {place:.2} {y:.2} Tm <{:02X}> Tj",
                        number / CODES,
                        number % CODES
                    )
                }
                None => self.ask(letter, size, [place, y]),
            };
            writeln!(text, "{shown}").expect("writing into a string cannot fail");
            place += self.width(letter.encode_utf8(&mut [0; 4])) * size;
        }
        format!("{rims}BT\n{text}ET\n")
    }

    /// Shows a letter with a font of the reader.
    fn ask(&mut self, letter: char, size: f64, [x, y]: [f64; 2]) -> String {
        let at = format!("{size} Tf 1 0 0 -1 {x:.2} {y:.2} Tm");
        if u32::from(letter) < 0x100 {
            self.asks_latin = true;
            return format!("/FL {at} <{:02X}> Tj", u32::from(letter));
        }
        self.asks_japanese = true;
        format!("/FJ {at} <{}> Tj", utf16(letter.encode_utf8(&mut [0; 4])))
    }

    /// The resources of the page, their objects put into the file.
    pub(super) fn resources(&self, file: &mut File) -> String {
        let mut rims = String::new();
        for (number, glyph) in self.glyphs.iter().enumerate() {
            if !glyph.path.is_empty() {
                let entries = "/Type /XObject /Subtype /Form /BBox [-1500 -1500 4000 2500]";
                // Three pixels wide around letters of thirteen.
                let content = format!("230 w 1 j\n{}S", glyph.path);
                let form = file.stream(entries, content.as_bytes());
                write!(rims, "/R{number} {form} 0 R ").expect("writing into a string");
            }
        }
        let mut fonts = String::new();
        for (number, glyphs) in self.glyphs.chunks(CODES).enumerate() {
            let font = own_font(file, glyphs);
            write!(fonts, "/F{number} {font} 0 R ").expect("writing into a string");
        }
        if self.asks_latin {
            let font = file.object(
                "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>",
            );
            write!(fonts, "/FL {font} 0 R ").expect("writing into a string");
        }
        if self.asks_japanese {
            let about = file.object(
                "<</Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922] \
                 /ItalicAngle 0 /Ascent 752 /Descent -221 /CapHeight 709 /StemV 114>>",
            );
            let letters = file.object(format!(
                "<</Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /DW 1000 \
                 /CIDSystemInfo <</Registry (Adobe) /Ordering (Japan1) /Supplement 5>> \
                 /FontDescriptor {about} 0 R>>"
            ));
            let font = file.object(format!(
                "<</Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /UniJIS-UTF16-H \
                 /DescendantFonts [{letters} 0 R]>>"
            ));
            write!(fonts, "/FJ {font} 0 R ").expect("writing into a string");
        }
        format!("/Font <<{fonts}>> /XObject <<{rims}>>")
    }
}

/// A font of the file's own: each letter is drawn by its outline, and named so that it can be
/// searched and copied.
fn own_font(file: &mut File, glyphs: &[Glyph]) -> usize {
    let (mut procedures, mut names, mut widths) = (String::new(), String::new(), String::new());
    let mut unicode = String::new();
    for (code, glyph) in glyphs.iter().enumerate() {
        let Glyph {
            letter,
            width,
            path,
        } = glyph;
        let content = format!("{width:.0} 0 -1500 -1500 4000 2500 d1\n{path}f");
        let procedure = file.stream("", content.as_bytes());
        write!(procedures, "/g{code} {procedure} 0 R ").expect("writing into a string");
        write!(names, "/g{code} ").expect("writing into a string");
        write!(widths, "{width:.0} ").expect("writing into a string");
        let text = utf16(letter.encode_utf8(&mut [0; 4]));
        writeln!(unicode, "1 beginbfchar <{code:02X}> <{text}> endbfchar")
            .expect("writing into a string");
    }
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CMapName /Letters def \
         /CMapType 2 def\n1 begincodespacerange <00> <FF> endcodespacerange\n{unicode}endcmap end end"
    );
    let map = file.stream("", map.as_bytes());
    let last = glyphs.len() - 1;
    file.object(format!(
        "<</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] \
         /FirstChar 0 /LastChar {last} /Widths [{widths}] /CharProcs <<{procedures}>> \
         /Encoding <</Type /Encoding /Differences [0 {names}]>> /ToUnicode {map} 0 R /Resources <<>>>>"
    ))
}

fn outline(face: &Face, glyph: GlyphId, letter: char) -> Glyph {
    let scale = UNIT / f64::from(face.units_per_em());
    let mut path = Path {
        scale,
        last: [0.0; 2],
        text: String::new(),
    };
    face.outline_glyph(glyph, &mut path);
    Glyph {
        letter,
        width: f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale,
        path: path.text,
    }
}

/// An outline as operators of PDF, in thousandths of the size.
struct Path {
    scale: f64,
    last: [f64; 2],
    text: String,
}

impl Path {
    fn step<const N: usize>(&mut self, points: [[f64; 2]; N], operator: &str) {
        for [x, y] in points {
            write!(self.text, "{x:.0} {y:.0} ").expect("writing into a string cannot fail");
        }
        writeln!(self.text, "{operator}").expect("writing into a string cannot fail");
        self.last = points.last().copied().unwrap_or(self.last);
    }

    fn point(&self, x: f32, y: f32) -> [f64; 2] {
        [x, y].map(|part| f64::from(part) * self.scale)
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step([self.point(x, y)], "m");
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step([self.point(x, y)], "l");
    }

    /// PDF knows curves of the third degree only; a quadratic one is one of them.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (middle, end) = (self.point(x1, y1), self.point(x, y));
        let towards = |from: [f64; 2]| [0, 1].map(|i| from[i] + (middle[i] - from[i]) * 2.0 / 3.0);
        self.step([towards(self.last), towards(end), end], "c");
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let points = [self.point(x1, y1), self.point(x2, y2), self.point(x, y)];
        self.step(points, "c");
    }

    fn close(&mut self) {
        self.step([], "h");
    }
}

/// How wide the letters of Helvetica from the blank to the tilde are.
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

fn readers_width(letter: char) -> f64 {
    let code = u32::from(letter) as usize;
    match HELVETICA.get(code.wrapping_sub(32)) {
        Some(&width) => f64::from(width),
        None if code < 0x100 => 556.0,
        None => UNIT,
    }
}
