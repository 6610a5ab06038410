//! A study as others can check it: a folder of its own without anything that identifies, from which every
//! command gives what the original gives.
//!
//! Codes are drawn anew, free texts and ids of other services are left out, and time begins anew. The
//! order of arrival stays, since everything that was drawn by lot follows from it.

use std::collections::BTreeMap;
use std::path::Path;

use rules::hash::mix;
use sha2::{Digest, Sha256};

use crate::code::Code;
use crate::event::{Entry, Event, Missing};
use crate::file::Kind;
use crate::folder::{Folder, FolderError};
use crate::register::diary;

/// Returns the sums of files by their names, as `sha256sum -c` reads them.
#[must_use]
pub fn sums(files: &BTreeMap<String, Vec<u8>>) -> String {
    let line = |(name, bytes): (&String, &Vec<u8>)| {
        let sum = Sha256::digest(bytes);
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{sum}  {name}\n")
    };
    files.iter().map(line).collect()
}

/// When a package begins: no real study did.
const BEGIN: u64 = 1_000_000_000_000;

/// Writes the study into a new folder, and opens that.
///
/// # Errors
/// Returns an error if the study cannot be read, or the folder not be written.
pub fn write(folder: &Folder, path: &Path) -> Result<Folder, FolderError> {
    let entries = folder.entries()?;
    let study = folder.study();
    // The clock of a machine may be set back.
    let first = entries.iter().map(|entry| entry.at).min().unwrap_or(0);
    let mut codes = BTreeMap::<Code, Code>::new();
    for code in entries.iter().filter_map(|entry| entry.person.as_ref()) {
        let next = codes.len() as u64;
        codes
            .entry(code.clone())
            .or_insert_with(|| Code::of(mix(study.seed ^ mix(next))));
    }
    let anonymous = |code: &Option<Code>| code.as_ref().and_then(|code| codes.get(code).cloned());
    let entries: Vec<Entry> = entries
        .iter()
        .map(|entry| {
            let mut event = entry.event.clone();
            match &mut event {
                Event::Opened { people, .. } => {
                    for who in people {
                        *who = anonymous(who);
                    }
                }
                Event::Answered {
                    question,
                    value,
                    why,
                    ..
                } => {
                    let asked = study.question(question);
                    let free = asked.is_none_or(|asked| matches!(asked.kind, Kind::Text(_)));
                    if free && value.take().is_some() {
                        *why = Some(Missing::NotShared);
                    }
                }
                Event::Diary { what } => *what = diary(what).to_owned(),
                _ => {}
            }
            Entry {
                at: entry.at - first + BEGIN,
                person: anonymous(&entry.person),
                table: entry.table.clone(),
                request: None,
                event,
            }
        })
        .collect();
    folder.copy(path, &entries, |at| at.saturating_sub(first) + BEGIN)
}
