//! How far the shards of a folder are.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::shard::error::ShardError;
use crate::shard::parts::{Parts, Survey};
use crate::shard::{Numbers, tries};

/// How far the shards of a folder are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// How many there are.
    pub shards: u64,
    /// How many have a whole part.
    pub whole: u64,
    /// Those that have none and are wanted.
    pub missing: Numbers,
    /// After how many games a stopping rule has decided: then no shard is wanted any more.
    pub decided: Option<u64>,
    /// Of those without a whole part, how many lines tries have kept.
    pub begun: Vec<(u64, u64)>,
    /// What is wrong with parts that are not whole, a sentence each.
    pub problems: Vec<String>,
}

/// Looks at the shards of a folder. Parts are read, so that one that is damaged counts as missing.
///
/// # Errors
/// Returns an error if the folder has no shards, a part is of something else, or it was stopped.
pub fn status(folder: &Path, threads: usize, stop: &AtomicBool) -> Result<Status, ShardError> {
    let mut parts = Parts::open(folder, stop)?;
    let Survey {
        damaged, decided, ..
    } = parts.survey(threads)?;
    let mut begun: BTreeMap<u64, Vec<_>> = BTreeMap::new();
    for (number, file) in &parts.listing.tries {
        if !parts.listing.parts.contains(number) {
            begun.entry(*number).or_default().push(file);
        }
    }
    let kept = begun
        .into_iter()
        .map(|(number, files)| (number, tries::count(files, parts.name())));
    Ok(Status {
        shards: parts.division.shards,
        whole: parts.listing.parts.len() as u64,
        missing: match decided {
            Some(_) => Numbers::default(),
            None => parts.missing(),
        },
        decided,
        begun: kept.collect(),
        problems: damaged
            .iter()
            .map(|(_, problem)| problem.to_string())
            .collect(),
    })
}
