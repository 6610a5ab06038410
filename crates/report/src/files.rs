//! All files of a report, as names and contents: nothing is written here.

use std::collections::{BTreeMap, HashSet};

use super::{Part, Report, markdown};

/// The file names of tables and plots by section, part and kind.
pub(super) struct Names(BTreeMap<(usize, usize, &'static str), String>);

impl Names {
    /// Returns a name for each; one that repeats an earlier name gets a number.
    fn new(report: &Report) -> Self {
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
        let mut names = BTreeMap::new();
        for (section, part, content) in parts(report) {
            if let Part::Figure(plot, _) = content {
                names.insert((section, part, "svg"), free("plots", &plot.name, "svg"));
            }
            if let Some(table) = content.as_table() {
                for end in ["csv", "md"] {
                    names.insert((section, part, end), free("tables", &table.name, end));
                }
            }
        }
        Self(names)
    }

    /// Returns the name of a file, from the folder of the report.
    pub(super) fn of(&self, section: usize, part: usize, end: &'static str) -> String {
        let name = self.0.get(&(section, part, end));
        name.cloned().expect("every table and plot has names")
    }
}

fn parts(report: &Report) -> impl Iterator<Item = (usize, usize, &Part)> {
    report.sections.iter().enumerate().flat_map(|(n, section)| {
        let parts = section.parts.iter().enumerate();
        parts.map(move |(m, part)| (n, m, part))
    })
}

impl Report {
    /// Returns all files of the report, by name from its folder: the page, the same in Markdown,
    /// and every plot and table in a file of its own.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, String> {
        let names = Names::new(self);
        let mut files = BTreeMap::new();
        files.insert("index.html".to_owned(), self.page(&names));
        files.insert("report.md".to_owned(), markdown::of(self, &names));
        for (section, part, content) in parts(self) {
            let name = |end| names.of(section, part, end);
            if let Part::Figure(plot, _) = content {
                files.insert(name("svg"), plot.file());
            }
            if let Some(table) = content.as_table() {
                files.insert(name("csv"), table.csv());
                files.insert(name("md"), table.markdown());
            }
        }
        files
    }
}
