//! The data of a study as files: a Psych-DS folder with long tables and a codebook, one wide table, and
//! the games as records.
//!
//! What is missing is empty and has its reason in a column of its own; it is never 0. The same events
//! give the same bytes.

mod codebook;
mod csv;
mod tables;
mod wide;

use std::collections::BTreeMap;

use rules::hash::mix;

use crate::code::Code;
use crate::event::{Entry, Event, Link};
use crate::folder::{Folder, FolderError};
use crate::person::Person;
use crate::register::Register;
use crate::report::Judge;
use crate::table::StudyTable;

pub use tables::result_of;

/// Mixed models are better left to those who have them.
const MIXED_MODELS: &str = include_str!("export/mixed-models.R");

/// How the data is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Without anything that identifies: free texts, ids of other services, dates; codes become
    /// numbers.
    pub share: bool,
    /// For spreadsheets: with a mark of the encoding, and no cell that could be taken for a formula.
    pub excel: bool,
}

/// Everything that is written about.
pub(crate) struct Data<'a> {
    pub(crate) register: &'a Register,
    pub(crate) entries: &'a [Entry],
    pub(crate) externals: &'a BTreeMap<String, String>,
    pub(crate) options: Options,
    /// Who says how far the opponents' moves jumped: the judge of the study's plan, or the usual one.
    pub(crate) judge: Option<Judge>,
    names: BTreeMap<Code, String>,
    /// What tables that people share are called, where their numbers would tell who came first.
    shared: BTreeMap<String, String>,
}

impl<'a> Data<'a> {
    pub(crate) fn new(
        register: &'a Register,
        entries: &'a [Entry],
        externals: &'a BTreeMap<String, String>,
        options: Options,
    ) -> Self {
        // In another order than that of arrival, so that the number tells nothing.
        let mut codes: Vec<&Code> = register.people().map(|person| &person.code).collect();
        let key = |code: &Code| {
            code.as_str()
                .bytes()
                .fold(0, |sum, b| mix(sum ^ u64::from(b)))
        };
        codes.sort_by_key(|code| key(code));
        let digits = codes.len().to_string().len().max(2);
        let names = (1..).zip(codes).map(|(number, code)| {
            let name = if options.share {
                format!("p{number:0digits$}")
            } else {
                code.to_string()
            };
            (code.clone(), name)
        });
        let names: BTreeMap<Code, String> = names.collect();
        let mut together: Vec<(Vec<&String>, u8, &str)> = register
            .tables()
            .filter(|table| options.share && table.is_shared())
            .map(|table| {
                let people = table.people.iter().flatten();
                let mut people: Vec<&String> = people.filter_map(|code| names.get(code)).collect();
                people.sort();
                (people, table.game, &*table.id)
            })
            .collect();
        together.sort();
        let digits = together.len().to_string().len().max(2);
        let shared = (1..)
            .zip(together)
            .map(|(number, (_, _, id))| (id.to_owned(), format!("g{number:0digits$}")))
            .collect();
        Self {
            names,
            shared,
            register,
            entries,
            externals,
            options,
            judge: None,
        }
    }

    /// Returns what a person is called in the data.
    pub(crate) fn name(&self, code: &Code) -> String {
        self.names.get(code).cloned().unwrap_or_default()
    }

