//! Reports in another language, by a list of what they say.
//!
//! A report is made in English, a plain value whose words are already joined with their figures. A
//! catalogue holds every sentence that may stand there, with a hole for each name and figure, and
//! beside it the same in the other language, holes where that language wants them. So the makers of
//! reports stay readable, and all of a language can be read and mended in one file.
//!
//! In the file two lines are an entry, English first; entries have an empty line between them, and
//! `#` starts a line of comment. A hole is `{0}`, `{1}`, …; `{#0}` takes figures only, `{@0}` one word
//! without blanks. What stands in a hole is itself looked up, and stays as it is if it is a name or a
//! figure. Where several entries fit, the one with the most letters of its own counts, and of equals
//! the first.

use super::plot::Drawing;
use super::{Cell, Part, Plot, Report, Section, Table};

/// What reports say, in English and in another language.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// Entries, those with the most letters of their own first.
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    english: Vec<Piece>,
    other: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Words(String),
    Hole(usize, Takes),
}

/// What may stand in a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Anything,
    Figures,
    Word,
}

impl Takes {
    fn takes(self, text: &str) -> bool {
        match self {
            // A name or a part of a sentence, never the end of one and the beginning of another.
            Self::Anything => !text.contains(". "),
            Self::Figures => !text.contains(char::is_alphabetic),
            Self::Word => !text.contains(' '),
        }
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, hole, after)) = next_hole(rest) {
        if !before.is_empty() {
            pieces.push(Piece::Words(before.to_owned()));
        }
        pieces.push(hole);
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Words(rest.to_owned()));
    }
    pieces
}

/// What stands before the first hole, the hole, and what stands after it.
fn next_hole(text: &str) -> Option<(&str, Piece, &str)> {
    let (before, from) = text.split_once('{')?;
    let (hole, after) = from.split_once('}')?;
    let takes = match hole.as_bytes().first() {
        Some(b'#') => Takes::Figures,
        Some(b'@') => Takes::Word,
        _ => Takes::Anything,
    };
    let number = hole.trim_start_matches(['#', '@']).parse();
    let number = number.expect("a hole is a number in braces");
    Some((before, Piece::Hole(number, takes), after))
}

impl Entry {
    fn letters(&self) -> usize {
        let of = |piece: &Piece| match piece {
            Piece::Words(words) => words.len(),
            Piece::Hole(..) => 0,
        };
        self.english.iter().map(of).sum()
    }

    /// What stands in the holes of a text, if it fits.
    fn fit<'a>(&self, text: &'a str) -> Option<Vec<(usize, &'a str)>> {
        let mut holes = Vec::new();
        fit(&self.english, text, &mut holes).then_some(holes)
    }
}

fn fit<'a>(pieces: &[Piece], text: &'a str, holes: &mut Vec<(usize, &'a str)>) -> bool {
    match pieces {
        [] => text.is_empty(),
        [Piece::Words(words), rest @ ..] => text
            .strip_prefix(words.as_str())
            .is_some_and(|text| fit(rest, text, holes)),
        // A full stop ends the sentence, not what stands last in it.
        [Piece::Hole(hole, takes)] => {
            holes.push((*hole, text));
            !text.is_empty() && !text.ends_with('.') && takes.takes(text)
        }
        [Piece::Hole(hole, takes), rest @ ..] => {
            let mut ends = text.char_indices().skip(1).map(|(end, _)| end);
            ends.any(|end| {
                if !takes.takes(&text[..end]) {
                    return false;
                }
                let known = holes.len();
                holes.push((*hole, &text[..end]));
                let fits = fit(rest, &text[end..], holes);
                if !fits {
                    holes.truncate(known);
                }
                fits
            })
        }
    }
}

/// Where a list or a text of several sentences may be parted, and what joins the parts in Japanese.
const JOINTS: [(&str, &str); 4] = [(". ", ""), ("; ", "；"), (": ", "："), (", ", "、")];

