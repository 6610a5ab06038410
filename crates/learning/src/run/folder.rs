//! The files of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{LearnError, system};
use super::plan::{Plan, read_plan};
use crate::examination::Examination;
use crate::files::write_whole;

pub(super) const SECONDS: &str = "seconds.csv";
pub(super) const FIRST: &str = "first.bin";
pub(super) const WEIGHTS: &str = "weights.bin";
pub(super) const ERRORS: &str = "errors.json";
pub(super) const EXAMINATION: &str = "examination.json";

/// The plan of the run in a folder and what its generations are worth so far, in order.
///
/// # Errors
/// If it is no folder of a run, or cannot be read.
pub fn examinations(folder: &Path) -> Result<(Plan, Vec<Examination>), LearnError> {
    let plan = read_plan(folder)?.ok_or_else(|| LearnError::Foreign(folder.to_owned()))?;
    let mut found = Vec::new();
    for generation in 0..plan.generations {
        let path = generation_folder(folder, generation).join(EXAMINATION);
        if !path.exists() {
            break;
        }
        found.push(read_json(&path)?);
    }
    Ok((plan, found))
}

/// What all machines have written about the time they spent.
pub(super) fn all_seconds(folder: &Path) -> io::Result<String> {
    let mut text = String::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        if name.starts_with("seconds") && name.ends_with(".csv") {
            text += &fs::read_to_string(entry.path())?;
        }
    }
    Ok(text)
}

pub(super) fn generation_folder(folder: &Path, generation: u32) -> PathBuf {
    folder.join(format!("generation-{generation}"))
}

pub(crate) fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, LearnError> {
    let text = fs::read_to_string(path).map_err(system(path))?;
    serde_json::from_str(&text).map_err(|error| LearnError::Damaged {
        path: path.to_owned(),
        problem: error.to_string(),
    })
}

pub(super) fn json_of(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("numbers and texts can be JSON")
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), LearnError> {
    write_whole(path, json_of(value).as_bytes()).map_err(system(path))
}