    /// Returns everybody in the order of their names.
    pub(crate) fn people(&self) -> Vec<&'a Person> {
        let mut people: Vec<&Person> = self.register.people().collect();
        people.sort_by_key(|person| self.name(&person.code));
        people
    }

    /// Returns what a table is called in the data: by its person, game and attempt.
    pub(crate) fn table_name(&self, table: &StudyTable) -> String {
        let attempt = table.id.rsplit('-').next().unwrap_or_default();
        match table.people.iter().flatten().next() {
            Some(code) if table.id.contains('-') => {
                format!("{}-{}-{attempt}", self.name(code), table.game)
            }
            _ => self.shared.get(&table.id).unwrap_or(&table.id).clone(),
        }
    }

    /// Returns which beginning of its game a table was for a person.
    pub(crate) fn attempt(&self, code: &Code, table: &StudyTable) -> u32 {
        let Some(person) = self.register.person(code) else {
            return 1;
        };
        let same = |id: &String| {
            self.register
                .table(id)
                .is_some_and(|t| t.game == table.game)
        };
        let earlier = person.earlier.iter().map(|(id, _)| id);
        let before = earlier.take_while(|id| **id != table.id);
        1 + before.filter(|id| same(id)).count() as u32
    }

    /// Returns all tables in the order of their people's names.
    pub(crate) fn tables(&self) -> Vec<&'a StudyTable> {
        let mut tables: Vec<&StudyTable> = self.register.tables().collect();
        tables.sort_by_key(|table| self.table_name(table));
        tables
    }
}

/// Returns all files of an export by their names.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn files(folder: &Folder, options: Options) -> Result<BTreeMap<String, String>, FolderError> {
    let entries = folder.entries()?;
    let register = Register::of(folder.study().clone(), &entries);
    let externals = folder.log().externals()?.into_iter().collect();
    let study = folder.study();
    let mut data = Data::new(&register, &entries, &externals, options);
    data.judge = Judge::of_study(study).map_err(|error| FolderError::Judge(error.to_string()))?;
    let mut files = BTreeMap::new();
    let mut sheets = vec![
        tables::people(&data),
        tables::games(&data),
        tables::moves(&data),
        tables::answers(&data).map_err(FolderError::Judge)?,
        wide::wide(&data),
    ];
    if !options.share {
        sheets.push(tables::events(&data));
    }
    for sheet in &sheets {
        let name = format!("data/study-{}_table-{}_data.csv", study.name, sheet.name);
        files.insert(name, sheet.text(options));
    }
    for table in data.tables() {
        let record = tables::record(&data, table);
        let name = format!("data/raw/game-{}.json", data.table_name(table));
        files.insert(name, record.to_json());
    }
    if !options.share {
        files.insert("data/raw/events.jsonl".to_owned(), jsonl(&entries));
    }
    files.insert(
        "dataset_description.json".to_owned(),
        codebook::description(folder, &register, &sheets, options),
    );
    for version in folder.versions() {
        let place = format!("materials/version-{}", version.version);
        files.insert(
            format!("{place}/{}.toml", version.file),
            version.text.clone(),
        );
        for (name, text) in &version.players {
            let name = name.trim_end_matches(".toml").replace(['/', '\\'], "-");
            files.insert(format!("{place}/players/{name}.toml"), text.clone());
        }
    }
    files.insert(
        "analysis/mixed-models.R".to_owned(),
        MIXED_MODELS.to_owned(),
    );
    let withdrawn = folder.log().withdrawn()?;
    if !withdrawn.is_empty() && !options.share {
        let list: String = withdrawn.iter().map(|code| format!("{code}\n")).collect();
        files.insert("withdrawn.txt".to_owned(), list);
    }
    let readme = codebook::readme(folder, &register, options);
    files.insert("README.md".to_owned(), readme);
    Ok(files)
}

/// Returns the events, one a line, as they are kept.
fn jsonl(entries: &[Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let line = serde_json::json!({
            "at": entry.at.to_string(),
            "person": entry.person,
            "table": entry.table,
            "request": entry.request,
            "event": entry.event,
        });
        text.push_str(&line.to_string());
        text.push('\n');
    }
    text
}

/// Returns the word for how somebody came.
pub(crate) const fn link_word(link: Link) -> &'static str {
    match link {
        Link::Real => "real",
        Link::Test => "test",
        Link::Simulated => "simulated",
    }
}

/// Returns the word for an event.
pub(crate) fn event_word(event: &Event) -> String {
    let json = serde_json::to_value(event).unwrap_or_default();
    json["kind"].as_str().unwrap_or_default().to_owned()
}