impl Catalogue {
    /// The catalogue of such files.
    ///
    /// # Panics
    /// If an entry has not two lines.
    #[must_use]
    pub fn new(files: &[&str]) -> Self {
        let lines = files.iter().flat_map(|file| file.lines());
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut entries = Vec::new();
        while let Some(english) = lines.next() {
            let other = lines.next().expect("an entry has two lines");
            entries.push(Entry {
                english: pieces(english),
                other: pieces(other),
            });
        }
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.letters()));
        Self { entries }
    }

    /// The same with more entries: words and what they are in the other language. They count before those
    /// that have as many letters.
    #[must_use]
    pub fn with(mut self, entries: impl IntoIterator<Item = (String, String)>) -> Self {
        let entry = |(english, other): (String, String)| Entry {
            english: vec![Piece::Words(english)],
            other: vec![Piece::Words(other)],
        };
        self.entries.splice(0..0, entries.into_iter().map(entry));
        self.entries
            .sort_by_key(|entry| std::cmp::Reverse(entry.letters()));
        self
    }

    /// A text in the other language; names, figures and what is not in the catalogue stay.
    #[must_use]
    pub fn say(&self, text: &str) -> String {
        self.find(text).unwrap_or_else(|| text.to_owned())
    }

    fn find(&self, text: &str) -> Option<String> {
        if !text.contains(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        self.whole(text).or_else(|| self.parted(text))
    }

    /// A text that is an entry, or one with its full stop left out.
    fn whole(&self, text: &str) -> Option<String> {
        for entry in &self.entries {
            if let Some(holes) = entry.fit(text) {
                return Some(self.filled(&entry.other, &holes));
            }
        }
        // Of several sentences each has its own stop.
        if outside_brackets(text, ". ").is_some() {
            return None;
        }
        let without = text.strip_suffix('.')?;
        Some(self.find(without)? + "。")
    }

    fn filled(&self, pieces: &[Piece], holes: &[(usize, &str)]) -> String {
        let of = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Hole(number, _) => {
                let hole = holes.iter().find(|(hole, _)| hole == number);
                hole.map_or_else(String::new, |(_, text)| self.say(text))
            }
        };
        pieces.iter().map(of).collect()
    }

    /// A text whose parts are entries.
    fn parted(&self, text: &str) -> Option<String> {
        JOINTS.iter().find_map(|(joint, other)| {
            let at = outside_brackets(text, joint)?;
            // The stop belongs to the sentence before it.
            let stop = usize::from(*joint == ". ");
            let (one, rest) = (&text[..at + stop], &text[at + joint.len()..]);
            let (one_said, rest_said) = (self.find(one), self.find(rest));
            if one_said.is_none() && rest_said.is_none() {
                return None;
            }
            let one = one_said.unwrap_or_else(|| one.to_owned());
            let rest = rest_said.unwrap_or_else(|| rest.to_owned());
            Some(format!("{one}{other}{rest}"))
        })
    }

    /// A report in the other language.
    #[must_use]
    pub fn report(&self, report: &Report) -> Report {
        Report {
            title: self.say(&report.title),
            sections: report.sections.iter().map(|s| self.section(s)).collect(),
        }
    }

    fn section(&self, section: &Section) -> Section {
        let part = |part: &Part| match part {
            Part::Prose(words) => Part::Prose(self.say(words)),
            Part::Listing(text) => Part::Listing(text.clone()),
            Part::Table(table) => Part::Table(self.table(table)),
            Part::Figure(plot, table) => Part::Figure(self.plot(plot), self.table(table)),
        };
        Section {
            heading: self.say(&section.heading),
            parts: section.parts.iter().map(part).collect(),
            answers: Vec::new(),
        }
    }

    fn table(&self, table: &Table) -> Table {
        let cell = |cell: &Cell| match cell {
            Cell::Text(words) => Cell::Text(self.say(words)),
            figure => figure.clone(),
        };
        let columns = table.columns().iter().map(|column| {
            let mut column = column.clone();
            column.heading = self.say(&column.heading);
            column
        });
        let mut said = Table::new(table.name.clone(), self.say(&table.caption), columns);
        for row in table.rows() {
            said.push(row.iter().map(cell));
        }
        for note in table.notes() {
            said.note(self.say(note));
        }
        said
    }

    fn plot(&self, plot: &Plot) -> Plot {
        let mut plot = plot.clone();
        plot.title = self.say(&plot.title);
        let say = |words: &mut String| *words = self.say(words);
        match &mut plot.drawing {
            Drawing::Intervals(intervals) => {
                say(&mut intervals.axis);
                intervals.rows.iter_mut().for_each(|(name, _)| say(name));
            }
            Drawing::Bars(bars) => {
                say(&mut bars.axis);
                bars.bars.iter_mut().for_each(say);
                bars.groups.iter_mut().for_each(|(name, _)| say(name));
            }
            Drawing::HeatMap(map) => {
                map.axes.iter_mut().for_each(say);
                map.names.iter_mut().for_each(say);
            }
            Drawing::Lines(lines) => {
                say(&mut lines.x);
                say(&mut lines.y);
                lines.right.iter_mut().for_each(say);
                lines.series.iter_mut().for_each(|s| say(&mut s.name));
                lines.levels.iter_mut().for_each(|(_, name)| say(name));
                lines.marks.iter_mut().for_each(|(_, name)| say(name));
            }
        }
        plot
    }
}

/// The English words of a text: in small letters, at least three, and no part of a name such as
/// `p1-bp` or `report.md`. What a catalogue says has none.
#[must_use]
pub fn english_words(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_./+^'’".contains(c);
    let words = text.split(|c| !is_name(c));
    let words = words.map(|word| word.trim_matches(['.', '\'', '/']));
    let is_english = |word: &&str| word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase());
    words.filter(is_english).collect()
}

/// Where a text has these letters outside all brackets.
fn outside_brackets(text: &str, letters: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(letters) => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        Catalogue::new(&["# numbers\n\
             {#0} of {#1} games\n\
             {1} 局中 {0} 局\n\n\
             {0} is better\n\
             {0}のほうが強い\n\n\
             {0} is better than {1}\n\
             {0}は{1}より強い\n\n\
             moving first\n\
             先手\n"])
    }

    #[test]
    fn holes_are_filled_where_the_language_wants_them() {
        let say = |text| catalogue().say(text);
        assert_eq!(say("3 of 8 games"), "8 局中 3 局");
        assert_eq!(
            say("p1-bp is better than random."),
            "p1-bpはrandomより強い。"
        );
        assert_eq!(say("moving first is better"), "先手のほうが強い");
        assert_eq!(say("p1-bp"), "p1-bp");
        assert_eq!(say("most of all games"), "most of all games");
        assert_eq!(say("[3.1, 4.2]"), "[3.1, 4.2]");
    }

    #[test]
    fn lists_and_sentences_are_said_part_by_part() {
        let say = |text| catalogue().say(text);
        assert_eq!(
            say("3 of 8 games. moving first 5.0 [1.0, 2.0], moving first"),
            "8 局中 3 局。moving first 5.0 [1.0, 2.0]、先手"
        );
        assert_eq!(say("2 of 3 games; moving first"), "3 局中 2 局；先手");
    }
}
