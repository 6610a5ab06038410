//! All files of a report, as names and contents: nothing is written here.

use std::collections::{BTreeMap, HashSet};

use super::plot::Fonts;
use super::{Language, Part, Report, markdown};

/// The file names of tables and plots by section, part and kind, and their numbers.
pub(super) struct Names {
    files: BTreeMap<(usize, usize, &'static str), String>,
    /// How many tables and figures stand before each section and part.
    before: BTreeMap<(usize, usize), [usize; 2]>,
    language: Language,
}

impl Names {
    /// Names for all; what has the name of an earlier one gets a number.
    fn new(report: &Report, language: Language) -> Self {
        let mut taken = HashSet::new();
        let mut free = |folder: &str, name: &str, end: &str| {
            let mut number = 1;
            loop {
                let path = match number {
                    1 => format!("{folder}/{name}.{end}"),
                    _ => format!("{folder}/{name}-{number}.{end}"),
                };
                if taken.insert(path.clone()) {
                    return path;
                }
                number += 1;
            }
        };
        let mut files = BTreeMap::new();
        let mut before = BTreeMap::new();
        let [mut tables, mut figures] = [0, 0];
        for (section, part, content) in parts(report) {
            before.insert((section, part), [tables, figures]);
            if let Part::Figure(plot, _) = content {
                for end in ["svg", "pdf"] {
                    files.insert((section, part, end), free("plots", &plot.name, end));
                }
                figures += 1;
            }
            if let Some(table) = content.as_table() {
                for end in ["csv", "md", "tex"] {
                    files.insert((section, part, end), free("tables", &table.name, end));
                }
                tables += 1;
            }
        }
        Self {
            files,
            before,
            language,
        }
    }

    /// Returns the name of a file, from the folder of the report.
    pub(super) fn of(&self, section: usize, part: usize, end: &'static str) -> String {
        let name = self.files.get(&(section, part, end));
        name.cloned().expect("every table and plot has names")
    }

    /// What stands before the captions of the table and the figure of a part.
    pub(super) fn labels(&self, section: usize, part: usize) -> [String; 2] {
        let [tables, figures] = self.before[&(section, part)];
        [
            self.language.table(tables + 1),
            self.language.figure(figures + 1),
        ]
    }

    pub(super) fn language(&self) -> Language {
        self.language
    }
}

fn parts(report: &Report) -> impl Iterator<Item = (usize, usize, &Part)> {
    report.sections.iter().enumerate().flat_map(|(n, section)| {
        let parts = section.parts.iter().enumerate();
        parts.map(move |(m, part)| (n, m, part))
    })
}

impl Report {
    /// All files of the report that are text, by name from its folder: the page, the same in
    /// Markdown, and every plot and table by itself. The language is the one its words are in.
    #[must_use]
    pub fn files(&self, language: Language) -> BTreeMap<String, String> {
        let names = Names::new(self, language);
        let mut files = BTreeMap::new();
        files.insert("index.html".to_owned(), self.page(&names));
        files.insert("report.md".to_owned(), markdown::of(self, &names));
        for (section, part, content) in parts(self) {
            let name = |end| names.of(section, part, end);
            if let Part::Figure(plot, _) = content {
                files.insert(name("svg"), plot.file());
            }
            if let Some(table) = content.as_table() {
                files.insert(name("csv"), table.csv(language));
                files.insert(name("md"), table.markdown());
                files.insert(name("tex"), table.latex());
            }
        }
        files
    }

    /// Every plot as a PDF, by name from the folder of the report. Their letters are drawn with
    /// these fonts, so the bytes depend on what the machine has.
    #[must_use]
    pub fn figures(&self, fonts: &Fonts) -> BTreeMap<String, Vec<u8>> {
        let names = Names::new(self, Language::default());
        let figure = |(section, part, content): (usize, usize, &Part)| match content {
            Part::Figure(plot, _) => Some((names.of(section, part, "pdf"), plot.pdf(fonts))),
            _ => None,
        };
        parts(self).filter_map(figure).collect()
    }
}
